//! NumPy's format of one array, version 1.0: a line of text on its type and shape, then the numbers.

/// An array as the bytes of an `.npy` file.
pub fn array(kind: &str, shape: &[usize], numbers: &[u8]) -> Vec<u8> {
    let mut sizes: String = shape.iter().map(|size| format!("{size}, ")).collect();
    if shape.len() > 1 {
        sizes.truncate(sizes.len() - 2);
    }
    let mut text = format!("{{'descr': '{kind}', 'fortran_order': False, 'shape': ({}), }}", sizes.trim_end());
    // Numbers begin at a multiple of 64.
    let length = (10 + text.len() + 1).next_multiple_of(64) - 10;
    text.extend(std::iter::repeat_n(' ', length - text.len() - 1));
    text.push('\n');
    let mut bytes = b"\x93NUMPY\x01\x00".to_vec();
    bytes.extend_from_slice(&(length as u16).to_le_bytes());
    bytes.extend_from_slice(text.as_bytes());
    bytes.extend_from_slice(numbers);
    bytes
}

/// Words, as NumPy's fixed-width text.
pub fn words<'w>(list: impl IntoIterator<Item = &'w str>) -> Vec<u8> {
    let list: Vec<Vec<char>> = list.into_iter().map(|word| word.chars().collect()).collect();
    let width = list.iter().map(Vec::len).max().unwrap_or(0).max(1);
    let mut numbers = Vec::new();
    for word in &list {
        let padded = word.iter().copied().chain(std::iter::repeat('\0')).take(width);
        padded.for_each(|letter| numbers.extend_from_slice(&u32::from(letter).to_le_bytes()));
    }
    array(&format!("<U{width}"), &[list.len()], &numbers)
}
