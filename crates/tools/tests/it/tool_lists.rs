//! The lists of tools: what is offered where, always the same, short, and in both languages.

use crate::fixture::ToolLibrary;
use book::text::version::TaskKind;
use book::work::chunk::Reads;
use book::work::status::Effort;
use serde_json::json;
use tools::registry::{ToolRegistry, ToolSchema};
use tools::text::PromptLanguage;

const IN_TASK: [&str; 26] = [
    "add_translation_batch",
    "update_task_status",
    "get_paragraph_info",
    "get_paragraph_position",
    "get_previous_paragraphs",
    "get_next_paragraphs",
    "find_paragraph_by_keywords",
    "get_chapter_info",
    "list_chapters",
    "update_chapter_title",
    "update_book_title",
    "create_todo",
    "update_todos",
    "list_todos",
    "ask_user",
    "get_term",
    "search_terms",
    "get_character",
    "search_characters",
    "search_memories",
    "create_term",
    "update_term",
    "create_character",
    "update_character",
    "create_memory",
    "update_memory",
];

/// What a task below careful effort is shown.
const SHORT: [&str; 10] = [
    "add_translation_batch",
    "update_task_status",
    "get_previous_paragraphs",
    "get_next_paragraphs",
    "find_paragraph_by_keywords",
    "update_chapter_title",
    "update_book_title",
    "create_term",
    "create_character",
    "create_memory",
];

/// Those of a task that write down knowledge.
const WRITERS: &[&str] = IN_TASK.split_at(20).1;

const OUTSIDE_ONLY: [&str; 7] = [
    "get_translation_history",
    "update_translation",
    "select_translation",
    "replace_in_translations",
    "delete_term",
    "delete_character",
    "delete_memory",
];

fn names(tools: &[ToolSchema]) -> Vec<&'static str> {
    tools.iter().map(|tool| tool.name).collect()
}

fn wire(tools: &[ToolSchema]) -> String {
    let shown: Vec<_> = tools
        .iter()
        .map(|tool| json!({ "name": tool.name, "description": tool.description, "parameters": tool.parameters }))
        .collect();
    json!(shown).to_string()
}

/// Four characters of ASCII to a token, and one of any other script: more than the o200k vocabulary needs.
fn tokens(text: &str) -> usize {
    let n_ascii = text.chars().filter(char::is_ascii).count();
    n_ascii.div_ceil(4) + text.chars().count() - n_ascii
}

#[test]
fn the_list_of_a_task_is_frozen_per_kind() {
    for kind in TaskKind::ALL {
        for language in PromptLanguage::ALL {
            let careful = ToolRegistry::for_task(kind, Effort::Careful).tools(language);
            assert_eq!(names(&careful), IN_TASK);
            let tools = ToolRegistry::for_task(kind, Effort::Standard).tools(language);
            let wants_titles = kind == TaskKind::Translation;
            let short: Vec<&str> =
                SHORT.into_iter().filter(|name| wants_titles || !name.ends_with("_title")).collect();
            assert_eq!(names(&tools), short);
            assert_eq!(
                wire(&tools),
                wire(&ToolRegistry::for_task(kind, Effort::Standard).tools(language)),
                "the same every time"
            );
        }
    }
}

#[test]
fn at_quick_effort_there_are_no_tools_that_write_knowledge_for_there_is_no_stage_for_them() {
    for kind in TaskKind::ALL {
        let quick = names(&ToolRegistry::for_task(kind, Effort::Quick).tools(PromptLanguage::English));
        assert!(quick.contains(&"add_translation_batch") && !quick.iter().any(|name| WRITERS.contains(name)));
        let careful = names(&ToolRegistry::for_task(kind, Effort::Careful).tools(PromptLanguage::English));
        assert!(WRITERS.iter().all(|name| careful.contains(name)));
    }
}

#[test]
fn version_tools_are_offered_outside_a_chunk_only_and_work_tools_inside_only() {
    let outside = names(&ToolRegistry::outside_chunk().tools(PromptLanguage::English));
    assert!(OUTSIDE_ONLY.iter().all(|name| outside.contains(name)));
    for inside_only in ["add_translation_batch", "update_task_status", "create_todo", "ask_user"] {
        assert!(!outside.contains(&inside_only));
    }
}

#[tokio::test]
async fn a_tool_that_is_not_offered_is_refused_with_the_list_of_those_that_are() {
    let library = ToolLibrary::usual().await;
    for kind in TaskKind::ALL {
        for language in PromptLanguage::ALL {
            let mut task = library.task(kind, 0..2).await.speaking(language);
            for name in OUTSIDE_ONLY.into_iter().chain(["delete_book", ""]) {
                let content = task.refused(name, &json!({})).await;
                assert_eq!(content["error_code"], "UNKNOWN_TOOL");
                let error = content["error"].as_str().unwrap();
                assert!(IN_TASK.iter().all(|tool| error.contains(tool)), "{error}");
            }
        }
    }
}

