//! Matrix Market exchange files: `coordinate` and `array`, `real`, `integer` and `pattern`,
//! `general`, `symmetric` and `skew-symmetric`.
//!
//! Boisvert, Pozo, Remington: The Matrix Market exchange formats, NISTIR 5935 (1996).

use crate::field::{self, printable};
use crate::source::Source;
use crate::{FieldError, FormatError, LARGEST_ORDER};
use std::fmt::Write;
use stiction_complementarity::{DenseMatrix, Matrix, SparseMatrix, TripletError};

/// A word of the file and the byte at which it starts.
#[derive(Clone, Copy)]
struct Word<'a> {
    text: &'a str,
    offset: usize,
}

#[derive(Clone, Copy, PartialEq)]
enum Symmetry {
    General,
    Symmetric,
    Skew,
}

struct Header {
    coordinate: bool,
    pattern: bool,
    symmetry: Symmetry,
}

/// Reads the bytes of a Matrix Market file; `name` stands for the file in messages.
pub fn parse_matrix_market(name: &str, bytes: &[u8]) -> Result<Matrix, FormatError> {
    let source = Source::new(name, bytes)?;
    Reader { source, words: words(source.text), end: source.text.len() }.matrix()
}

/// Writes a matrix: a dense one as `array`, a sparse one as `coordinate`. Reading it gives the same bits.
pub fn write_matrix_market(matrix: &Matrix) -> String {
    let mut text = String::new();
    let (rows, columns) = (matrix.rows(), matrix.columns());
    // Writing to a string cannot fail.
    let _ = match matrix {
        Matrix::Dense(_) => writeln!(text, "%%MatrixMarket matrix array real general\n{rows} {columns}"),
        Matrix::Sparse(sparse) => {
            let entries = sparse.triplets().count();
            writeln!(text, "%%MatrixMarket matrix coordinate real general\n{rows} {columns} {entries}")
        }
    };
    matrix.for_each(|i, j, value| {
        let _ = match matrix {
            Matrix::Dense(_) => writeln!(text, "{value:?}"),
            Matrix::Sparse(_) => writeln!(text, "{} {} {value:?}", i + 1, j + 1),
        };
    });
    text
}

/// The lines that carry data, each as its words; line 0 of the file is the header.
fn words(text: &str) -> impl Iterator<Item = Vec<Word<'_>>> {
    let mut start = 0;
    text.split_inclusive('\n').enumerate().filter_map(move |(number, line)| {
        let offset = start;
        start += line.len();
        let comment = line.starts_with('%') && number > 0;
        let at = |word: &'_ str| offset + (word.as_ptr() as usize - line.as_ptr() as usize);
        let words: Vec<_> = line.split_whitespace().map(|text| Word { text, offset: at(text) }).collect();
        (!comment && (!words.is_empty() || number == 0)).then_some(words)
    })
}

struct Reader<'a, Lines> {
    source: Source<'a>,
    words: Lines,
    end: usize,
}

