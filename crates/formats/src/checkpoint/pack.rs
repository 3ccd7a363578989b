//! Values ↔ bytes.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

/// What is wrong with bytes: in which field, at which byte, and what was expected.
#[derive(Debug)]
pub(super) struct Fault {
    /// From the inside out.
    pub path: Vec<&'static str>,
    pub message: String,
}

impl Fault {
    /// The same, of a field of something larger.
    pub fn within(mut self, field: &'static str) -> Self {
        self.path.push(field);
        self
    }

    /// The field, from the outside in.
    pub fn field(&self) -> String {
        self.path.iter().rev().copied().collect::<Vec<_>>().join(".")
    }
}

/// Bytes that are read from the front.
pub(super) struct Unpacker<'b> {
    pub bytes: &'b [u8],
    pub at: usize,
}

impl<'b> Unpacker<'b> {
    pub fn fault(&self, expected: &str, found: impl std::fmt::Display) -> Fault {
        Fault { path: Vec::new(), message: format!("byte {}: expected {expected}, found {found}", self.at) }
    }

    pub fn left(&self) -> usize {
        self.bytes.len() - self.at
    }

    fn take(&mut self, count: usize) -> Result<&'b [u8], Fault> {
        if count > self.left() {
            return Err(self.fault(&format!("{count} more bytes"), format!("{} before the end", self.left())));
        }
        let taken = &self.bytes[self.at..self.at + count];
        self.at += count;
        Ok(taken)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], Fault> {
        let mut array = [0; N];
        array.copy_from_slice(self.take(N)?);
        Ok(array)
    }

    /// How many there are of something, each of at least one byte.
    fn count(&mut self) -> Result<usize, Fault> {
        let count = usize::unpack(self)?;
        if count > self.left() {
            return Err(
                self.fault(&format!("a count of at most {}, the number of bytes before the end", self.left()), count)
            );
        }
        Ok(count)
    }
}

/// A value that can be written as bytes, and read again.
pub(super) trait Packed: Sized {
    fn pack(&self, into: &mut Vec<u8>);
    fn unpack(from: &mut Unpacker<'_>) -> Result<Self, Fault>;
}

/// A struct is its fields, one after the other.
macro_rules! packed {
    ($type:ty { $($field:ident),+ $(,)? }) => {
        impl $crate::checkpoint::pack::Packed for $type {
            fn pack(&self, into: &mut Vec<u8>) {
                $($crate::checkpoint::pack::Packed::pack(&self.$field, into);)+
            }

            fn unpack(
                from: &mut $crate::checkpoint::pack::Unpacker<'_>,
            ) -> Result<Self, $crate::checkpoint::pack::Fault> {
                Ok(Self { $($field: $crate::checkpoint::pack::Packed::unpack(from)
                    .map_err(|fault| fault.within(stringify!($field)))?),+ })
            }
        }
    };
}
pub(super) use packed;

macro_rules! packed_number {
    ($($number:ty),+) => {
        $(impl Packed for $number {
            fn pack(&self, into: &mut Vec<u8>) {
                into.extend_from_slice(&self.to_le_bytes());
            }

            fn unpack(from: &mut Unpacker<'_>) -> Result<Self, Fault> {
                from.array().map(Self::from_le_bytes)
            }
        })+
    };
}

packed_number!(u8, u32, u64, f64);

impl Packed for usize {
    fn pack(&self, into: &mut Vec<u8>) {
        (*self as u64).pack(into);
    }

    fn unpack(from: &mut Unpacker<'_>) -> Result<Self, Fault> {
        let number = u64::unpack(from)?;
        Self::try_from(number).map_err(|_| from.fault("a count that this machine can hold", number))
    }
}

impl Packed for bool {
    fn pack(&self, into: &mut Vec<u8>) {
        into.push(u8::from(*self));
    }

