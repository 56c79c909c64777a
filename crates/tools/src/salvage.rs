//! What is whole in a call that was cut off: paid for, and safe to carry out.

use crate::arguments;
use crate::text::PromptLanguage;
use crate::tool::Tool;
use crate::translation::add_translation_batch::AddTranslationBatch;
use serde_json::Value;

/// Arguments that could be read.
#[derive(Debug, Clone, PartialEq)]
pub struct Arguments {
    /// One object.
    pub value: Value,
    /// Whether the end was missing and something had to be dropped.
    pub cut_off: bool,
}

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

/// Arguments as a model wrote them, put right as far as that is safe; what is missing at a cut-off end is left out.
pub fn read_arguments(arguments: &str) -> Option<Arguments> {
    arguments::parse(arguments, PromptLanguage::English).ok()
}

/// The object of such arguments.
pub fn read_object(arguments: &str) -> Option<Value> {
    read_arguments(arguments).map(|read| read.value)
}
