//! Every id as a type of its own, so that a chapter can never be taken for a paragraph.

use crate::code;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::fmt;
use std::str::FromStr;

/// Text that should have been an id and is none.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{text}` is not a {kind} id; copy the id exactly as it is shown")]
pub struct InvalidId {
    text: String,
    kind: &'static str,
}

/// An id that is a number inside and a short code outside.
macro_rules! coded_id {
    ($(#[$doc:meta])* $name:ident, $number:ty, $kind:literal, min_digits $min:literal, max_digits $max:literal) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name($number);

        impl $name {
            /// The id with this number; what the store keeps.
            pub const fn from_number(number: $number) -> Self {
                Self(number)
            }

            /// The number behind the code.
            pub const fn number(self) -> $number {
                self.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                let number = u64::from(self.0);
                match ($min..=$max).find_map(|digits| code::encode(number, digits)) {
                    Some(code) => f.pad(&code),
                    // No book comes near 893 million paragraphs; this arm keeps Display total.
                    None => write!(f, "{number}"),
                }
            }
        }

        impl FromStr for $name {
            type Err = InvalidId;

            fn from_str(text: &str) -> Result<Self, InvalidId> {
                let invalid = || InvalidId { text: text.to_owned(), kind: $kind };
                let decoded = code::decode(text.trim()).ok_or_else(invalid)?;
                let id = Self(<$number>::try_from(decoded.number).map_err(|_| invalid())?);
                // A number is written in exactly one way, so an unusual length is no id of ours.
                if id.to_string().eq_ignore_ascii_case(text.trim()) { Ok(id) } else { Err(invalid()) }
            }
        }

        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
            }
        }
    };
}

coded_id!(
    /// A paragraph, unique in its book: the only key a model may submit with. Six characters for the first 2.4
    /// million paragraphs of a book, eight at most.
    ParagraphId, u32, "paragraph", min_digits 5, max_digits 7
);
coded_id!(
    /// A chapter, unique in its book. Four characters for the first 6,859 chapters.
    ChapterId, u32, "chapter", min_digits 3, max_digits 8
);
coded_id!(
    /// A book, unique in every library: made from chance, so that books of two libraries can meet.
    BookId, u64, "book", min_digits 9, max_digits 14
);
coded_id!(
    /// A series: the owner of terms, characters and memories.
    SeriesId, u64, "series", min_digits 9, max_digits 14
);
coded_id!(
    /// A run: one wish of a person, made of tasks.
    RunId, u64, "run", min_digits 9, max_digits 14
);
coded_id!(
    /// A task: one chunk's work.
    TaskId, u64, "task", min_digits 9, max_digits 14
);
coded_id!(
    /// A conversation with the assistant about a book.
    ChatId, u64, "conversation", min_digits 9, max_digits 14
);
coded_id!(
    /// A term, unique in its series.
    TermId, u32, "term", min_digits 4, max_digits 8
);
coded_id!(
    /// A character, unique in its series.
    CharacterId, u32, "character", min_digits 4, max_digits 8
);
coded_id!(
    /// A memory, unique in its series.
    MemoryId, u32, "memory", min_digits 4, max_digits 8
);

/// Ids made from chance stay below this, so that all of them are written with nine data characters and a check.
const RANDOM_RANGE: u64 = 19_u64.pow(9);

macro_rules! random_id {
    ($($name:ident),+) => {$(
        impl $name {
            /// The id that these random bits give.
            pub const fn from_random(bits: u64) -> Self {
                Self(bits % RANDOM_RANGE)
            }
        }
    )+};
}

random_id!(BookId, SeriesId, RunId, TaskId, ChatId);

/// Ids of entries made from chance are between these, so that all of them are written with seven data characters and a
/// check. Among five thousand entries the chance that any two meet is about one in a hundred; whoever makes one hands
/// in those that are taken.
const FIRST_ENTRY: u64 = 19_u64.pow(6);
const END_OF_ENTRIES: u64 = 19_u64.pow(7);

/// Makes ids of terms, characters and memories from a seed, always the same ones from the same seed. A tool that only
/// reads, and two programs that know nothing of each other, can name an entry before it is written.
#[derive(Debug, Clone)]
pub struct Mint {
    state: u64,
}

impl Mint {
    /// A mint for this seed; different makers take different seeds.
    pub const fn new(seed: u64) -> Self {
        Self { state: seed }
    }

    /// A new term's id, none of those that are taken.
    pub fn term(&mut self, is_taken: impl Fn(TermId) -> bool) -> TermId {
        self.fresh(TermId::from_number, is_taken)
    }

    /// A new character's id, none of those that are taken.
    pub fn character(&mut self, is_taken: impl Fn(CharacterId) -> bool) -> CharacterId {
        self.fresh(CharacterId::from_number, is_taken)
    }

    /// A new memory's id, none of those that are taken.
    pub fn memory(&mut self, is_taken: impl Fn(MemoryId) -> bool) -> MemoryId {
        self.fresh(MemoryId::from_number, is_taken)
    }

    /// A series never has nearly as many entries as there are ids, so this ends after a draw or two.
    fn fresh<T: Copy>(&mut self, id: impl Fn(u32) -> T, is_taken: impl Fn(T) -> bool) -> T {
        loop {
            let number = FIRST_ENTRY + self.draw() % (END_OF_ENTRIES - FIRST_ENTRY);
            let id = id(u32::try_from(number).unwrap_or_default());
            if !is_taken(id) {
                return id;
            }
        }
    }

    /// The next number of the sequence known as `SplitMix64`.
    const fn draw(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.state ^ (self.state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }
}

/// One translation of one paragraph. The store hands these out in the order of writing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct VersionId(i64);

impl VersionId {
    /// The id with this number; what the store keeps.
    pub const fn from_number(number: i64) -> Self {
        Self(number)
    }

    /// The number the store keeps.
    pub const fn number(self) -> i64 {
        self.0
    }
}

impl fmt::Display for VersionId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "v{}", self.0)
    }
}

impl FromStr for VersionId {
    type Err = InvalidId;

    fn from_str(text: &str) -> Result<Self, InvalidId> {
        let digits = text.trim().trim_start_matches(['v', 'V']);
        digits.parse().map(Self).map_err(|_| InvalidId { text: text.to_owned(), kind: "version" })
    }
}
