//! How much two lines are alike, by the pairs of characters they share.

use crate::text::markup::Marked;

/// From here on a line counts as the newer form of another.
const LIKE: f32 = 0.75;
/// Lines with fewer letters say too little to be told apart by anything but their place.
const LONG: usize = 10;
/// Shorter ones are never taken for a changed form of something else.
const SHORTEST_CHANGED: usize = 6;

/// A line prepared for comparing.
pub(super) struct Shape {
    /// The written form, spaces evened out.
    pub(super) words: String,
    /// Letters and digits only, in one width and one case.
    pub(super) letters: String,
    n_letters: usize,
    /// Pairs of neighbouring characters, sorted.
    pairs: Vec<u64>,
}

impl Shape {
    pub(super) fn from_text(text: &Marked) -> Self {
        let plain = text.plain();
        let letters: String = plain
            .chars()
            .map(narrow)
            .filter(|character| character.is_alphanumeric())
            .flat_map(char::to_lowercase)
            .collect();
        let said: Vec<char> = plain.chars().filter(|character| !character.is_whitespace()).collect();
        let mut pairs: Vec<u64> = said
            .windows(2)
            .filter_map(|pair| {
                Some((u64::from(u32::from(*pair.first()?)) << 32) | u64::from(u32::from(*pair.last()?)))
            })
            .collect();
        pairs.sort_unstable();
        Self { words: even(text.as_str()), n_letters: letters.chars().count(), letters, pairs }
    }

    /// Whether it says enough to be recognised anywhere.
    pub(super) const fn is_long(&self) -> bool {
        self.n_letters >= LONG
    }

    pub(super) fn n_pairs(&self) -> usize {
        self.pairs.len()
    }

    /// How many pairs of characters both have.
    pub(super) fn shared(&self, other: &Self) -> usize {
        let (mut left, mut right) = (self.pairs.iter().peekable(), other.pairs.iter().peekable());
        let mut n_shared = 0;
        while let (Some(a), Some(b)) = (left.peek(), right.peek()) {
            match a.cmp(b) {
                std::cmp::Ordering::Less => drop(left.next()),
                std::cmp::Ordering::Greater => drop(right.next()),
                std::cmp::Ordering::Equal => {
                    n_shared += 1;
                    left.next();
                    right.next();
                }
            }
        }
        n_shared
    }

    /// Whether the other may be this line's changed form, were it in its place.
    pub(super) fn is_like(&self, other: &Self) -> bool {
        self.may_change_into(other) && dice(self.shared(other), self.n_pairs(), other.n_pairs()) >= LIKE
    }

    pub(super) fn may_change_into(&self, other: &Self) -> bool {
        self.n_letters.min(other.n_letters) >= SHORTEST_CHANGED
    }
}

/// How alike two lines with so many pairs are, from none to one.
pub(super) fn dice(n_shared: usize, n_left: usize, n_right: usize) -> f32 {
    share(2 * n_shared, n_left + n_right)
}

/// Which share of the whole so many are.
#[expect(clippy::cast_precision_loss, reason = "a line has far fewer characters than a float can count")]
pub(super) fn share(n: usize, of: usize) -> f32 {
    if of == 0 { 0.0 } else { n as f32 / of as f32 }
}

/// Whether so much likeness is enough.
pub(super) fn is_enough(likeness: f32) -> bool {
    likeness >= LIKE
}

/// Whether two texts differ by spaces at the most.
pub fn same_words(one: &Marked, other: &Marked) -> bool {
    one == other || even(one.as_str()) == even(other.as_str())
}

fn even(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Full-width Latin letters and digits as ordinary ones.
fn narrow(character: char) -> char {
    const OFFSET: u32 = 0xfee0;
    match character {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(character) - OFFSET).unwrap_or(character),
        _ => character,
    }
}
