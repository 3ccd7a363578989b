use crate::motion::{Motion, step};
use serde_json::{Value, json};

/// The most memory that this process ever held, MB, after a motion: ask a process of its own for it.
pub fn peak(motion: &Motion) -> Result<Value, String> {
    let mut world = motion.begin()?;
    let mut most = 0;
    for _ in 0..motion.steps {
        most = most.max(step(&mut world)?.contacts);
    }
    let status = std::fs::read_to_string("/proc/self/status").map_err(|error| error.to_string())?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes = line.and_then(|line| line.split_whitespace().next()).and_then(|word| word.parse::<f64>().ok());
    let kilobytes = kilobytes.ok_or("expected VmHWM in /proc/self/status")?;
    Ok(json!({ "megabytes": kilobytes / 1024.0, "contacts": most }))
}
