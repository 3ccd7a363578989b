//! Standard test problems, each with its source and its known solutions.
