use crate::field::printable;
use crate::nearest;
use crate::scene::document::{Content, Node};
use crate::scene::place::{Fault, Place};
use stiction_linalg::space::Vector3;

/// The longest length and the largest coordinate, m.
pub(crate) const LARGEST_LENGTH: f64 = 1e9;

/// The shortest length of a shape, m.
pub(crate) const SHORTEST_LENGTH: f64 = 1e-9;

/// The largest of all other numbers.
pub(crate) const LARGEST_NUMBER: f64 = 1e15;

/// A value that is being read.
#[derive(Clone, Debug)]
pub(crate) struct Field<'a> {
    pub node: &'a Node,
    pub path: String,
}

/// The name of something else in the scene.
#[derive(Clone, Debug)]
pub(crate) struct Reference {
    pub name: String,
    pub at: Place,
    pub path: String,
}

impl Reference {
    pub fn fault(&self, message: impl Into<String>) -> Fault {
        Fault::new(self.at, &self.path, message)
    }

    /// What to say where nothing of that name is there.
    pub fn unknown<'n>(&self, what: &str, names: impl IntoIterator<Item = &'n str>) -> Fault {
        let near = nearest(&self.name, names);
        let hint = near.map_or(String::new(), |near| format!("; did you mean '{}'?", printable(near)));
        self.fault(format!("unknown {what} '{}'{hint}", printable(&self.name)))
    }
}

impl<'a> Field<'a> {
    pub fn fault(&self, message: impl Into<String>) -> Fault {
        Fault::new(self.node.at, &self.path, message)
    }

    pub fn expected(&self, what: &str) -> Fault {
        self.fault(format!("expected {what}, found {}", self.node.describe()))
    }

    /// The entries of a list; those that have a name go by it.
    pub fn list(&self) -> Result<Vec<Field<'a>>, Fault> {
        let Content::List(list) = &self.node.content else { return Err(self.expected("a list")) };
        let entry = |(k, node): (usize, &'a Node)| {
            let path = match node.own_name() {
                Some(name) => format!("{}.{}", self.path, printable(name)),
                None => format!("{}[{k}]", self.path),
            };
            Field { node, path }
        };
        Ok(list.iter().enumerate().map(entry).collect())
    }

    /// A list of as many entries as the array has.
    pub fn array<T, const N: usize>(
        &self,
        what: &str,
        read: impl Fn(&Field<'a>) -> Result<T, Fault>,
    ) -> Result<[T; N], Fault> {
        let list = match &self.node.content {
            Content::List(list) if list.len() == N => self.list()?,
            _ => return Err(self.expected(what)),
        };
        let values: Vec<T> = list.iter().map(read).collect::<Result<_, _>>()?;
        values.try_into().map_err(|_| self.expected(what))
    }

    pub fn text(&self) -> Result<String, Fault> {
        let Content::Text(text) = &self.node.content else { return Err(self.expected("a string")) };
        Ok(text.clone())
    }

    /// A name that others can refer to.
    pub fn name(&self) -> Result<Reference, Fault> {
        let name = self.text()?;
        if name.is_empty() || name.chars().any(char::is_control) || name.chars().count() > 200 {
            return Err(self.expected("a name of 1 to 200 characters on one line"));
        }
        Ok(Reference { name, at: self.node.at, path: self.path.clone() })
    }

    pub fn flag(&self) -> Result<bool, Fault> {
        let Content::Flag(flag) = self.node.content else { return Err(self.expected("true or false")) };
        Ok(flag)
    }

    /// Any finite number.
    pub fn number(&self) -> Result<f64, Fault> {
        self.number_within(&format!("a number from -{LARGEST_NUMBER:e} to {LARGEST_NUMBER:e}"), |value| {
            value.abs() <= LARGEST_NUMBER
        })
    }

    pub fn number_within(&self, what: &str, fits: impl Fn(f64) -> bool) -> Result<f64, Fault> {
        match self.node.content {
            Content::Number(value) if fits(value) => Ok(value),
            Content::Number(_) => Err(self.expected(what)),
            _ if what.contains("number") => Err(self.expected(what)),
            _ => Err(self.expected(&format!("a number: {what}"))),
        }
    }

    pub fn positive(&self) -> Result<f64, Fault> {
        self.number_within(&format!("a number above zero, at most {LARGEST_NUMBER:e}"), |value| {
            value > 0.0 && value <= LARGEST_NUMBER
        })
    }

    pub fn not_negative(&self) -> Result<f64, Fault> {
        self.number_within(&format!("a number from 0 to {LARGEST_NUMBER:e}"), |value| {
            (0.0..=LARGEST_NUMBER).contains(&value)
        })
    }

    /// A length of a shape, m.
    pub fn length(&self) -> Result<f64, Fault> {
        let fits = |value| (SHORTEST_LENGTH..=LARGEST_LENGTH).contains(&value);
        self.number_within(&format!("a length from {SHORTEST_LENGTH:e} to {LARGEST_LENGTH:e} m"), fits)
    }

    pub fn coordinate(&self) -> Result<f64, Fault> {
        let fits = |value: f64| value.abs() <= LARGEST_LENGTH;
        self.number_within(&format!("a number from -{LARGEST_LENGTH:e} to {LARGEST_LENGTH:e}"), fits)
    }

    /// A whole number from a range.
    pub fn count(&self, least: usize, most: usize) -> Result<usize, Fault> {
        let fits = |value: f64| value.fract() == 0.0 && value >= least as f64 && value <= most as f64;
        Ok(self.number_within(&format!("a whole number from {least} to {most}"), fits)? as usize)
    }

    pub fn numbers(&self) -> Result<Vec<f64>, Fault> {
        self.list()?.iter().map(Field::number).collect()
    }

    /// Three coordinates.
    pub fn vector(&self) -> Result<Vector3, Fault> {
        let [x, y, z] = self.array("three numbers [x, y, z]", Field::coordinate)?;
        Ok(Vector3::new(x, y, z))
    }

    /// A direction of any length but zero.
    pub fn direction(&self) -> Result<Vector3, Fault> {
        self.vector()?.unit().ok_or_else(|| self.fault("expected a direction, found a vector of length zero"))
    }

    /// One of some words.
    pub fn choice<T>(&self, what: &str, known: &[&str], find: impl Fn(&str) -> Option<T>) -> Result<T, Fault> {
        let word = self.text()?;
        find(&word).ok_or_else(|| {
            let hint = match nearest(&word, known.iter().copied()) {
                Some(near) => format!("did you mean '{near}'?"),
                None => format!("expected one of {}", known.join(", ")),
            };
            self.fault(format!("unknown {what} '{}'; {hint}", printable(&word)))
        })
    }
}
