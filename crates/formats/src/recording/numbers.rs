//! Numbers in bytes, little-endian.

/// Takes numbers off the front of some bytes.
pub(super) struct Numbers<'b>(pub &'b [u8]);

impl Numbers<'_> {
    fn bytes<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (first, rest) = self.0.split_first_chunk::<N>()?;
        self.0 = rest;
        Some(*first)
    }

    pub fn byte(&mut self) -> Option<u8> {
        self.bytes::<1>().map(|[byte]| byte)
    }

    pub fn whole(&mut self) -> Option<u32> {
        self.bytes().map(u32::from_le_bytes)
    }

    pub fn long(&mut self) -> Option<u64> {
        self.bytes().map(u64::from_le_bytes)
    }

    pub fn single(&mut self) -> Option<f32> {
        self.bytes().map(f32::from_le_bytes)
    }

    pub fn double(&mut self) -> Option<f64> {
        self.bytes().map(f64::from_le_bytes)
    }

    pub fn singles(&mut self) -> Option<[f32; 3]> {
        Some([self.single()?, self.single()?, self.single()?])
    }

    pub fn doubles(&mut self) -> Option<[f64; 3]> {
        Some([self.double()?, self.double()?, self.double()?])
    }

    /// So many; none, and nothing allocated, if there are fewer.
    pub fn many(&mut self, count: usize) -> Option<Vec<f64>> {
        if self.0.len() / 8 < count {
            return None;
        }
        (0..count).map(|_| self.double()).collect()
    }
}
