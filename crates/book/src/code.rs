//! Short codes that survive a careless reader: the writing system behind every id a model or a person copies.
//!
//! A code is a number written in an alphabet of nineteen characters that are hard to confuse, followed by one
//! check character. Nineteen is prime and every position has its own weight, so one wrong character, or two
//! characters swapped anywhere in the code, never gives another valid code.

use std::sync::LazyLock;

/// Digits and consonants without look-alikes (no 0/o, 1/l/i, 2/z, 5/s, 8/b, g/q, u/v) and without vowels, so that no
/// code spells a word.
const ALPHABET: [u8; 19] = *b"34679cdfhjkmnprtwxy";
const BASE: u64 = 19;
/// Longer codes than this are never made; longer text is never a code.
const MAX_LEN: usize = 15;

/// Writes `number` with `digits` data characters and a check character.
///
/// Neighbouring numbers get unlike codes: the number is first spread over the whole range, so that a slip of the
/// pen rarely lands near a neighbour. Returns `None` when the number needs more digits.
pub fn encode(number: u64, digits: usize) -> Option<String> {
    let range = BASE.checked_pow(u32::try_from(digits).ok()?)?;
    if number >= range {
        return None;
    }
    let mut rest = spread(number, range);
    let mut values = [0_u64; MAX_LEN + 1];
    let values = values.get_mut(..=digits)?;
    for value in values.iter_mut().rev().skip(1) {
        *value = rest % BASE;
        rest /= BASE;
    }
    let (check, data) = values.split_last_mut()?;
    *check = check_value(data);
    Some(values.iter().filter_map(|&value| symbol(value)).collect())
}

/// Reads a code back, or `None` when it is not one. Upper case is accepted: people type it.
pub fn decode(code: &str) -> Option<DecodedCode> {
    if code.len() < 2 || code.len() > MAX_LEN || !code.is_ascii() {
        return None;
    }
    let mut values = [0_u64; MAX_LEN];
    let values = values.get_mut(..code.len())?;
    for (value, byte) in values.iter_mut().zip(code.bytes()) {
        *value = value_of(byte)?;
    }
    let (check, data) = values.split_last()?;
    if check_value(data) != *check {
        return None;
    }
    let spread_number = data.iter().fold(0_u64, |number, &value| number * BASE + value);
    let range = BASE.checked_pow(u32::try_from(data.len()).ok()?)?;
    let number = gather(spread_number, range, *INVERSES.get(data.len())?);
    Some(DecodedCode { number, digits: data.len() })
}

/// What a valid code says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DecodedCode {
    /// The number behind the code.
    pub number: u64,
    /// How many data characters it was written with.
    pub digits: usize,
}

/// A multiplier that is no multiple of nineteen is invertible modulo any power of nineteen.
const MULTIPLIER: u64 = 1_103_515_245;
const OFFSET: u64 = 7_368_787;

/// The inverse of the multiplier for each number of data characters.
static INVERSES: LazyLock<[u64; MAX_LEN]> = LazyLock::new(|| {
    let mut modulus = 1_i128;
    std::array::from_fn(|_| {
        let inverse = inverse(i128::from(MULTIPLIER).rem_euclid(modulus), modulus);
        modulus *= i128::from(BASE);
        u64::try_from(inverse).unwrap_or_default()
    })
});

fn spread(number: u64, range: u64) -> u64 {
    let mixed = multiply(number, MULTIPLIER % range, range);
    let to_wrap = range - OFFSET % range;
    if mixed >= to_wrap { mixed - to_wrap } else { mixed + OFFSET % range }
}

fn gather(spread_number: u64, range: u64, inverse: u64) -> u64 {
    let offset = OFFSET % range;
    let mixed =
        if spread_number >= offset { spread_number - offset } else { spread_number + (range - offset) };
    multiply(mixed, inverse, range)
}

/// Ids of paragraphs are so short that their products fit; those of books are not.
fn multiply(one: u64, other: u64, modulus: u64) -> u64 {
    one.checked_mul(other).map_or_else(
        || {
            let product = u128::from(one) * u128::from(other) % u128::from(modulus);
            u64::try_from(product).unwrap_or_default()
        },
        |product| product % modulus,
    )
}

/// The multiplicative inverse by the extended Euclidean algorithm; `value` and `modulus` share no factor.
fn inverse(value: i128, modulus: i128) -> i128 {
    let (mut old_r, mut r) = (value, modulus);
    let (mut old_s, mut s) = (1_i128, 0_i128);
    while r != 0 {
        let quotient = old_r / r;
        (old_r, r) = (r, old_r - quotient * r);
        (old_s, s) = (s, old_s - quotient * s);
    }
    old_s.rem_euclid(modulus)
}

/// The check character makes the weighted sum of all characters a multiple of nineteen. Its own weight is one and
/// the data weights are two, three, four …: all different and none zero modulo nineteen.
fn check_value(values: &[u64]) -> u64 {
    let sum: u64 = values.iter().zip(2_u64..).map(|(value, weight)| value * weight).sum();
    (BASE - sum % BASE) % BASE
}

fn symbol(value: u64) -> Option<char> {
    ALPHABET.get(usize::try_from(value).ok()?).map(|&byte| char::from(byte))
}

fn value_of(byte: u8) -> Option<u64> {
    let byte = byte.to_ascii_lowercase();
    ALPHABET.iter().position(|&symbol| symbol == byte).and_then(|position| u64::try_from(position).ok())
}
