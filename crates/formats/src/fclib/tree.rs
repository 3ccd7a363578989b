//! Groups and datasets of an HDF5 file, with every fault as an error that names its path.

use super::values;
use crate::field::several_numbers;
use crate::{FormatError, LARGEST_FCLIB};
use hdf5_reader::error::Error;
use hdf5_reader::group::Group;
use hdf5_reader::{Dataset, Datatype, Hdf5File, OpenOptions, StringSize};
use std::cell::Cell;
use std::ops::RangeInclusive;

/// How many times its own length a file may unfold to: compressed and unwritten datasets are longer than
/// what is stored, and a few bytes must not ask for gigabytes.
const UNFOLDING: u64 = 64;
/// Unfolding that even the shortest file is allowed.
const LEAST_BUDGET: u64 = 1 << 16;

/// An open file.
pub(super) struct Tree<'a> {
    name: &'a str,
    file: Hdf5File,
    /// The bytes that may still be read.
    budget: Cell<u64>,
}

/// A group and the way to it.
pub(super) struct Branch<'a> {
    tree: &'a Tree<'a>,
    group: Group,
    pub path: String,
}

impl<'a> Tree<'a> {
    pub fn open(name: &'a str, bytes: &[u8]) -> Result<Self, FormatError> {
        let whole = |message: String| FormatError::whole_file(name, message);
        let length = bytes.len() as u64;
        let budget = length.saturating_mul(UNFOLDING).clamp(LEAST_BUDGET, LARGEST_FCLIB);
        let limit = usize::try_from(budget).unwrap_or(usize::MAX);
        let options = OpenOptions {
            chunk_cache_bytes: 0,
            max_chunk_bytes: limit,
            max_read_bytes: limit,
            max_object_header_bytes: 1 << 20,
            ..OpenOptions::default()
        };
        let file = Hdf5File::from_bytes_with_options(bytes, options).map_err(|error| match root_cause(&error) {
            Error::InvalidMagic => whole("expected an HDF5 file, found no HDF5 signature".to_owned()),
            error => whole(format!("cannot be read as HDF5: {error}")),
        })?;
        let superblock = file.superblock();
        let (start, end) = (superblock.base_address, superblock.eof_address);
        // Addresses count from the superblock, unless the file was written behind something else.
        if end > length.saturating_sub(start) && end > length {
            return Err(whole(format!("expected {end} bytes, as the file's header specifies, found {length}")));
        }
        Ok(Self { name, file, budget: Cell::new(budget) })
    }

    pub fn root(&'a self) -> Result<Branch<'a>, FormatError> {
        let group = self.file.root_group().map_err(|error| self.unreadable("/", &error))?;
        Ok(Branch { tree: self, group, path: String::new() })
    }

    pub fn fault(&self, path: &str, message: impl Into<String>) -> FormatError {
        FormatError { file: self.name.to_owned(), position: None, field: path.to_owned(), message: message.into() }
    }

    fn unreadable(&self, path: &str, error: &Error) -> FormatError {
        self.fault(path, format!("cannot be read as HDF5: {}", root_cause(error)))
    }
}

impl<'a> Branch<'a> {
    /// The path of a member.
    pub fn at(&self, name: &str) -> String {
        format!("{}/{name}", self.path)
    }

    pub fn fault(&self, name: &str, message: impl Into<String>) -> FormatError {
        self.tree.fault(&self.at(name), message)
    }

    /// The group of this name, if there is a member of this name at all.
    pub fn find_branch(&self, name: &str) -> Result<Option<Branch<'a>>, FormatError> {
        match self.group.group(name) {
            Ok(group) => Ok(Some(Branch { tree: self.tree, group, path: self.at(name) })),
            Err(error) => match root_cause(&error) {
                Error::GroupNotFound(missing) if missing == name => Ok(None),
                Error::GroupNotFound(_) => Err(self.fault(name, "expected a group, found a dataset")),
                error => Err(self.tree.unreadable(&self.at(name), error)),
            },
        }
    }

