//! Lists that wait in memory packed: the paragraphs of a book of a million are ten times as large as they need be while
//! they are not read.

use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;
use std::borrow::Cow;
use std::fmt;
use std::io::{Read as _, Write as _};
use std::ops::{Deref, DerefMut};
use std::sync::OnceLock;

/// How many members of a book's lists are held as they are. Few books are longer.
pub const HELD: usize = 50_000;

/// Bytes packed in memory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Packed(Bytes);

#[derive(Debug, Clone, PartialEq, Eq)]
enum Bytes {
    Deflated {
        bytes: Box<[u8]>,
        n_unpacked: usize,
    },
    /// What could not be packed.
    AsIs(Box<[u8]>),
}

impl Packed {
    /// Packs bytes, quickly rather than well.
    pub fn new(bytes: &[u8]) -> Self {
        let mut encoder = DeflateEncoder::new(Vec::new(), Compression::fast());
        let deflated = encoder.write_all(bytes).and_then(|()| encoder.finish());
        Self(match deflated {
            Ok(deflated) => Bytes::Deflated { bytes: deflated.into(), n_unpacked: bytes.len() },
            Err(_) => Bytes::AsIs(bytes.into()),
        })
    }

    /// The bytes as they were. What was packed here can be unpacked.
    pub fn unpack(&self) -> Vec<u8> {
        match &self.0 {
            Bytes::AsIs(bytes) => bytes.to_vec(),
            Bytes::Deflated { bytes, n_unpacked } => {
                let mut unpacked = Vec::with_capacity(*n_unpacked);
                // Reading from memory fails only on bytes that the encoder did not write.
                let _ = DeflateDecoder::new(&**bytes).read_to_end(&mut unpacked);
                unpacked
            }
        }
    }
}

/// What can be written as bytes and read from them.
///
/// An implementer promises that `read` takes exactly what `write` wrote, and gives an equal value.
pub trait Packable: Sized + Clone {
    /// Adds itself to the bytes.
    fn write(&self, to: &mut Vec<u8>);

    /// Takes one from the front of the bytes.
    fn read(from: &mut &[u8]) -> Option<Self>;
}

/// Adds a number to packed bytes.
pub fn write_number(number: u32, to: &mut Vec<u8>) {
    to.extend_from_slice(&number.to_le_bytes());
}

/// Takes a number from packed bytes.
pub fn read_number(from: &mut &[u8]) -> Option<u32> {
    let (number, rest) = from.split_first_chunk::<4>()?;
    *from = rest;
    Some(u32::from_le_bytes(*number))
}

/// Adds a text to packed bytes.
pub fn write_text(text: &str, to: &mut Vec<u8>) {
    write_number(u32::try_from(text.len()).unwrap_or(u32::MAX), to);
    to.extend_from_slice(text.as_bytes());
}

/// Takes a text from packed bytes.
pub fn read_text<'a>(from: &mut &'a [u8]) -> Option<&'a str> {
    let n_bytes = usize::try_from(read_number(from)?).ok()?;
    let (text, rest) = from.split_at_checked(n_bytes)?;
    *from = rest;
    std::str::from_utf8(text).ok()
}

/// A list that is held as it is or packed.
///
/// Looking at it as a slice unpacks it for good; [`Self::unpacked`] does not.
pub struct PackableVec<T> {
    /// The members, unless they are packed.
    held: Vec<T>,
    packed: Option<PackedVec<T>>,
}

#[derive(Clone)]
struct PackedVec<T> {
    bytes: Packed,
    n_members: usize,
    /// The members for those who look at them as a slice.
    seen: OnceLock<Vec<T>>,
}

impl<T: Packable> PackedVec<T> {
    fn unpack(&self) -> Vec<T> {
        let bytes = self.bytes.unpack();
        let mut rest = bytes.as_slice();
        let mut members = Vec::with_capacity(self.n_members);
        members.extend(std::iter::from_fn(|| T::read(&mut rest)).take(self.n_members));
        members
    }
}

