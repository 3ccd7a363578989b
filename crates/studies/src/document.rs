/// A file that a study writes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Document {
    /// Where it belongs, below the folder of all studies; parts are separated by `/`.
    pub path: String,
    /// What is in it.
    pub bytes: Vec<u8>,
}

impl Document {
    /// A text.
    pub fn text(path: impl Into<String>, text: impl Into<String>) -> Self {
        Self { path: path.into(), bytes: text.into().into_bytes() }
    }
}
