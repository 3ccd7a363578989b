use crate::Bounds;

/// The point to start from: `start` moved into the box, and zero moved into it where there is no
/// usable start (none given, of the wrong length, or not finite in that row).
pub(super) fn start_point(bounds: &Bounds, start: Option<&[f64]>) -> Vec<f64> {
    let start = start.filter(|start| start.len() == bounds.len());
    (0..bounds.len())
        .map(|row| {
            let value = start.map_or(0.0, |start| start[row]);
            bounds.clamp(row, if value.is_finite() { value } else { 0.0 })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unusable_start_becomes_the_point_nearest_to_zero() {
        let bounds = Bounds::new(vec![1.0, f64::NEG_INFINITY, -3.0], vec![2.0, f64::INFINITY, -1.0]).unwrap();
        assert_eq!(start_point(&bounds, None), [1.0, 0.0, -1.0]);
        assert_eq!(start_point(&bounds, Some(&[7.0])), [1.0, 0.0, -1.0]);
        assert_eq!(start_point(&bounds, Some(&[1.5, f64::NAN, f64::NEG_INFINITY])), [1.5, 0.0, -1.0]);
        assert_eq!(start_point(&bounds, Some(&[9.0, 8.0, -9.0])), [2.0, 8.0, -3.0]);
    }
}
