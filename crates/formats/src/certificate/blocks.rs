//! The blocks of a certificate in little room: a book may have a million of them, and each has words for messages only.

use super::{BlockRole, CertifiedBlock, ParagraphStatus};
use book::id::ParagraphId;
use book::text::packed::Packed;
use serde::de::{SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::collections::HashMap;
use std::fmt;

/// So many excerpts are packed together.
const TOGETHER: usize = 512;

/// Every block of text that must be in a file, in order.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct CertifiedBlocks {
    blocks: Vec<Compact>,
    /// The reasons there are, each once.
    reasons: Vec<String>,
    /// The place of each among them, from 1.
    numbers: HashMap<String, u16>,
    /// The excerpts of every `TOGETHER` blocks, each ended by [`END`].
    packed: Vec<Packed>,
    /// The excerpts of the blocks after those.
    excerpts: String,
}

/// A block without its words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Compact {
    digest: BlockDigest,
    paragraph: ParagraphId,
    role: BlockRole,
    status: ParagraphStatus,
    /// Its place among the reasons, from 1; 0 for none.
    reason: u16,
}

/// Ends an excerpt. It stands for no character, so that no excerpt needs it.
const END: char = '\u{10ffff}';

/// A digest of a text without white space.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BlockDigest(u64);

impl BlockDigest {
    pub(super) fn from_text(text: &str) -> Self {
        let mut hasher = blake3::Hasher::new();
        for word in text.split_whitespace() {
            hasher.update(word.as_bytes());
        }
        let hash = hasher.finalize();
        let (first, _) = hash.as_bytes().split_first_chunk().unwrap_or((&[0; 8], &[]));
        Self(u64::from_be_bytes(*first))
    }
}

impl fmt::Display for BlockDigest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

impl Serialize for BlockDigest {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for BlockDigest {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let digits = String::deserialize(deserializer)?;
        let number = u64::from_str_radix(&digits, 16).ok().filter(|_| digits.len() == 16);
        number.map(Self).ok_or_else(|| serde::de::Error::custom("a digest has sixteen hexadecimal digits"))
    }
}

impl CertifiedBlocks {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.blocks.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.blocks.is_empty()
    }

    /// All blocks in order.
    pub fn iter(&self) -> impl Iterator<Item = CertifiedBlock> {
        self.blocks.chunks(TOGETHER).enumerate().flat_map(move |(chunk, blocks)| {
            let excerpts = self.excerpts_of(chunk);
            let read = blocks
                .iter()
                .zip(excerpts.split(END))
                .map(|(block, excerpt)| self.certified_block(*block, excerpt));
            read.collect::<Vec<_>>()
        })
    }

    /// The block at this place.
    pub fn get(&self, at: usize) -> Option<CertifiedBlock> {
        let excerpts = self.excerpts_of(at / TOGETHER);
        let excerpt = excerpts.split(END).nth(at % TOGETHER).unwrap_or_default();
        self.blocks.get(at).map(|block| self.certified_block(*block, excerpt))
    }

    /// The digests of all blocks in order.
    pub(super) fn digests(&self) -> impl Iterator<Item = BlockDigest> {
        self.blocks.iter().map(|block| block.digest)
    }

    pub(super) fn push(&mut self, block: CertifiedBlock) {
        let CertifiedBlock { paragraph, role, status, reason, digest, excerpt } = block;
        let reason = reason.map_or(0, |reason| self.number_of(reason));
        self.blocks.push(Compact { digest, paragraph, role, status, reason });
        self.excerpts.extend(excerpt.chars().filter(|character| *character != END));
        self.excerpts.push(END);
        if self.blocks.len().is_multiple_of(TOGETHER) {
            self.packed.push(Packed::new(self.excerpts.as_bytes()));
            self.excerpts.clear();
        }
    }

    /// The place of a reason among all, from 1. More than can be counted are one.
    fn number_of(&mut self, reason: String) -> u16 {
        if let Some(known) = self.numbers.get(&reason) {
            return *known;
        }
        let Ok(number) = u16::try_from(self.reasons.len() + 1) else { return u16::MAX };
        self.reasons.push(reason.clone());
        self.numbers.insert(reason, number);
        number
    }

    fn excerpts_of(&self, chunk: usize) -> String {
        let packed = self.packed.get(chunk).map(Packed::unpack);
        packed.map_or_else(|| self.excerpts.clone(), |bytes| String::from_utf8(bytes).unwrap_or_default())
    }

    fn certified_block(&self, block: Compact, excerpt: &str) -> CertifiedBlock {
        let Compact { digest, paragraph, role, status, reason } = block;
        let reason = usize::from(reason).checked_sub(1).and_then(|at| self.reasons.get(at)).cloned();
        CertifiedBlock { paragraph, role, status, reason, digest, excerpt: excerpt.to_owned() }
    }
}

impl Extend<CertifiedBlock> for CertifiedBlocks {
    fn extend<I: IntoIterator<Item = CertifiedBlock>>(&mut self, blocks: I) {
        blocks.into_iter().for_each(|block| self.push(block));
    }
}

impl fmt::Debug for CertifiedBlocks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl Serialize for CertifiedBlocks {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for CertifiedBlocks {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct OneByOne;
        impl<'de> Visitor<'de> for OneByOne {
            type Value = CertifiedBlocks;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a list of blocks")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<CertifiedBlocks, A::Error> {
                let mut blocks = CertifiedBlocks::default();
                while let Some(block) = list.next_element()? {
                    blocks.push(block);
                }
                Ok(blocks)
            }
        }
        deserializer.deserialize_seq(OneByOne)
    }
}
