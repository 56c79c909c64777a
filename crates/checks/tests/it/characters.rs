//! Single characters: letters, composed forms, sets, and the writing a Han character betrays.

use checks::language::han::HanSets;
use checks::text::charset::CharSet;
use checks::text::composition::is_surely_composed;
use checks::text::letter::is_alphanumeric;
use unicode_normalization::char::canonical_combining_class;
use unicode_normalization::{IsNormalized, is_nfc_quick};

#[test]
fn the_short_way_gives_the_same_answers() {
    for c in '\0'..=char::MAX {
        assert_eq!(is_alphanumeric(c), c.is_alphanumeric(), "{c:?}");
    }
}

#[test]
fn what_is_taken_for_composed_is_so_wherever_it_stands() {
    for c in ('\0'..=char::MAX).filter(|c| is_surely_composed(*c)) {
        let quick = is_nfc_quick(std::iter::once(c));
        assert!(quick == IsNormalized::Yes && canonical_combining_class(c) == 0, "{c:?}");
    }
}

#[test]
fn characters_of_every_plane_are_kept_once() {
    let mut set = CharSet::new();
    for c in ['a', 'あ', '\u{ffff}', '\u{10000}', '𠀀', char::MAX] {
        assert!(!set.contains(c));
        assert!(set.insert(c));
        assert!(!set.insert(c));
        assert!(set.contains(c));
    }
    assert!(!set.contains('い') && !set.contains('😀'));
}

#[test]
fn telling_characters_are_in_their_sets_and_shared_ones_in_none() {
    let sets = HanSets::load();
    assert!("说这们发".chars().all(|c| sets.simplified.contains(&c)));
    assert!("說這們發".chars().all(|c| sets.traditional.contains(&c)));
    assert!("気対桜駅".chars().all(|c| sets.japanese.contains(&c)));
    for shared in "后干里乾山水人云只".chars() {
        assert!(!sets.simplified.contains(&shared) && !sets.traditional.contains(&shared), "{shared}");
    }
    assert!(!sets.simplified_not_japanese.contains(&'国'));
}
