//! What a translated title has to be like, of a chapter or of the book.

use crate::context::ToolContext;
use crate::tool::{Refusal, ToolError};

const MAX_TITLE_CHARS: usize = 300;

/// The title on one line, if it is one.
pub(super) fn read(ctx: &ToolContext<'_>, given: &str) -> Result<String, ToolError> {
    let title: String = given.split_whitespace().collect::<Vec<_>>().join(" ");
    if !title.is_empty() && title.chars().nth(MAX_TITLE_CHARS).is_none() {
        return Ok(title);
    }
    let error = ctx.language.choose(
        format!("标题为空或超过 {MAX_TITLE_CHARS} 个字符。请给出标题的译文。"),
        format!("The title is empty or longer than {MAX_TITLE_CHARS} characters. Send the translated title."),
    );
    Err(Refusal::new("INVALID_TITLE", error).into())
}
