//! What is kept of a submission whose reply was cut off.

use tools::salvage::whole_items;

const TWO: &str =
    r#"{"paragraphs":[{"paragraph_id":"a","translated_text":"x"},{"paragraph_id":"b","translated_text":"y"#;
const FIRST: &str = r#"{"paragraphs":[{"paragraph_id":"a","translated_text":"x"}]}"#;

#[test]
fn the_item_at_the_cut_is_dropped_and_the_others_are_kept() {
    assert_eq!(whole_items("add_translation_batch", TWO).as_deref(), Some(FIRST));
}

#[test]
fn a_text_the_service_closed_for_the_model_is_not_taken_for_whole() {
    let closed = format!("{TWO}\"}}]}}");
    assert_eq!(whole_items("add_translation_batch", &closed).as_deref(), Some(FIRST));
    let with_keep = format!("{TWO}\"}}],\"keep\":[\"c\"]}}");
    assert_eq!(whole_items("add_translation_batch", &with_keep).as_deref(), Some(FIRST));
}

#[test]
fn nothing_whole_is_nothing() {
    assert_eq!(whole_items("add_translation_batch", FIRST), None);
    assert_eq!(whole_items("add_translation_batch", r#"{"paragraphs":[{"parag"#), None);
    assert_eq!(whole_items("add_translation_batch", "["), None);
    assert_eq!(whole_items("update_chapter_title", TWO), None);
}
