/// Bytes as numbers that provoke degeneracy: mostly small integers, now and then badly scaled.
pub struct Numbers<'a>(pub std::slice::Iter<'a, u8>);

impl Numbers<'_> {
    pub fn byte(&mut self) -> u8 {
        self.0.next().copied().unwrap_or(0)
    }

    pub fn next(&mut self) -> f64 {
        let (digits, scale) = (f64::from(self.byte() as i8 % 9), self.byte());
        match scale {
            0..=199 => digits,
            200..=219 => digits / 3.0,
            _ => digits * 10f64.powi(i32::from(scale) - 237),
        }
    }
}
