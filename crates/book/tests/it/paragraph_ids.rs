//! What the specification promises about paragraph ids, over the hundred thousand ids of a very long book.

use book::id::{BookId, ChapterId, ParagraphId};
use std::collections::HashSet;

const N_IDS: u32 = 100_000;

fn every_id() -> impl Iterator<Item = String> {
    (0..N_IDS).map(|number| ParagraphId::from_number(number).to_string())
}

fn number_of(text: &str) -> Option<u32> {
    text.parse::<ParagraphId>().ok().map(ParagraphId::number)
}

#[test]
fn ids_are_short_unique_and_free_of_look_alikes() {
    let mut seen = HashSet::new();
    for id in every_id() {
        assert!(id.len() <= 8, "{id} is longer than eight characters");
        assert!(!id.chars().any(|c| "0o1li2z5s8bgquv".contains(c)), "{id} holds a look-alike");
        assert_eq!(id, id.to_lowercase());
        assert!(seen.insert(id));
    }
    assert_eq!(seen.len(), N_IDS as usize);
}

#[test]
fn one_wrong_character_never_gives_another_valid_id() {
    for id in every_id() {
        let own = number_of(&id);
        for position in 0..id.len() {
            for wrong in "34679cdfhjkmnprtwxy".bytes() {
                let mut bytes = id.clone().into_bytes();
                if bytes[position] == wrong {
                    continue;
                }
                bytes[position] = wrong;
                let text = String::from_utf8(bytes).unwrap();
                assert_eq!(number_of(&text), None, "{text} is one character away from {id} ({own:?})");
            }
        }
    }
}

#[test]
fn two_swapped_characters_never_give_another_valid_id() {
    for id in every_id() {
        for first in 0..id.len() {
            for second in first + 1..id.len() {
                let mut bytes = id.clone().into_bytes();
                bytes.swap(first, second);
                let text = String::from_utf8(bytes).unwrap();
                if text != id {
                    assert_eq!(number_of(&text), None, "{text} is {id} with two characters swapped");
                }
            }
        }
    }
}

#[test]
fn every_number_a_book_can_reach_is_written_in_one_way_and_reads_back() {
    let largest = 19_u32.pow(7) - 1;
    let numbers = (0..30).map(|shift| largest >> shift).chain([2_476_098, 2_476_099]);
    for number in numbers {
        let text = ParagraphId::from_number(number).to_string();
        assert!(text.len() <= 8, "{text}");
        assert_eq!(number_of(&text), Some(number));
        let chapter = ChapterId::from_number(number).to_string();
        assert_eq!(chapter.parse::<ChapterId>().unwrap().number(), number);
    }
}

#[test]
fn ids_made_from_chance_have_one_length_and_read_back() {
    for bits in [0, 1, u64::MAX, 0x1234_5678_9abc_def0] {
        let id = BookId::from_random(bits);
        assert_eq!(id.to_string().len(), 10);
        assert_eq!(id.to_string().parse::<BookId>(), Ok(id));
    }
}

#[test]
fn a_mistyped_id_is_refused_by_name() {
    let message = "nonsense".parse::<ParagraphId>().unwrap_err().to_string();
    assert_eq!(message, "`nonsense` is not a paragraph id; copy the id exactly as it is shown");
}