#[test]
fn keep_is_shown_where_there_is_something_to_keep() {
    for kind in TaskKind::ALL {
        let tools = ToolRegistry::for_task(kind, Effort::Standard).tools(PromptLanguage::English);
        let shown = tools[0].parameters["properties"].get("keep").is_some();
        assert_eq!(shown, kind != TaskKind::Translation);
    }
}

#[test]
fn the_whole_list_of_a_task_is_at_most_1850_tokens_in_each_language_and_1450_at_quick_effort() {
    let efforts = [Effort::Quick, Effort::Standard, Effort::Careful];
    for (effort, language) in
        efforts.into_iter().flat_map(|effort| PromptLanguage::ALL.map(|it| (effort, it)))
    {
        for kind in TaskKind::ALL {
            let list = wire(&ToolRegistry::for_task(kind, effort).tools(language));
            let n_tokens = tokens(&list);
            println!(
                "tools of a {} task at {effort:?} effort in {language:?}: {n_tokens} tokens, {} characters",
                kind.as_str(),
                list.chars().count()
            );
            assert!(n_tokens <= if effort == Effort::Quick { 1450 } else { 1850 }, "{n_tokens}");
        }
    }
}

#[test]
fn every_description_exists_in_both_languages_and_is_short() {
    for registry in
        [ToolRegistry::for_task(TaskKind::Polish, Effort::Standard), ToolRegistry::outside_chunk()]
    {
        for (zh, en) in
            registry.tools(PromptLanguage::Chinese).iter().zip(registry.tools(PromptLanguage::English))
        {
            assert!(has_han(zh.description), "{}", zh.name);
            assert!(wire(std::slice::from_ref(&en)).is_ascii(), "{}", en.name);
            assert!(en.description.split_whitespace().count() <= 25, "{}", en.name);
            assert!(zh.description.chars().count() <= 60, "{}", zh.name);
        }
    }
}

#[test]
fn every_described_argument_exists() {
    // Careful effort and a kind with something to keep show every tool; what a task hides is shown outside a chunk.
    let registries =
        [ToolRegistry::for_task(TaskKind::Polish, Effort::Careful), ToolRegistry::outside_chunk()];
    let shown: Vec<ToolSchema> =
        registries.iter().flat_map(|registry| registry.tools(PromptLanguage::English)).collect();
    for (name, path) in registries.iter().flat_map(ToolRegistry::described_arguments) {
        let found = shown.iter().filter(|tool| tool.name == name).any(|tool| {
            let pointer = format!("/properties/{}", path.replace('.', "/items/properties/"));
            tool.parameters.pointer(&pointer).is_some()
        });
        assert!(found, "{name} has no {path}");
    }
}

#[tokio::test]
async fn every_refusal_is_said_in_the_language_of_the_context() {
    let library = ToolLibrary::usual().await;
    let mut task = library.task(TaskKind::Translation, 3..6).await.reading(Reads::Chunk);
    let (first, last, outside) = (task.id(0), task.id(2), library.ids([0]).await[0]);
    let refused = [
        ("no_tool", json!({})),
        ("get_paragraph_info", json!({ "paragraph_id": "x" })),
        ("get_paragraph_info", json!({ "text": 1 })),
        ("get_next_paragraphs", json!({ "paragraph_id": last })),
        ("get_next_paragraphs", json!({ "paragraph_id": outside })),
        ("find_paragraph_by_keywords", json!({ "keywords": [] })),
        ("get_chapter_info", json!({ "chapter_id": "x" })),
        ("update_chapter_title", json!({ "title_translation": "" })),
        ("update_task_status", json!({ "status": "planning" })),
        ("update_task_status", json!({ "status": "end" })),
        ("create_todo", json!({ "items": [] })),
        ("update_todos", json!({ "items": [] })),
        ("ask_user", json!({ "question": "" })),
        ("add_translation_batch", json!({})),
        ("add_translation_batch", json!({ "paragraphs": [{ "index": 1 }, {}, 1, { "paragraph_id": "x" }] })),
        (
            "add_translation_batch",
            json!({ "paragraphs": [{ "paragraph_id": first }, { "paragraph_id": first }] }),
        ),
        ("add_translation_batch", json!({ "paragraphs": [{ "paragraph_id": first }], "keep": [last] })),
    ];
    for language in PromptLanguage::ALL {
        task.language = language;
        for (name, args) in &refused {
            let content = task.refused(name, args).await;
            assert_eq!(
                has_han(&content.to_string()),
                language == PromptLanguage::Chinese,
                "{name} {args}: {content}"
            );
        }
    }
}

fn has_han(text: &str) -> bool {
    text.chars().any(|c| ('\u{4e00}'..='\u{9fff}').contains(&c))
}
