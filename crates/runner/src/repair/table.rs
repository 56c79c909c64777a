//! Which repair suits which check: one table, without any doing in it.

use checks::code::CheckCode;
use checks::code::CheckCode::{
    A2, A3, A4, A5, A6, A7, A8, A9, A10, A11, A12, A13, B1, B2, B3, B4, B5, B6, B7, B8, B9, B10, C1, C2, C3,
    C4, C5, C6, C7, C8, C9, C10, C11, D1, D2, D3, D4, D5, D6, D7, D8, D9, D10, D11, D12, D13, D14, E1, E2,
    E3, E4, E5, E6, E7, E8, E9, F1, F2, F3, F4, F5, F6, F7, G1, G2, G3, G4,
};
use task::repair::RepairWay;

/// The way a finding is repaired; `None` where a person has to decide, or where only a look at the whole book would tell
/// whether it became better. `length_z` says whether the translation is too long or too short.
pub fn way(check: CheckCode, length_z: Option<f64>) -> Option<RepairWay> {
    let is_long = length_z.is_some_and(|z| z > 0.0);
    Some(match check {
        // Untranslated, or with the model's own words around it.
        A2 | A3 | A12 | B1 | B2 | B3 | B5 | B9 | E3 | E4 | E5 | F5 => RepairWay::Afresh,
        A4 if is_long => RepairWay::SourceOnly,
        A4 | A5 | A6 | A11 | D14 | F4 => RepairWay::Sentences,
        E6 | E7 => RepairWay::SourceOnly,
        A7 | A8 | A9 | E9 => RepairWay::Realign,
        E1 | E2 => RepairWay::Unloop,
        B6 | B7 | B8 | B10 | C1 | C3 | C6 | C8 | D1 | D2 | D4 | D5 | D6 | D7 | D8 | D9 | D10 | D11 | D12
        | D13 | F1 | F2 | F3 => RepairWay::Span,
        A10 | A13 | B4 | C2 | C4 | C5 | C7 | C9 | C10 | C11 | D3 | E8 | F6 | F7 | G1 | G2 | G3 | G4 => {
            return None;
        }
    })
}

/// Where several things are wrong, the way that repairs most comes first: a text that is made anew need not be corrected.
pub(super) const fn rank(way: RepairWay) -> u8 {
    match way {
        RepairWay::Realign => 0,
        RepairWay::Afresh => 1,
        RepairWay::Unloop => 2,
        RepairWay::Sentences => 3,
        RepairWay::SourceOnly => 4,
        RepairWay::Span => 5,
        RepairWay::Candidate => 6,
    }
}

/// How many paragraphs repaired in this way share a task. What is made afresh is made alone: its neighbours are what may
/// have led it astray. Corrections share the price of the prompt.
pub(super) const fn most_together(way: RepairWay, attempt: u32) -> usize {
    match (way, attempt) {
        (RepairWay::Realign, 0) => 6,
        (RepairWay::Realign, _) => 3,
        (RepairWay::Span, 0) => 8,
        _ => 1,
    }
}

/// What a second attempt does where the first did not help: in place did not do, so it is made anew; numbered
/// sentences are the last resort for everything else.
pub(super) const fn second(way: RepairWay) -> RepairWay {
    match way {
        RepairWay::Span => RepairWay::Afresh,
        RepairWay::Afresh | RepairWay::Unloop | RepairWay::Sentences => RepairWay::Sentences,
        RepairWay::SourceOnly => RepairWay::SourceOnly,
        RepairWay::Realign => RepairWay::Realign,
        RepairWay::Candidate => RepairWay::Candidate,
    }
}
