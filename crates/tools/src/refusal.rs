//! The refusals that several tools share, each in both languages, each with what to do instead.

use crate::text::PromptLanguage;
use crate::tool::Refusal;
use book::id::ParagraphId;
use book::work::chunk::ChunkBoundaries;
use book::work::status::Status;
use serde_json::{Value, json};

/// At most this many ids are spelled out in one answer.
pub(crate) const MAX_IDS: usize = 50;

/// Reading outside the chunk where that is not allowed.
pub(crate) fn out_of_chunk(language: PromptLanguage, boundaries: &ChunkBoundaries) -> Refusal {
    let (first, last) = (boundaries.first_paragraph_id(), boundaries.last_paragraph_id());
    let error = language.choose(
        format!("无法获取超出当前翻译范围的段落。当前处理范围：段落 {first} 至 {last}。请专注于翻译当前提供的段落。"),
        format!(
            "Cannot fetch paragraphs beyond the current translation range. Current range: paragraph {first} to {last}. \
             Please focus on the paragraphs you were given."
        ),
    );
    Refusal::new("OUT_OF_CHUNK", error).with("chunk", range(boundaries))
}

/// Reading on from the chunk's edge where that is not allowed.
pub(crate) fn no_more_in_chunk(language: PromptLanguage, boundaries: &ChunkBoundaries) -> Refusal {
    let (first, last) = (boundaries.first_paragraph_id(), boundaries.last_paragraph_id());
    let error = language.choose(
        format!("当前块中没有更多段落。当前处理范围：段落 {first} 至 {last}。请专注于翻译当前提供的段落。"),
        format!(
            "There are no more paragraphs in the current chunk. Current range: paragraph {first} to {last}. Please \
             focus on the paragraphs you were given."
        ),
    );
    Refusal::new("OUT_OF_CHUNK", error).with("chunk", range(boundaries))
}

fn range(boundaries: &ChunkBoundaries) -> Value {
    json!({
        "first": boundaries.first_paragraph_id().to_string(),
        "last": boundaries.last_paragraph_id().to_string(),
    })
}

/// An id that no paragraph of the book has.
pub(crate) fn unknown_paragraph(language: PromptLanguage, given: &str) -> Refusal {
    let given = shortened(given);
    let error = language.choose(
        format!("本书中没有段落 `{given}`。请原样复制显示的 paragraph_id。"),
        format!("This book has no paragraph `{given}`. Copy the paragraph_id exactly as it is json."),
    );
    Refusal::new("UNKNOWN_PARAGRAPH", error).with("paragraph_id", given)
}

/// An id that no chapter of the book has.
pub(crate) fn unknown_chapter(language: PromptLanguage, given: &str) -> Refusal {
    let given = shortened(given);
    let error = language.choose(
        format!("本书中没有章节 `{given}`。请用 list_chapters 查看章节 id 并原样复制。"),
        format!("This book has no chapter `{given}`. Copy the id exactly; list_chapters shows all of them."),
    );
    Refusal::new("UNKNOWN_CHAPTER", error).with("chapter_id", given)
}

/// Arguments that are no JSON object.
pub(crate) fn unreadable(language: PromptLanguage) -> Refusal {
    let error = language.choose(
        "参数无法解析。请发送一个完整的 JSON 对象，字符串中的引号写作 \\\"，换行写作 \\n。",
        "The arguments could not be read. Send one complete JSON object; write quotes inside strings as \\\" and line \
         breaks as \\n.",
    );
    Refusal::new("INVALID_JSON", error)
}

/// Arguments that end in the middle of something.
pub(crate) fn cut_off(language: PromptLanguage) -> Refusal {
    let error = language.choose(
        "参数在结尾处被截断。请重新发送完整的参数。",
        "The arguments were cut off at the end. Send them again, complete.",
    );
    Refusal::new("INVALID_JSON", error)
}

/// Arguments longer than anything a tool takes.
pub(crate) fn arguments_too_long(language: PromptLanguage) -> Refusal {
    let error = language.choose(
        "参数过长。请分成几次较小的调用。",
        "The arguments are too long. Split them into several smaller calls.",
    );
    Refusal::new("INVALID_ARGUMENTS", error)
}

/// Arguments that do not fit the schema.
pub(crate) fn invalid_arguments(language: PromptLanguage, faults: Vec<String>) -> Refusal {
    let joined = faults.join(language.choose("；", "; "));
    let error = language.choose(
        format!("参数有误：{joined}。请改正后重新调用。"),
        format!("Wrong arguments: {joined}. Correct them and call again."),
    );
    Refusal::new("INVALID_ARGUMENTS", error).with("invalid_arguments", faults)
}

/// A tool that is not offered here.
pub(crate) fn unknown_tool(language: PromptLanguage, given: &str, offered: &[&str]) -> Refusal {
    let given = shortened(given);
    let error = language.choose(
        format!("没有工具 `{given}`。可用工具：{}。", offered.join("、")),
        format!("There is no tool `{given}`. The tools are: {}.", offered.join(", ")),
    );
    Refusal::new("UNKNOWN_TOOL", error)
}

/// A tool that only makes sense inside a task.
pub(crate) fn only_in_task(language: PromptLanguage) -> Refusal {
    let error = language.choose("此工具只能在任务中使用。", "This tool can be used only inside a task.");
    Refusal::new("NOT_IN_TASK", error)
}

/// Writing down knowledge at a stage that is not for it.
pub(crate) fn not_at_this_stage(language: PromptLanguage, status: Status, next_moves: &[Status]) -> Refusal {
    let reachable = next_moves.iter().find(|next| matches!(next, Status::Preparing | Status::Review));
    let advice = match reachable {
        Some(next) => language.choose(
            format!("请先调用 update_task_status(\"{next}\")。"),
            format!("Call update_task_status(\"{next}\") first."),
        ),
        None if status == Status::Planning || status == Status::End => String::new(),
        None => language
            .choose("现在请继续提交段落。".to_owned(), "For now, go on submitting paragraphs.".to_owned()),
    };
    let error = language.choose(
        format!("术语、角色和记忆只能在 preparing 或 review 阶段修改，当前阶段是 {status}。{advice}"),
        format!("Terms, characters and memories are written in preparing or review; the task is in {status}. {advice}"),
    );
    Refusal::new("NOT_AT_THIS_STAGE", error.trim_end().to_owned()).with("status", status.as_str())
}

/// A title that a person chose.
pub(crate) fn title_settled(language: PromptLanguage, title: &str) -> Refusal {
    let error = language.choose(
        format!("译名“{title}”由用户选定，请沿用。"),
        format!("A person chose the title `{title}`. Keep to it."),
    );
    Refusal::new("SETTLED_BY_PERSON", error).with("title_translation", title)
}

/// Ids for an answer, with a cap that is said.
pub(crate) fn ids(all: &[ParagraphId]) -> Vec<String> {
    all.iter().take(MAX_IDS).map(ToString::to_string).collect()
}

/// Text from a model, made short enough to be said back.
pub(crate) fn shortened(text: &str) -> String {
    const MAX_CHARS: usize = 60;
    let text = text.trim();
    if text.chars().count() <= MAX_CHARS {
        text.to_owned()
    } else {
        text.chars().take(MAX_CHARS).chain(['…']).collect()
    }
}
