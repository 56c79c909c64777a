//! What clients are told about the tools of the library beside their descriptions: a title, the effect, the output.

use super::Effect;
use super::library_output as output;
use ::tools::text::Text;
use serde_json::Value;

/// What is known about a tool of the library.
pub(super) struct Facts {
    pub(super) name: &'static str,
    pub(super) title: Text,
    pub(super) effect: Effect,
    pub(super) output: fn() -> Value,
}

/// The facts of a tool, by its name.
pub(super) fn for_tool(name: &str) -> Option<&'static Facts> {
    ALL.iter().find(|facts| facts.name == name)
}

const READS: Effect = Effect::Reads;
/// What is there already is refused, so that the same call again adds nothing.
const ADDS_ONCE: Effect = Effect::Adds { idempotent: true };
/// Versions are appended: each call adds one, and the older ones stay.
const ADDS: Effect = Effect::Adds { idempotent: false };
const REPLACES: Effect = Effect::Replaces { idempotent: true };

/// In the order of the registry.
pub(super) const ALL: &[Facts] = &[
    facts("get_paragraph_info", "查看段落", "Show a paragraph", READS, output::paragraph),
    facts("get_paragraph_position", "查看段落位置", "Locate a paragraph", READS, output::position),
    facts("get_previous_paragraphs", "查看前文", "Show preceding paragraphs", READS, output::paragraphs),
    facts("get_next_paragraphs", "查看后文", "Show following paragraphs", READS, output::paragraphs),
    facts("find_paragraph_by_keywords", "查找段落", "Find paragraphs", READS, output::paragraphs),
    facts("get_chapter_info", "查看章节", "Show a chapter's progress", READS, output::chapter),
    facts("list_chapters", "列出章节", "List chapters", READS, output::chapters),
    facts(
        "update_chapter_title",
        "翻译章节标题",
        "Translate a chapter's title",
        REPLACES,
        output::chapter_title,
    ),
    facts("update_book_title", "翻译书名", "Translate the book's title", REPLACES, output::book_title),
    facts("get_translation_history", "查看译文版本", "Show versions", READS, output::versions),
    facts("update_translation", "写入译文", "Write a translation", ADDS, output::translation),
    facts("select_translation", "选用译文版本", "Choose a version", ADDS_ONCE, output::selection),
    facts("replace_in_translations", "替换译文文字", "Replace in translations", ADDS, output::replacement),
    facts("get_term", "查看术语", "Show a term", READS, output::term),
    facts("search_terms", "搜索术语", "Search terms", READS, output::terms),
    facts("get_character", "查看角色", "Show a character", READS, output::character),
    facts("search_characters", "搜索角色", "Search characters", READS, output::characters),
    facts("search_memories", "搜索笔记", "Search notes", READS, output::memories),
    facts("create_term", "提议术语", "Propose a term", ADDS_ONCE, output::term_change),
    facts("update_term", "修改术语", "Change a term", REPLACES, output::term_change),
    facts("create_character", "提议角色", "Propose a character", ADDS_ONCE, output::character_change),
    facts("update_character", "补充角色", "Change a character", REPLACES, output::character_change),
    facts("create_memory", "记笔记", "Write a note", ADDS_ONCE, output::memory_change),
    facts("update_memory", "改写笔记", "Rewrite a note", REPLACES, output::memory_change),
    facts("delete_term", "删除术语", "Delete a term", REPLACES, output::deleted_term),
    facts("delete_character", "删除角色", "Delete a character", REPLACES, output::deleted_character),
    facts("delete_memory", "删除笔记", "Delete a note", REPLACES, output::deleted),
];

const fn facts(
    name: &'static str,
    zh: &'static str,
    en: &'static str,
    effect: Effect,
    output: fn() -> Value,
) -> Facts {
    Facts { name, title: Text { zh, en }, effect, output }
}
