//! Complementary pivoting on a box, shared by `lemke` and by each linearisation of `path`.

mod block_inverse;
mod problem;
mod ratio_test;
mod start;
mod step;
mod tracer;

pub(crate) use tracer::{End, Tracer};
