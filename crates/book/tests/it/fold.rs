//! Folding for comparing: what goes, what stays.

use book::text::fold::{Folding, fold};

#[test]
fn folding_takes_case_width_and_accents_away_and_leaves_kana_whole() {
    assert_eq!(fold("Élan ＡＢＣ Łódź ガギ 힘 d’eau Й"), "elan abc lodz ガギ 힘 d'eau и");
    assert_eq!(fold("e\u{301}"), fold("é"));
    assert_eq!(fold("ｶﾞﾊﾟｱ"), "ガパア");
}

#[test]
fn rows_that_are_copied_are_those_that_stay() {
    for folding in [Folding::SOURCE, Folding::READING, Folding::COMPARABLE] {
        for c in '\0'..='\u{2ffff}' {
            let (mut one_by_one, mut in_rows) = (String::new(), String::new());
            folding.push('か', &mut one_by_one);
            folding.push(c, &mut one_by_one);
            folding.push_composed(&format!("か{c}"), &mut in_rows);
            assert_eq!(in_rows, one_by_one);
        }
    }
}

#[test]
fn a_source_keeps_its_accents_however_they_are_written() {
    assert_eq!(Folding::SOURCE.fold("BÄR Йод ﬁn"), "bär йод fin");
    assert_eq!(Folding::SOURCE.fold("e\u{301}"), "é");
    assert_ne!(Folding::SOURCE.fold("メイ"), Folding::SOURCE.fold("めい"));
}

#[test]
fn a_reading_is_the_same_in_either_kana_and_width() {
    for reading in ["ガーラ・ヴ", "がーら・ゔ", "ｶﾞｰﾗ･ｳﾞ", "カ\u{3099}ーラ・ウ\u{3099}"]
    {
        assert_eq!(Folding::READING.fold(reading), "がーら・ゔ", "{reading}");
    }
}
