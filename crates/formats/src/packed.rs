//! Bytes that wait in memory in little room: a book of a million paragraphs is held packed, and unpacked piece by piece.

use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;
use std::io::{Read as _, Write as _};

/// Something packed in memory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Packed {
    Deflated {
        bytes: Box<[u8]>,
        n_unpacked: usize,
    },
    /// What could not be packed.
    AsIs(Box<[u8]>),
}

impl Packed {
    /// Packs bytes, quickly rather than well.
    pub(crate) fn new(bytes: &[u8]) -> Self {
        let mut encoder = DeflateEncoder::new(Vec::new(), Compression::fast());
        let deflated = encoder.write_all(bytes).and_then(|()| encoder.finish());
        match deflated {
            Ok(deflated) => Self::Deflated { bytes: deflated.into(), n_unpacked: bytes.len() },
            Err(_) => Self::AsIs(bytes.into()),
        }
    }

    /// The bytes as they were. What was packed here can be unpacked.
    pub(crate) fn unpack(&self) -> Vec<u8> {
        match self {
            Self::AsIs(bytes) => bytes.to_vec(),
            Self::Deflated { bytes, n_unpacked } => {
                let mut unpacked = Vec::with_capacity(*n_unpacked);
                // Reading from memory fails only on bytes that the encoder did not write.
                let _ = DeflateDecoder::new(&**bytes).read_to_end(&mut unpacked);
                unpacked
            }
        }
    }
}
