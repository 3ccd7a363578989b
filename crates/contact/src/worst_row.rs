use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// A row that the measure of residuals notes and the report of an iteration reads; clones share it.
#[derive(Clone, Debug)]
pub(crate) struct WorstRow(Arc<AtomicUsize>);

/// Stands for no row.
const NONE: usize = usize::MAX;

impl Default for WorstRow {
    fn default() -> Self {
        Self(Arc::new(AtomicUsize::new(NONE)))
    }
}

impl WorstRow {
    pub fn get(&self) -> Option<usize> {
        // One solve reads and writes it, on one thread.
        Some(self.0.load(Ordering::Relaxed)).filter(|&row| row != NONE)
    }

    pub fn set(&self, row: Option<usize>) {
        self.0.store(row.unwrap_or(NONE), Ordering::Relaxed);
    }
}
