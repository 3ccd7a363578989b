//! Stored bytes → numbers and texts. The conversions of the HDF5 crates are not used: they turn one type into
//! another in silence.

use hdf5_reader::{ByteOrder, Datatype, StringPadding};

/// How to read whole numbers of this type, of any width; a message if it has none.
pub(super) fn integers(datatype: &Datatype) -> Result<impl Fn(&[u8]) -> Vec<i64> + use<>, String> {
    let &Datatype::FixedPoint { size: size @ 1..=8, signed, byte_order } = datatype else {
        return Err(format!("expected integers, found {}", describe(datatype)));
    };
    let width = usize::from(size);
    let integer = move |bytes: &[u8]| {
        let value = u64::from_le_bytes(little_endian(bytes, byte_order));
        let unused = 64 - 8 * u32::from(size);
        // An unsigned number beyond i64 is beyond every limit as well.
        if signed { (value << unused) as i64 >> unused } else { i64::try_from(value).unwrap_or(i64::MAX) }
    };
    Ok(move |bytes: &[u8]| bytes.chunks_exact(width).map(integer).collect())
}

/// How to read floating-point numbers of this type, single or double; a message if it has none.
pub(super) fn numbers(datatype: &Datatype) -> Result<impl Fn(&[u8]) -> Vec<f64> + use<>, String> {
    let &Datatype::FloatingPoint { size: size @ (4 | 8), byte_order } = datatype else {
        return Err(format!("expected floating-point numbers, found {}", describe(datatype)));
    };
    let number = move |bytes: &[u8]| {
        let bits = u64::from_le_bytes(little_endian(bytes, byte_order));
        if size == 8 { f64::from_bits(bits) } else { f64::from(f32::from_bits(bits as u32)) }
    };
    Ok(move |bytes: &[u8]| bytes.chunks_exact(usize::from(size)).map(number).collect())
}

/// Up to eight bytes of a number, the least first.
fn little_endian(bytes: &[u8], order: ByteOrder) -> [u8; 8] {
    let mut little = [0; 8];
    for (k, &byte) in bytes.iter().enumerate().take(8) {
        little[if order == ByteOrder::LittleEndian { k } else { bytes.len() - 1 - k }] = byte;
    }
    little
}

/// Text of an unknown encoding: UTF-8, and Latin-1 where it is not, as recorded files have stray bytes.
pub(super) fn text(bytes: &[u8], padding: StringPadding) -> String {
    let bytes = bytes.split(|&byte| byte == 0).next().unwrap_or_default();
    let text = match std::str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        Err(_) => bytes.iter().map(|&byte| char::from(byte)).collect(),
    };
    if padding == StringPadding::SpacePad { text.trim_end_matches(' ').to_owned() } else { text }
}

/// A type in a few words, for "expected …, found …".
pub(super) fn describe(datatype: &Datatype) -> String {
    match datatype {
        Datatype::FixedPoint { size, .. } => format!("integers of {size} bytes"),
        Datatype::FloatingPoint { size, .. } => format!("floating-point numbers of {size} bytes"),
        Datatype::String { .. } => "a text".to_owned(),
        Datatype::VarLen { .. } => "values of varying length".to_owned(),
        Datatype::Compound { .. } => "compounds".to_owned(),
        Datatype::Array { .. } => "arrays".to_owned(),
        Datatype::Enum { .. } => "enumerations".to_owned(),
        Datatype::Opaque { .. } => "opaque bytes".to_owned(),
        Datatype::Reference { .. } => "references".to_owned(),
        Datatype::Bitfield { .. } => "bit fields".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_of_every_width_sign_and_order() {
        let read = |size, signed, byte_order, bytes: &[u8]| {
            integers(&Datatype::FixedPoint { size, signed, byte_order }).map(|decode| decode(bytes))
        };
        assert_eq!(read(2, true, ByteOrder::LittleEndian, &[0xfe, 0xff, 1, 0]), Ok(vec![-2, 1]));
        assert_eq!(read(2, false, ByteOrder::BigEndian, &[0xff, 0xfe]), Ok(vec![65534]));
        assert_eq!(read(3, true, ByteOrder::BigEndian, &[0xff, 0xff, 0xfd]), Ok(vec![-3]));
        assert_eq!(read(8, false, ByteOrder::LittleEndian, &[0xff; 8]), Ok(vec![i64::MAX]));
        assert_eq!(read(8, true, ByteOrder::LittleEndian, &[0xff; 8]), Ok(vec![-1]));
        assert_eq!(
            read(9, true, ByteOrder::LittleEndian, &[]),
            Err("expected integers, found integers of 9 bytes".into())
        );
    }

    #[test]
    fn numbers_of_both_widths_and_orders() {
        let read = |size, byte_order, bytes: &[u8]| {
            numbers(&Datatype::FloatingPoint { size, byte_order }).map(|decode| decode(bytes))
        };
        assert_eq!(read(8, ByteOrder::BigEndian, &0.1f64.to_be_bytes()), Ok(vec![0.1]));
        assert_eq!(read(4, ByteOrder::LittleEndian, &0.5f32.to_le_bytes()), Ok(vec![0.5]));
        assert!(read(2, ByteOrder::LittleEndian, &[]).is_err());
    }
}