    pub fn branch(&self, name: &str) -> Result<Branch<'a>, FormatError> {
        self.find_branch(name)?.ok_or_else(|| self.fault(name, "expected a group, found none"))
    }

    fn find_dataset(&self, name: &str) -> Result<Option<Dataset>, FormatError> {
        match self.group.dataset(name) {
            Ok(dataset) => Ok(Some(dataset)),
            Err(error) => match root_cause(&error) {
                // The same is said of a group that stands in the dataset's place.
                Error::DatasetNotFound(_) if self.group.group(name).is_err() => Ok(None),
                Error::DatasetNotFound(_) => Err(self.fault(name, "expected a dataset, found a group")),
                error => Err(self.tree.unreadable(&self.at(name), error)),
            },
        }
    }

    fn dataset(&self, name: &str) -> Result<Dataset, FormatError> {
        self.find_dataset(name)?.ok_or_else(|| self.fault(name, "expected a dataset, found none"))
    }

    /// Whether there is a dataset of this name.
    pub fn holds(&self, name: &str) -> Result<bool, FormatError> {
        Ok(self.find_dataset(name)?.is_some())
    }

    /// The stored bytes of a dataset of known element size, within the budget.
    fn raw(&self, name: &str, dataset: &Dataset) -> Result<Vec<u8>, FormatError> {
        let unreadable = |error: &Error| self.tree.unreadable(&self.at(name), error);
        let size = dataset.raw_byte_len().map_err(|error| unreadable(&error))? as u64;
        let Some(rest) = self.tree.budget.get().checked_sub(size) else {
            let message =
                format!("expected datasets within the size limit for a file of this length, found one of {size} bytes");
            return Err(self.fault(name, message));
        };
        self.tree.budget.set(rest);
        dataset.read_raw_bytes().map_err(|error| unreadable(&error))
    }

    /// Refuses a dataset of another length; `what` says what there is one number of.
    fn check_length(
        &self,
        name: &str,
        dataset: &Dataset,
        length: &RangeInclusive<usize>,
        what: &str,
    ) -> Result<(), FormatError> {
        let found = dataset.num_elements().map_err(|error| self.tree.unreadable(&self.at(name), &error))?;
        if usize::try_from(found).is_ok_and(|found| length.contains(&found)) {
            return Ok(());
        }
        let (least, most) = length.clone().into_inner();
        let expected = if least == most { several_numbers(most) } else { format!("{least} to {most} numbers") };
        Err(self.fault(name, format!("expected {expected}, {what}, found {found}")))
    }

    /// Whole numbers of any width.
    pub fn integers(&self, name: &str, length: RangeInclusive<usize>, what: &str) -> Result<Vec<i64>, FormatError> {
        let dataset = self.dataset(name)?;
        let decode = values::integers(dataset.dtype()).map_err(|message| self.fault(name, message))?;
        self.check_length(name, &dataset, &length, what)?;
        Ok(decode(&self.raw(name, &dataset)?))
    }

    pub fn integer(&self, name: &str) -> Result<i64, FormatError> {
        // The length was checked, so that the default is never taken.
        Ok(self.integers(name, 1..=1, "exactly one")?.first().copied().unwrap_or_default())
    }

    /// The first of the floating-point numbers, as many as the shortest length allowed; they are finite.
    pub fn numbers(&self, name: &str, length: RangeInclusive<usize>, what: &str) -> Result<Vec<f64>, FormatError> {
        let dataset = self.dataset(name)?;
        let decode = values::numbers(dataset.dtype()).map_err(|message| self.fault(name, message))?;
        self.check_length(name, &dataset, &length, what)?;
        let mut numbers = decode(&self.raw(name, &dataset)?);
        numbers.truncate(*length.start());
        match numbers.iter().position(|number| !number.is_finite()) {
            Some(k) => {
                Err(self.fault(&format!("{name}[{k}]"), format!("expected a finite number, found {}", numbers[k])))
            }
            None => Ok(numbers),
        }
    }

    /// A text, up to its first null; empty if there is none.
    pub fn text(&self, name: &str) -> Result<String, FormatError> {
        let Some(dataset) = self.find_dataset(name)? else { return Ok(String::new()) };
        let found = dataset.num_elements().map_err(|error| self.tree.unreadable(&self.at(name), &error))?;
        let text = match dataset.dtype() {
            Datatype::String { .. } | Datatype::VarLen { .. } if found != 1 => {
                return Err(self.fault(name, format!("expected one text, found {found}")));
            }
            Datatype::String { size: StringSize::Fixed(_), padding, .. } => {
                values::text(&self.raw(name, &dataset)?, *padding)
            }
            Datatype::String { .. } | Datatype::VarLen { .. } => {
                dataset.read_string().map_err(|error| self.tree.unreadable(&self.at(name), &error))?
            }
            other => return Err(self.fault(name, format!("expected a text, found {}", values::describe(other)))),
        };
        Ok(text.split('\0').next().unwrap_or_default().to_owned())
    }
}

/// The error itself, without the names that were put around it: the path is told anyway.
fn root_cause(error: &Error) -> &Error {
    match error {
        Error::Context { source, .. } => root_cause(source),
        error => error,
    }
}
