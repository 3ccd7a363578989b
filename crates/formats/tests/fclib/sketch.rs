use hdf5_pure::{FileBuilder, GroupBuilder};
use std::collections::{BTreeMap, BTreeSet};
use stiction_formats::parse_fclib;

/// A dataset of a file in the making.
#[derive(Clone)]
pub enum Data {
    Integers(Vec<i32>),
    Numbers(Vec<f64>),
    Singles(Vec<f32>),
    Longs(Vec<i64>),
    Text(&'static str),
}

/// An HDF5 file in the making: datasets by path.
#[derive(Clone)]
pub struct Sketch(pub BTreeMap<String, Data>);

impl Sketch {
    /// Two contacts in space: `W` by rows, with an entry beside the diagonal.
    pub fn local() -> Self {
        let mut sketch = Self(BTreeMap::new());
        sketch.integers("fclib_local/spacedim", &[3]);
        sketch.matrix(
            "fclib_local/W",
            (6, 6, -2),
            &[0, 2, 3, 4, 5, 6, 7],
            &[0, 3, 1, 2, 3, 4, 5],
            &[2.0, 0.5, 1.0, 1.0, 2.0, 1.0, 1.0],
        );
        sketch.numbers("fclib_local/vectors/q", &[-1.0, 0.25, 0.0, -2.0, 0.0, 0.0]);
        sketch.numbers("fclib_local/vectors/mu", &[0.5, 0.0]);
        sketch
    }

    /// One planar contact of a point mass, by triplets with spare room and an entry in two parts.
    pub fn global() -> Self {
        let mut sketch = Self(BTreeMap::new());
        sketch.integers("fclib_global/spacedim", &[2]);
        sketch.matrix("fclib_global/M", (2, 2, 3), &[0, 1, 0], &[0, 1, 0], &[1.5, 2.0, 0.5]);
        sketch.matrix("fclib_global/H", (2, 2, 2), &[0, 1], &[1, 0], &[1.0, -1.0]);
        sketch.integers("fclib_global/H/nzmax", &[10]);
        sketch.numbers("fclib_global/vectors/f", &[0.0, -9.81]);
        sketch.numbers("fclib_global/vectors/w", &[0.0, 0.0]);
        sketch.numbers("fclib_global/vectors/mu", &[0.3]);
        sketch
    }

    pub fn integers(&mut self, path: &str, values: &[i32]) {
        self.0.insert(path.to_owned(), Data::Integers(values.to_vec()));
    }

    pub fn numbers(&mut self, path: &str, values: &[f64]) {
        self.0.insert(path.to_owned(), Data::Numbers(values.to_vec()));
    }

    pub fn matrix(&mut self, path: &str, (m, n, nz): (i32, i32, i32), p: &[i32], i: &[i32], x: &[f64]) {
        for (name, value) in [("m", m), ("n", n), ("nz", nz), ("nzmax", x.len() as i32)] {
            self.integers(&format!("{path}/{name}"), &[value]);
        }
        self.integers(&format!("{path}/p"), p);
        self.integers(&format!("{path}/i"), i);
        self.numbers(&format!("{path}/x"), x);
    }

    pub fn bytes(&self) -> Vec<u8> {
        let mut builder = FileBuilder::new();
        for name in self.children("") {
            let mut group = builder.create_group(&name);
            self.fill(&mut group, &format!("{name}/"));
            builder.add_group(group.finish());
        }
        builder.finish().unwrap()
    }

    /// The groups directly below a path that ends in a slash.
    fn children(&self, path: &str) -> BTreeSet<String> {
        let below = self.0.keys().filter_map(|key| key.strip_prefix(path));
        below.filter_map(|rest| rest.split_once('/')).map(|(first, _)| first.to_owned()).collect()
    }

    fn fill(&self, group: &mut GroupBuilder, path: &str) {
        for (key, data) in &self.0 {
            let Some(name) = key.strip_prefix(path).filter(|rest| !rest.contains('/')) else { continue };
            let dataset = group.create_dataset(name);
            match data {
                Data::Integers(values) => dataset.with_i32_data(values),
                Data::Longs(values) => dataset.with_i64_data(values),
                Data::Numbers(values) => dataset.with_f64_data(values),
                Data::Singles(values) => dataset.with_f32_data(values),
                Data::Text(text) => dataset.with_ascii_strings(&[text]).unwrap(),
            };
        }
        for name in self.children(path) {
            let mut child = group.create_group(&name);
            self.fill(&mut child, &format!("{path}{name}/"));
            group.add_group(child.finish());
        }
    }

    /// What the reader says about the file.
    pub fn objection(&self) -> String {
        parse_fclib("p.hdf5", &self.bytes()).unwrap_err().to_string()
    }
}
