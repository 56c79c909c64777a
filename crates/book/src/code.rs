//! Short codes that survive a careless reader: the writing system behind every id a model or a person copies.
//!
//! A code is a number written in an alphabet of nineteen characters that are hard to confuse, followed by one
//! check character. Nineteen is prime and every position has its own weight, so one wrong character, or two
//! characters swapped anywhere in the code, never gives another valid code.

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
    let mut values = vec![0_u64; digits];
    for value in values.iter_mut().rev() {
        *value = rest % BASE;
        rest /= BASE;
    }
    values.push(check_value(&values));
    Some(values.iter().filter_map(|&value| symbol(value)).collect())
}

/// Reads a code back, or `None` when it is not one. Upper case is accepted: people type it.
pub fn decode(code: &str) -> Option<DecodedCode> {
    if code.len() < 2 || code.len() > MAX_LEN || !code.is_ascii() {
        return None;
    }
    let mut values = code.bytes().map(value_of).collect::<Option<Vec<_>>>()?;
    let check = values.pop()?;
    if check_value(&values) != check {
        return None;
    }
    let digits = values.len();
    let range = BASE.checked_pow(u32::try_from(digits).ok()?)?;
    let spread_number = values.iter().fold(0_u64, |number, &value| number * BASE + value);
    Some(DecodedCode { number: gather(spread_number, range), digits })
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
const MULTIPLIER: u128 = 1_103_515_245;
const OFFSET: u128 = 7_368_787;

fn spread(number: u64, range: u64) -> u64 {
    let mixed = (u128::from(number) * MULTIPLIER + OFFSET) % u128::from(range);
    u64::try_from(mixed).unwrap_or_default()
}

fn gather(spread_number: u64, range: u64) -> u64 {
    let modulus = i128::from(range);
    let shifted =
        (i128::from(spread_number) - i128::try_from(OFFSET).unwrap_or_default()).rem_euclid(modulus);
    let multiplier = i128::try_from(MULTIPLIER).unwrap_or_default().rem_euclid(modulus);
    let number = (shifted * inverse(multiplier, modulus)).rem_euclid(modulus);
    u64::try_from(number).unwrap_or_default()
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
