//! What a translated title has to be like, of a chapter or of the book.

use crate::context::ToolContext;
use crate::tool::{Refusal, ToolError};

const MAX_TITLE_CHARS: usize = 300;

/// The title on one line, if it is one and a task's checks have nothing against it.
pub(super) fn read(ctx: &ToolContext<'_>, source: &str, given: &str) -> Result<String, ToolError> {
    let title = one_line(given);
    if !title.is_empty() && title.chars().nth(MAX_TITLE_CHARS).is_none() {
        return judged(ctx, source, title);
    }
    let error = ctx.language.choose(
        format!("标题为空或超过 {MAX_TITLE_CHARS} 个字符。请给出标题的译文。"),
        format!("The title is empty or longer than {MAX_TITLE_CHARS} characters. Send the translated title."),
    );
    Err(Refusal::new("INVALID_TITLE", error).into())
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The title as the checks of the task leave it. Outside a task a person is asked, or reads what another program wrote.
fn judged(ctx: &ToolContext<'_>, source: &str, title: String) -> Result<String, ToolError> {
    let Some(task) = ctx.task().filter(|_| !source.trim().is_empty()) else { return Ok(title) };
    let verdict = task.judge.judge_title(source, &title);
    if verdict.blocking.is_empty() {
        let fixed = verdict.fixed.map(|fixed| one_line(&fixed.plain())).filter(|fixed| !fixed.is_empty());
        return Ok(fixed.unwrap_or(title));
    }
    let messages: Vec<&str> =
        verdict.blocking.iter().map(|finding| ctx.language.message_of(finding)).collect();
    let checks: Vec<&str> = verdict.blocking.iter().map(|finding| finding.check.as_str()).collect();
    let error = messages.join(ctx.language.choose("；", "; "));
    Err(Refusal::new("CHECK_FAILED", error).with("checks", checks).into())
}
