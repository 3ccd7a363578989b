//! Numbers of features that touch.

/// A vertex of the first or the second shape.
pub(super) fn vertex(number: u32, of_second: bool) -> u32 {
    (u32::from(of_second) << 30) | (number & 0x3fff_ffff)
}

/// An edge of the first and one of the second.
pub(super) fn crossing(first: u32, second: u32) -> u32 {
    (2 << 30) | ((first & 0x7fff) << 15) | (second & 0x7fff)
}

/// The nearest points, where no flat features meet.
pub(super) const NEAREST: u32 = 3 << 30;
