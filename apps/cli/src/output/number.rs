//! Numbers a person can read at a glance.

/// A number with its thousands set apart.
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut grouped = String::new();
    for (position, digit) in digits.chars().enumerate() {
        if position > 0 && (digits.len() - position).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

/// A number with its noun in the right form: `1 paragraph`, `2 entries`.
pub(crate) fn counted(n: usize, noun: &str) -> String {
    let number = grouped(u64::try_from(n).unwrap_or(u64::MAX));
    match noun.strip_suffix('y') {
        _ if n == 1 => format!("1 {noun}"),
        Some(stem) => format!("{number} {stem}ies"),
        None => format!("{number} {noun}s"),
    }
}

#[cfg(test)]
mod tests {
    use super::{counted, grouped};

    #[test]
    fn nouns_follow_their_number() {
        assert_eq!(counted(1, "paragraph"), "1 paragraph");
        assert_eq!(counted(0, "chunk"), "0 chunks");
        assert_eq!(counted(1200, "entry"), "1,200 entries");
    }

    #[test]
    fn thousands_are_set_apart() {
        assert_eq!(grouped(0), "0");
        assert_eq!(grouped(999), "999");
        assert_eq!(grouped(4812), "4,812");
        assert_eq!(grouped(1_234_567), "1,234,567");
    }
}