    fn unpack(from: &mut Unpacker<'_>) -> Result<Self, Fault> {
        match u8::unpack(from)? {
            0 => Ok(false),
            1 => Ok(true),
            other => Err(from.fault("0 or 1", other)),
        }
    }
}

impl Packed for String {
    fn pack(&self, into: &mut Vec<u8>) {
        self.len().pack(into);
        into.extend_from_slice(self.as_bytes());
    }

    fn unpack(from: &mut Unpacker<'_>) -> Result<Self, Fault> {
        let count = from.count()?;
        let text = std::str::from_utf8(from.take(count)?).map(str::to_owned);
        text.map_err(|_| from.fault("UTF-8 text", "other bytes"))
    }
}

impl Packed for Cow<'static, str> {
    fn pack(&self, into: &mut Vec<u8>) {
        self.len().pack(into);
        into.extend_from_slice(self.as_bytes());
    }

    fn unpack(from: &mut Unpacker<'_>) -> Result<Self, Fault> {
        String::unpack(from).map(Cow::Owned)
    }
}

impl<T: Packed> Packed for Vec<T> {
    fn pack(&self, into: &mut Vec<u8>) {
        self.len().pack(into);
        self.iter().for_each(|entry| entry.pack(into));
    }

    fn unpack(from: &mut Unpacker<'_>) -> Result<Self, Fault> {
        let count = from.count()?;
        // It grows with what is read, not with what is claimed.
        let mut list = Self::new();
        for _ in 0..count {
            list.push(T::unpack(from)?);
        }
        Ok(list)
    }
}

impl<T: Packed, const N: usize> Packed for [T; N] {
    fn pack(&self, into: &mut Vec<u8>) {
        self.iter().for_each(|entry| entry.pack(into));
    }

    fn unpack(from: &mut Unpacker<'_>) -> Result<Self, Fault> {
        let entries: Vec<T> = (0..N).map(|_| T::unpack(from)).collect::<Result<_, _>>()?;
        entries.try_into().map_err(|entries: Vec<T>| from.fault("as many entries as the array has", entries.len()))
    }
}

impl<T: Packed> Packed for Option<T> {
    fn pack(&self, into: &mut Vec<u8>) {
        self.is_some().pack(into);
        self.iter().for_each(|value| value.pack(into));
    }

    fn unpack(from: &mut Unpacker<'_>) -> Result<Self, Fault> {
        if bool::unpack(from)? { T::unpack(from).map(Some) } else { Ok(None) }
    }
}

impl<A: Packed, B: Packed> Packed for (A, B) {
    fn pack(&self, into: &mut Vec<u8>) {
        self.0.pack(into);
        self.1.pack(into);
    }

    fn unpack(from: &mut Unpacker<'_>) -> Result<Self, Fault> {
        Ok((A::unpack(from)?, B::unpack(from)?))
    }
}

impl<A: Packed, B: Packed, C: Packed> Packed for (A, B, C) {
    fn pack(&self, into: &mut Vec<u8>) {
        self.0.pack(into);
        self.1.pack(into);
        self.2.pack(into);
    }

    fn unpack(from: &mut Unpacker<'_>) -> Result<Self, Fault> {
        Ok((A::unpack(from)?, B::unpack(from)?, C::unpack(from)?))
    }
}

impl<K: Packed + Ord, V: Packed> Packed for BTreeMap<K, V> {
    fn pack(&self, into: &mut Vec<u8>) {
        self.len().pack(into);
        for (key, value) in self {
            key.pack(into);
            value.pack(into);
        }
    }

    fn unpack(from: &mut Unpacker<'_>) -> Result<Self, Fault> {
        Vec::<(K, V)>::unpack(from).map(Self::from_iter)
    }
}

impl Packed for BTreeSet<String> {
    fn pack(&self, into: &mut Vec<u8>) {
        self.len().pack(into);
        self.iter().for_each(|entry| entry.pack(into));
    }

    fn unpack(from: &mut Unpacker<'_>) -> Result<Self, Fault> {
        Vec::unpack(from).map(Self::from_iter)
    }
}
