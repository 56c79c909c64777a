//! What is whole in a call that was cut off: paid for, and safe to carry out.

use crate::arguments;
use crate::text::PromptLanguage;
use crate::tool::Tool;
use crate::translation::add_translation_batch::AddTranslationBatch;
use serde_json::Value;

/// The arguments of a submission without the item at which its reply was cut off; `None` when nothing whole is left
/// or the call is no submission.
///
/// The last item goes even if its text looks finished: a service that closes what it cuts off makes every text look so.
pub fn whole_items(name: &str, arguments: &str) -> Option<String> {
    if name != AddTranslationBatch::NAME {
        return None;
    }
    let mut read = arguments::parse(arguments, PromptLanguage::English).ok()?;
    let object = read.value.as_object_mut()?;
    object.retain(|key, _| key == "paragraphs");
    let items = object.get_mut("paragraphs").and_then(Value::as_array_mut)?;
    if !read.cut_off {
        items.pop();
    }
    (!items.is_empty()).then(|| read.value.to_string())
}

/// An object that a model wrote as arguments, put right as far as that is safe; what is missing at a cut-off end is left
/// out.
pub fn read_object(arguments: &str) -> Option<Value> {
    arguments::parse(arguments, PromptLanguage::English).ok().map(|read| read.value)
}

#[cfg(test)]
mod tests {
    use super::whole_items;

    const TWO: &str = r#"{"paragraphs":[{"paragraph_id":"a","translated_text":"x"},{"paragraph_id":"b","translated_text":"y"#;
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
}
