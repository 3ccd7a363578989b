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

/// Whether a feature is this vertex of the second shape.
pub(super) fn is_vertex_of_second(feature: u32, number: u32) -> bool {
    feature == vertex(number, true)
}

/// Whether a feature is a crossing with this edge of the second shape.
pub(super) fn is_crossing_with(feature: u32, second: u32) -> bool {
    feature >> 30 == 2 && feature & 0x7fff == second & 0x7fff
}