impl<T: Packable> PackableVec<T> {
    /// Packs the list, unless it is packed already.
    pub fn pack(&mut self) {
        if let Some(packed) = &mut self.packed {
            packed.seen = OnceLock::new();
            return;
        }
        let mut bytes = Vec::new();
        for one in &self.held {
            one.write(&mut bytes);
        }
        let n_members = self.held.len();
        self.packed = Some(PackedVec { bytes: Packed::new(&bytes), n_members, seen: OnceLock::new() });
        self.held = Vec::new();
    }

    /// The members of a list that is not packed.
    pub fn held(&self) -> Option<&[T]> {
        self.packed.is_none().then_some(self.held.as_slice())
    }

    /// The members. Those of a packed list are unpacked for this call only.
    pub fn unpacked(&self) -> Cow<'_, [T]> {
        match &self.packed {
            None => Cow::Borrowed(&self.held),
            Some(packed) => match packed.seen.get() {
                Some(seen) => Cow::Borrowed(seen),
                None => Cow::Owned(packed.unpack()),
            },
        }
    }

    /// The members one by one, a packed list's unpacked only meanwhile.
    pub fn each(&self) -> impl Iterator<Item = Cow<'_, T>> {
        let (held, unpacked) = match self.unpacked() {
            Cow::Borrowed(held) => (held, Vec::new()),
            Cow::Owned(unpacked) => (&[][..], unpacked),
        };
        held.iter().map(Cow::Borrowed).chain(unpacked.into_iter().map(Cow::Owned))
    }

    /// How many members it has.
    pub fn len(&self) -> usize {
        self.packed.as_ref().map_or(self.held.len(), |packed| packed.n_members)
    }

    /// Whether it has no members.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// Packs what a long book has too much of.
#[derive(Debug, Default)]
pub struct Packer {
    n_seen: usize,
}

impl Packer {
    /// Packs a list if those before it have filled their room.
    pub fn put_away<T: Packable>(&mut self, list: &mut PackableVec<T>) {
        self.n_seen += list.len();
        if self.n_seen > HELD {
            list.pack();
        }
    }
}

impl<T: Packable> Deref for PackableVec<T> {
    type Target = Vec<T>;

    fn deref(&self) -> &Vec<T> {
        match &self.packed {
            None => &self.held,
            Some(packed) => packed.seen.get_or_init(|| packed.unpack()),
        }
    }
}

impl<T: Packable> DerefMut for PackableVec<T> {
    fn deref_mut(&mut self) -> &mut Vec<T> {
        if let Some(packed) = self.packed.take() {
            let unpacked = packed.seen.get().is_none().then(|| packed.unpack());
            self.held = unpacked.or_else(|| packed.seen.into_inner()).unwrap_or_default();
        }
        &mut self.held
    }
}

impl<T: Packable> From<Vec<T>> for PackableVec<T> {
    fn from(held: Vec<T>) -> Self {
        Self { held, packed: None }
    }
}

impl<T: Packable> FromIterator<T> for PackableVec<T> {
    fn from_iter<I: IntoIterator<Item = T>>(members: I) -> Self {
        members.into_iter().collect::<Vec<T>>().into()
    }
}

impl<T: Packable> IntoIterator for PackableVec<T> {
    type Item = T;
    type IntoIter = std::vec::IntoIter<T>;

    fn into_iter(mut self) -> Self::IntoIter {
        std::mem::take(&mut *self).into_iter()
    }
}

impl<'a, T: Packable> IntoIterator for &'a PackableVec<T> {
    type Item = &'a T;
    type IntoIter = std::slice::Iter<'a, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<'a, T: Packable> IntoIterator for &'a mut PackableVec<T> {
    type Item = &'a mut T;
    type IntoIter = std::slice::IterMut<'a, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter_mut()
    }
}

impl<T> Default for PackableVec<T> {
    fn default() -> Self {
        Self { held: Vec::new(), packed: None }
    }
}

impl<T: Clone> Clone for PackableVec<T> {
    fn clone(&self) -> Self {
        Self { held: self.held.clone(), packed: self.packed.clone() }
    }
}

impl<T: Packable + PartialEq> PartialEq for PackableVec<T> {
    fn eq(&self, other: &Self) -> bool {
        self.unpacked() == other.unpacked()
    }
}

impl<T: Packable + Eq> Eq for PackableVec<T> {}

impl<T: Packable + fmt::Debug> fmt::Debug for PackableVec<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.unpacked().iter()).finish()
    }
}