impl<'a, Lines: Iterator<Item = Vec<Word<'a>>>> Reader<'a, Lines> {
    fn matrix(mut self) -> Result<Matrix, FormatError> {
        let header = self.header()?;
        if header.coordinate { self.coordinate(&header) } else { self.array(&header) }
    }

    fn fault(&self, offset: usize, field: &str, message: String) -> FormatError {
        self.source.error(offset, &FieldError::at(field, message))
    }

    fn header(&mut self) -> Result<Header, FormatError> {
        let line = self.words.next().unwrap_or_default();
        let allowed: [&[&str]; 5] = [
            &["%%MatrixMarket"],
            &["matrix"],
            &["coordinate", "array"],
            &["real", "integer", "pattern"],
            &["general", "symmetric", "skew-symmetric"],
        ];
        let mut choice = [0; 5];
        for (k, allowed) in allowed.iter().enumerate() {
            let Some(word) = line.get(k) else {
                let end = line.last().map_or(0, |word| word.offset + word.text.len());
                let expected = "expected %%MatrixMarket matrix coordinate|array real|integer|pattern \
                                general|symmetric|skew-symmetric, found";
                return Err(self.fault(end, "header", format!("{expected} {} words", line.len())));
            };
            choice[k] = allowed.iter().position(|a| a.eq_ignore_ascii_case(word.text)).ok_or_else(|| {
                let message = format!("expected {}, found {}", allowed.join(" or "), printable(word.text));
                self.fault(word.offset, "header", message)
            })?;
        }
        let (coordinate, pattern) = (choice[2] == 0, choice[3] == 2);
        if pattern && !coordinate {
            let message = "expected real or integer for an array, found pattern".to_owned();
            return Err(self.fault(line[3].offset, "header", message));
        }
        let symmetry = [Symmetry::General, Symmetry::Symmetric, Symmetry::Skew][choice[4]];
        Ok(Header { coordinate, pattern, symmetry })
    }

    /// The next line, which must have exactly `names.len()` words.
    fn line(&mut self, field: &str, names: &[&str]) -> Result<Vec<Word<'a>>, FormatError> {
        let Some(line) = self.words.next() else {
            let message = format!("expected {}, found the end of the file", names.join(" "));
            return Err(self.fault(self.end, field, message));
        };
        if line.len() != names.len() {
            let offset = line.get(names.len()).or(line.last()).map_or(0, |word| word.offset);
            return Err(self.fault(offset, field, format!("expected {}, found {} words", names.join(" "), line.len())));
        }
        Ok(line)
    }

    fn count(&self, word: Word<'_>, field: &str) -> Result<usize, FormatError> {
        word.text.parse().map_err(|_| {
            self.fault(word.offset, field, format!("expected a whole number, found {}", printable(word.text)))
        })
    }

    fn value(&self, word: Word<'_>, field: &str) -> Result<f64, FormatError> {
        word.text.parse().ok().filter(|value: &f64| value.is_finite()).ok_or_else(|| {
            self.fault(word.offset, field, format!("expected a finite number, found {}", printable(word.text)))
        })
    }

    fn shape(&self, line: &[Word<'_>], symmetry: Symmetry) -> Result<(usize, usize), FormatError> {
        let (rows, columns) = (self.count(line[0], "size")?, self.count(line[1], "size")?);
        if rows.max(columns) > LARGEST_ORDER {
            let message = format!("expected at most {LARGEST_ORDER} rows and columns, found {rows} and {columns}");
            return Err(self.fault(line[0].offset, "size", message));
        }
        if symmetry != Symmetry::General && rows != columns {
            let message = format!("expected a square matrix, found {rows} rows and {columns} columns");
            return Err(self.fault(line[0].offset, "size", message));
        }
        Ok((rows, columns))
    }

    fn nothing_more(&mut self, entries: usize) -> Result<(), FormatError> {
        match self.words.next() {
            Some(line) => {
                let message = format!("expected {}, as given by the size line, found more", field::entries(entries));
                Err(self.fault(line[0].offset, &format!("entry {}", entries + 1), message))
            }
            None => Ok(()),
        }
    }

    fn coordinate(&mut self, header: &Header) -> Result<Matrix, FormatError> {
        let size = self.line("size", &["rows", "columns", "entries"])?;
        let (rows, columns) = self.shape(&size, header.symmetry)?;
        let entries = self.count(size[2], "size")?;
        let names: &[&str] = if header.pattern { &["row", "column"] } else { &["row", "column", "value"] };
        let mut triplets = Vec::new();
        let mut places = Vec::new();
        for k in 1..=entries {
            let field = format!("entry {k}");
            let line = self.line(&field, names)?;
            let (i, j) = (self.index(line[0], &field, "row", rows)?, self.index(line[1], &field, "column", columns)?);
            let value = if header.pattern { 1.0 } else { self.value(line[2], &field)? };
            if header.symmetry != Symmetry::General && (j > i || header.symmetry == Symmetry::Skew && j == i) {
                let side = if header.symmetry == Symmetry::Skew { "below" } else { "on or below" };
                let message = format!("expected an entry {side} the diagonal, found row {}, column {}", i + 1, j + 1);
                return Err(self.fault(line[0].offset, &field, message));
            }
            triplets.push((i, j, value));
            places.push((k, line[0].offset));
            if header.symmetry != Symmetry::General && i != j {
                triplets.push((j, i, if header.symmetry == Symmetry::Skew { -value } else { value }));
                places.push((k, line[0].offset));
            }
        }
        self.nothing_more(entries)?;
        let matrix = SparseMatrix::from_triplets(rows, columns, &triplets).map_err(|error| {
            let (TripletError::Duplicate { entry, row, column } | TripletError::OutOfRange { entry, row, column }) =
                error;
            let message = format!("expected each position once, found row {}, column {} again", row + 1, column + 1);
            self.fault(places[entry].1, &format!("entry {}", places[entry].0), message)
        })?;
        Ok(matrix.into())
    }

    /// An index counted from one in the file, from zero in the answer.
    fn index(&self, word: Word<'_>, field: &str, what: &str, count: usize) -> Result<usize, FormatError> {
        match self.count(word, field)? {
            index if (1..=count).contains(&index) => Ok(index - 1),
            index => Err(self.fault(word.offset, field, format!("expected a {what} from 1 to {count}, found {index}"))),
        }
    }

    fn array(&mut self, header: &Header) -> Result<Matrix, FormatError> {
        let size = self.line("size", &["rows", "columns"])?;
        let (rows, columns) = self.shape(&size, header.symmetry)?;
        let first = |j: usize| match header.symmetry {
            Symmetry::General => 0,
            Symmetry::Symmetric => j,
            Symmetry::Skew => j + 1,
        };
        let mut values = Vec::new();
        for j in 0..columns {
            for _ in first(j)..rows {
                let field = format!("entry {}", values.len() + 1);
                let line = self.line(&field, &["value"])?;
                values.push(self.value(line[0], &field)?);
            }
        }
        self.nothing_more(values.len())?;
        let mut dense = DenseMatrix::zeros(rows, columns);
        let mut values = values.into_iter();
        for j in 0..columns {
            for i in first(j)..rows {
                let value = values.next().unwrap_or_default();
                dense[(i, j)] = value;
                match header.symmetry {
                    Symmetry::General => {}
                    Symmetry::Symmetric => dense[(j, i)] = value,
                    Symmetry::Skew => dense[(j, i)] = -value,
                }
            }
        }
        Ok(dense.into())
    }
}
