use super::matrix::StoredMatrix;
use super::{FclibFile, FclibGlobal, FclibInfo, FclibLocal, FclibPoint, FclibProblem, parse_fclib};
use crate::FormatError;
use hdf5_pure::{CharacterSet, Datatype, FileBuilder, GroupBuilder, LibVer, StringPadding};
use stiction_linalg::SparseMatrix;

type Store = fn(&SparseMatrix) -> Option<StoredMatrix>;

impl FclibFile {
    /// The bytes of the file, laid out as FCLIB does: local problems by compressed rows, global ones by
    /// triplets, 32-bit integers, scalars as lists of one, texts of fixed length. HDF5 1.8 and later read it.
    ///
    /// What reading it back would object to is an error here, with the same words; `name` stands for the file.
    pub fn to_bytes(&self, name: &str) -> Result<Vec<u8>, FormatError> {
        let whole = |message: &str| FormatError::whole_file(name, message);
        let mut builder = FileBuilder::new();
        builder.with_libver_bounds(LibVer::Earliest, LibVer::V18);
        let (kind, store): (_, Store) = match &self.problem {
            FclibProblem::Local(_) => ("fclib_local", StoredMatrix::compressed_rows),
            FclibProblem::Global(_) => ("fclib_global", StoredMatrix::triplets),
            FclibProblem::GlobalRolling { .. } => ("fclib_global_rolling", StoredMatrix::triplets),
        };
        let mut writer = Writer { group: builder.create_group(kind), store };
        let written = match &self.problem {
            FclibProblem::Local(local) => writer.local(local),
            FclibProblem::Global(global) => writer.global(global, None),
            FclibProblem::GlobalRolling { global, rolling_friction } => writer.global(global, Some(rolling_friction)),
        };
        written.ok_or_else(|| whole("expected sizes of at most 32 bits, the limit of FCLIB, found more"))?;
        writer.info(&self.info).ok_or_else(|| whole("expected texts without null characters, found one"))?;
        builder.add_group(writer.group.finish());
        if let Some(solution) = &self.solution {
            let mut group = builder.create_group("solution");
            point(&mut group, solution);
            builder.add_group(group.finish());
        }
        if !self.guesses.is_empty() {
            let mut group = builder.create_group("guesses");
            // Reading back refuses far fewer.
            let count = i32::try_from(self.guesses.len()).unwrap_or(i32::MAX);
            group.create_dataset("number_of_guesses").with_i32_data(&[count]);
            for (k, guess) in self.guesses.iter().enumerate() {
                let mut part = group.create_group(&(k + 1).to_string());
                point(&mut part, guess);
                group.add_group(part.finish());
            }
            builder.add_group(group.finish());
        }
        let bytes = builder.finish().map_err(|error| whole(&format!("cannot be written as HDF5: {error}")))?;
        parse_fclib(name, &bytes)?;
        Ok(bytes)
    }
}

/// Fills the group of a problem. `None` where a size is beyond FCLIB's 32 bits.
struct Writer {
    group: GroupBuilder,
    store: Store,
}

impl Writer {
    fn local(&mut self, local: &FclibLocal) -> Option<()> {
        self.dimension(local.dimension)?;
        self.matrix("W", &local.delassus)?;
        let mut vectors = self.group.create_group("vectors");
        vectors.create_dataset("q").with_f64_data(&local.free_velocity);
        vectors.create_dataset("mu").with_f64_data(&local.friction);
        if let Some(equations) = &local.equations {
            self.matrix("V", &equations.coupling)?;
            self.matrix("R", &equations.matrix)?;
            vectors.create_dataset("s").with_f64_data(&equations.vector);
        }
        self.group.add_group(vectors.finish());
        Some(())
    }

    fn global(&mut self, global: &FclibGlobal, rolling_friction: Option<&[f64]>) -> Option<()> {
        self.dimension(global.dimension)?;
        self.matrix("M", &global.mass)?;
        self.matrix("H", &global.jacobian)?;
        let mut vectors = self.group.create_group("vectors");
        vectors.create_dataset("f").with_f64_data(&global.force);
        vectors.create_dataset("w").with_f64_data(&global.velocity_offset);
        vectors.create_dataset("mu").with_f64_data(&global.friction);
        if let Some(rolling_friction) = rolling_friction {
            vectors.create_dataset("mu_r").with_f64_data(rolling_friction);
        }
        if let Some(equations) = &global.equations {
            self.matrix("G", &equations.jacobian)?;
            vectors.create_dataset("b").with_f64_data(&equations.offset);
        }
        self.group.add_group(vectors.finish());
        Some(())
    }

    fn dimension(&mut self, dimension: usize) -> Option<()> {
        self.group.create_dataset("spacedim").with_i32_data(&[i32::try_from(dimension).ok()?]);
        Some(())
    }

    fn matrix(&mut self, name: &str, matrix: &SparseMatrix) -> Option<()> {
        let stored = (self.store)(matrix)?;
        let mut group = self.group.create_group(name);
        let sizes = [("nzmax", stored.values.len()), ("m", matrix.rows()), ("n", matrix.columns())];
        for (name, size) in sizes {
            group.create_dataset(name).with_i32_data(&[i32::try_from(size).ok()?]);
        }
        group.create_dataset("nz").with_i32_data(&[stored.flag]);
        group.create_dataset("p").with_i32_data(&stored.outer);
        group.create_dataset("i").with_i32_data(&stored.inner);
        group.create_dataset("x").with_f64_data(&stored.values);
        self.group.add_group(group.finish());
        Some(())
    }

    /// `None` where a text would be cut short when it is read.
    fn info(&mut self, info: &FclibInfo) -> Option<()> {
        let mut group = self.group.create_group("info");
        let texts = [("title", &info.title), ("description", &info.description), ("math_info", &info.math_info)];
        for (name, text) in texts {
            if text.contains('\0') {
                return None;
            }
            let mut bytes = text.as_bytes().to_vec();
            bytes.push(0);
            let size = u32::try_from(bytes.len()).ok()?;
            let charset = if text.is_ascii() { CharacterSet::Ascii } else { CharacterSet::Utf8 };
            let datatype = Datatype::String { size, padding: StringPadding::NullTerminate, charset };
            group.create_dataset(name).with_raw_data(datatype, bytes, 1).with_shape(&[]);
        }
        self.group.add_group(group.finish());
        Some(())
    }
}

fn point(group: &mut GroupBuilder, point: &FclibPoint) {
    if let Some(velocity) = &point.generalized_velocity {
        group.create_dataset("v").with_f64_data(velocity);
    }
    if let Some(multipliers) = &point.multipliers {
        group.create_dataset("l").with_f64_data(multipliers);
    }
    group.create_dataset("u").with_f64_data(&point.velocity);
    group.create_dataset("r").with_f64_data(&point.impulse);
}
