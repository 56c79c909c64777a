//! The tools of what is known: found, proposed and changed at the right stages, with evidence, and never ahead of the
//! reader.

use crate::fixture::{TestTask, ToolLibrary};
use book::edit::Edit;
use book::knowledge::character::{FactState, Gender};
use book::knowledge::evidence::{EntryState, StoryPosition};
use book::text::version::{Author, TaskKind};
use book::work::status::Status;
use serde_json::{Value, json};
use tools::text::PromptLanguage;

const FIRST: [&str; 3] = [
    "「リン様」とカイは仮面の剣士に言った。",
    "リンは龍魂の剣を抜いた。",
    "メインの通りで仮面の剣士が笑った。",
];
const SECOND: [&str; 2] = ["仮面の剣士はリンの姉だった。", "カイは龍魂の剣を見た。"];

async fn book() -> ToolLibrary {
    ToolLibrary::between(Some("ja"), Some("en"), &[&FIRST, &SECOND]).await
}

/// A place in the first chapter, or in the second.
async fn task(library: &ToolLibrary, places: std::ops::Range<usize>) -> TestTask<'_> {
    let mut task = library.task(TaskKind::Translation, places).await.speaking(PromptLanguage::English);
    task.move_to(&[Status::Preparing]);
    task
}

#[tokio::test]
async fn a_term_is_proposed_with_the_paragraphs_that_contain_it_and_found_again() {
    let library = book().await;
    let mut task = task(&library, 0..3).await;
    let args =
        json!({ "source": "龍魂の剣", "translation": "Dragon Soul Sword", "kind": "item", "note": "Lin's" });
    let content = task.call("create_term", &args).await;
    assert_eq!(content["term"]["standing"], "proposed", "{content}");
    let series = library.store.library().series_of(library.book.id).await.unwrap();
    let terms = library.store.library().terms(series).await.unwrap();
    let evidence: Vec<_> = terms[0].value.evidence.iter().map(|evidence| evidence.paragraph).collect();
    assert_eq!(evidence, library.ids([1, 4]).await, "those of the chunk first");
    for given in ["龍魂の剣", content["term"]["term_id"].as_str().unwrap()] {
        assert_eq!(task.call("get_term", &json!({ "term": given })).await["term"], content["term"]);
    }
    for query in ["龍魂", "dragon sword", "item lin"] {
        assert_eq!(task.call("search_terms", &json!({ "query": query })).await["count"], 1, "{query}");
    }
    assert_eq!(task.refused("get_term", &json!({ "term": "剣士" })).await["error_code"], "UNKNOWN_TERM");
    let update = json!({ "term": "龍魂の剣", "translation": "Sword of Dragon Souls", "other_forms": ["dragon sword"] });
    let content = task.call("update_term", &update).await;
    assert_eq!(content["term"]["translation"], "Sword of Dragon Souls", "{content}");
}

#[tokio::test]
async fn a_name_inside_a_longer_word_is_no_evidence() {
    let library = book().await;
    let mut task = task(&library, 0..3).await;
    let content = task.refused("create_character", &json!({ "name": "メイ", "translation": "Mei" })).await;
    assert_eq!(content["error_code"], "SOURCE_NOT_IN_BOOK");
}

#[tokio::test]
async fn knowledge_is_written_in_preparing_and_review_and_refused_in_working_with_advice() {
    let library = book().await;
    let args = |n: u32| json!({ "text": format!("note {n}") });
    for (statuses, allowed) in [
        (&[][..], false),
        (&[Status::Preparing][..], true),
        (&[Status::Preparing, Status::Working][..], false),
    ] {
        let mut task = library.task(TaskKind::Translation, 0..3).await.speaking(PromptLanguage::English);
        task.move_to(statuses);
        let n = u32::try_from(statuses.len()).unwrap();
        if allowed {
            assert_eq!(task.call("create_memory", &args(n)).await["success"], true);
        } else {
            let content = task.refused("create_memory", &args(n)).await;
            assert_eq!(content["error_code"], "NOT_AT_THIS_STAGE", "{content}");
        }
    }
    let mut task = library.task(TaskKind::Translation, 0..3).await;
    task.submit_all().await;
    task.move_to(&[Status::Review]);
    assert_eq!(task.call("create_memory", &args(9)).await["success"], true);
}

#[tokio::test]
async fn what_a_later_chapter_reveals_is_not_told_in_an_earlier_one() {
    let library = book().await;
    let mut early = task(&library, 0..3).await;
    let mut late = task(&library, 3..5).await;
    early
        .call("create_character", &json!({ "name": "リン", "translation": "Lin", "gender": "female" }))
        .await;
    late.call("create_character", &json!({ "name": "カイ", "translation": "Kai" })).await;
    let said = json!({ "name": "リン", "note": "sister of the masked swordsman", "aliases": ["仮面の剣士=the Masked Blade"],
                       "addresses": ["カイ=リン様=Lady Lin"] });
    let content = late.call("update_character", &said).await;
    assert_eq!(content["character"]["aliases"], json!(["仮面の剣士=the Masked Blade"]), "{content}");
    late.call("create_memory", &json!({ "text": "they are sisters", "about": "リン" })).await;
    assert_eq!(late.call("search_memories", &json!({ "query": "リン" })).await["count"], 1);

    let shown = early.call("get_character", &json!({ "name": "リン" })).await;
    assert!(!shown.to_string().contains("Masked") && !shown.to_string().contains("sister"), "{shown}");
    assert_eq!(shown["character"]["gender"], "female");
    assert_eq!(
        early.refused("get_character", &json!({ "name": "仮面の剣士" })).await["error_code"],
        "UNKNOWN_CHARACTER"
    );
    for tool in ["search_characters", "search_memories"] {
        for query in ["sister", "仮面"] {
            assert_eq!(early.call(tool, &json!({ "query": query })).await["count"], 0, "{tool} {query}");
        }
    }
    let all = library.assistant("get_character", &json!({ "name": "仮面の剣士" })).await;
    assert_eq!(all["character"]["name"], "リン", "{all}");
}

#[tokio::test]
async fn contradicting_genders_are_a_conflict_and_neither_is_used() {
    let library = book().await;
    let mut task = task(&library, 0..3).await;
    task.call("create_character", &json!({ "name": "リン", "translation": "Lin", "gender": "女" })).await;
    let content = task.call("update_character", &json!({ "name": "リン", "gender": "male" })).await;
    assert_eq!(content["character"]["gender"], "conflict", "{content}");
    assert!(content["note"].as_str().unwrap().contains("contradicts"));
    let series = library.store.library().series_of(library.book.id).await.unwrap();
    let character = &library.store.library().characters(series).await.unwrap()[0].value;
    assert_eq!(character.gender_at(StoryPosition(u32::MAX)), FactState::Conflict);
    assert_eq!(
        character.gender.iter().map(|fact| fact.value).collect::<Vec<_>>(),
        [Gender::Female, Gender::Male]
    );
    assert!(character.gender.iter().all(|fact| !fact.evidence.is_empty()));
}

#[tokio::test]
async fn aliases_and_forms_of_address_that_are_not_in_the_book_are_left_out_and_said() {
    let library = book().await;
    let mut task = task(&library, 0..3).await;
    task.call("create_character", &json!({ "name": "カイ", "translation": "Kai" })).await;
    let args = json!({ "name": "リン", "translation": "Lin", "aliases": ["リン様=Lady Lin", "リンちゃん=little Lin"] });
    let content = task.call("create_character", &args).await;
    assert_eq!(content["character"]["aliases"], json!(["リン様=Lady Lin"]), "{content}");
    assert!(content["note"].as_str().unwrap().contains("リンちゃん"), "{content}");
    let args = json!({ "name": "カイ", "addresses": ["リン=リン様=Lady Lin", "リン=姫=princess", "誰=リン様=x", "リン"] });
    let content = task.call("update_character", &args).await;
    assert_eq!(content["character"]["addresses"], json!(["リン=リン様=Lady Lin"]), "{content}");
}

#[tokio::test]
async fn what_a_person_decided_is_not_changed_by_a_model_and_is_by_a_person() {
    let library = book().await;
    let mut task = task(&library, 0..3).await;
    let person = Author::Person;
    let term = json!({ "source": "龍魂の剣", "translation": "Dragon Soul Sword" });
    let content = library.outside(&person, PromptLanguage::English, "create_term", &term).await;
    assert_eq!(content["term"]["standing"], "confirmed", "{content}");
    library
        .outside(
            &person,
            PromptLanguage::English,
            "create_character",
            &json!({ "name": "リン", "translation": "Lin" }),
        )
        .await;
    let memory = library
        .outside(&person, PromptLanguage::English, "create_memory", &json!({ "text": "keep -sama" }))
        .await;
    for (tool, args) in [
        ("update_term", json!({ "term": "龍魂の剣", "translation": "Soul Blade" })),
        ("update_character", json!({ "name": "リン", "translation": "Rin" })),
        ("update_memory", json!({ "memory_id": memory["memory"]["memory_id"], "text": "drop -sama" })),
    ] {
        for language in PromptLanguage::ALL {
            task.language = language;
            assert_eq!(task.refused(tool, &args).await["error_code"], "SETTLED_BY_PERSON", "{tool}");
        }
        let content = library.outside(&person, PromptLanguage::English, tool, &args).await;
        assert_eq!(content["success"], true, "{content}");
    }
}

#[tokio::test]
async fn what_nobody_decided_on_can_be_deleted_and_undone() {
    let library = book().await;
    let assistant = Author::Assistant { model: "scripted".to_owned() };
    library
        .outside(
            &assistant,
            PromptLanguage::English,
            "create_term",
            &json!({ "source": "龍魂の剣", "translation": "Dragon Soul Sword" }),
        )
        .await;
    library
        .outside(
            &assistant,
            PromptLanguage::English,
            "create_character",
            &json!({ "name": "リン", "translation": "Lin" }),
        )
        .await;
    let memory = library
        .outside(&assistant, PromptLanguage::English, "create_memory", &json!({ "text": "a note" }))
        .await;
    let series = library.store.library().series_of(library.book.id).await.unwrap();
    let before = library.store.library().knowledge(series).await.unwrap();
    for (tool, args) in [
        ("delete_term", json!({ "term": "龍魂の剣" })),
        ("delete_character", json!({ "name": "Lin" })),
        ("delete_memory", json!({ "memory_id": memory["memory"]["memory_id"] })),
    ] {
        let content = library.outside(&assistant, PromptLanguage::English, tool, &args).await;
        assert_eq!(content["success"], true, "{tool}: {content}");
        let again = library.outside(&assistant, PromptLanguage::English, tool, &args).await;
        assert_eq!(again["success"], false, "{tool}: {again}");
    }
    let knowledge = library.store.library().knowledge(series).await.unwrap();
    assert!(knowledge.terms.is_empty() && knowledge.characters.is_empty() && knowledge.memories.is_empty());
    for _ in 0..3 {
        library.store.undo_last(library.book.id, &store::change::Cause::person("test"), 0).await.unwrap();
    }
    let after = library.store.library().knowledge(series).await.unwrap();
    assert_eq!(
        (after.terms, after.characters, after.memories),
        (before.terms, before.characters, before.memories)
    );
}

#[tokio::test]
async fn a_memory_has_evidence_from_the_chunk_a_cap_and_no_double() {
    let library = book().await;
    let mut task = task(&library, 0..3).await;
    task.call("create_character", &json!({ "name": "リン", "translation": "Lin" })).await;
    let content = task.call("create_memory", &json!({ "text": "speaks curtly", "about": "リン" })).await;
    assert_eq!(content["memory"]["about"], "リン", "{content}");
    assert_eq!(
        task.refused("create_memory", &json!({ "text": "Speaks  curtly", "about": "リン" })).await["error_code"],
        "DUPLICATE"
    );
    let long = "長".repeat(601);
    assert_eq!(
        task.refused("create_memory", &json!({ "text": long })).await["error_code"],
        "INVALID_ARGUMENTS"
    );
    assert_eq!(
        task.refused("create_memory", &json!({ "text": "x", "about": "誰か" })).await["error_code"],
        "UNKNOWN_SUBJECT"
    );
    let series = library.store.library().series_of(library.book.id).await.unwrap();
    let memory = &library.store.library().memories(series).await.unwrap()[0].value;
    assert_eq!(memory.standing, EntryState::Proposed);
    let evidence: Vec<_> = memory.evidence.iter().map(|evidence| evidence.paragraph).collect();
    assert_eq!(evidence, library.ids([0, 1]).await);
    let id = memory.id.to_string();
    let content =
        task.call("update_memory", &json!({ "memory_id": id, "text": "speaks curtly to Kai" })).await;
    assert_eq!(content["memory"]["text"], "speaks curtly to Kai");
}

#[tokio::test]
async fn searches_have_a_cap_that_is_said_and_an_empty_query_lists() {
    let library = book().await;
    let edits: Vec<Edit> = (0..30)
        .map(|n| {
            let id = book::id::TermId::from_number(n);
            let mut term = book::knowledge::term::Term::new(id, format!("語{n}"), format!("word {n}"));
            term.standing = EntryState::Confirmed;
            Edit::create(term)
        })
        .collect();
    library.person(&edits).await;
    let mut task = task(&library, 0..3).await;
    let content = task.call("search_terms", &json!({ "query": "" })).await;
    assert_eq!(
        (content["count"].clone(), content["note"].as_str().unwrap().contains("10 more")),
        (json!(20), true),
        "{content}"
    );
}

#[tokio::test]
async fn refusals_about_knowledge_are_said_in_the_language_of_the_context() {
    let library = book().await;
    let mut task = task(&library, 0..3).await;
    let refused: [(&str, Value); 8] = [
        ("get_term", json!({ "term": "x" })),
        ("get_character", json!({ "name": "x" })),
        ("update_memory", json!({ "memory_id": "x", "text": "y" })),
        ("create_memory", json!({ "text": "" })),
        ("create_memory", json!({ "text": "y", "about": "x" })),
        ("create_term", json!({ "source": "無い語", "translation": "none such" })),
        ("create_character", json!({ "name": "無い人", "translation": "nobody" })),
        ("create_character", json!({ "name": "リン", "translation": "Lin", "gender": "blue" })),
    ];
    for language in PromptLanguage::ALL {
        task.language = language;
        for (name, args) in &refused {
            let error = task.refused(name, args).await["error"].as_str().unwrap().to_owned();
            let is_chinese = error.chars().any(|c| matches!(c, '没' | '只' | '书' | '内' | '应'));
            assert_eq!(is_chinese, language == PromptLanguage::Chinese, "{name} {args}: {error}");
        }
    }
}

#[tokio::test]
async fn what_a_person_settled_is_neither_changed_nor_deleted_by_a_program() {
    let library = book().await;
    let program = Author::Assistant { model: "an editor (MCP)".to_owned() };
    let by = async |author: &Author, tool: &str, args: serde_json::Value| {
        library.outside(author, PromptLanguage::English, tool, &args).await
    };
    let person = Author::Person;
    by(&person, "create_term", json!({ "source": "龍魂の剣", "translation": "Dragon Soul Sword" })).await;
    by(&person, "create_character", json!({ "name": "リン", "translation": "Lin" })).await;
    let memory = by(&person, "create_memory", json!({ "text": "a note" })).await;
    let memory = &memory["memory"]["memory_id"];
    by(&person, "update_book_title", json!({ "title_translation": "Mine" })).await;
    let chapter = library.paragraphs().await[0].chapter;
    by(&person, "update_chapter_title", json!({ "chapter_id": chapter, "title_translation": "One" })).await;
    let series = library.store.library().series_of(library.book.id).await.unwrap();
    let before = library.store.library().knowledge(series).await.unwrap();
    for (tool, args) in [
        ("update_term", json!({ "term": "龍魂の剣", "translation": "Sword" })),
        ("delete_term", json!({ "term": "龍魂の剣" })),
        ("update_character", json!({ "name": "リン", "note": "a witch" })),
        ("delete_character", json!({ "name": "リン" })),
        ("update_memory", json!({ "memory_id": memory, "text": "another" })),
        ("delete_memory", json!({ "memory_id": memory })),
        ("update_book_title", json!({ "title_translation": "Theirs" })),
        ("update_chapter_title", json!({ "chapter_id": chapter, "title_translation": "Uno" })),
    ] {
        let refused = by(&program, tool, args).await;
        assert_eq!(refused["error_code"], "SETTLED_BY_PERSON", "{tool}: {refused}");
    }
    assert_eq!(library.store.library().knowledge(series).await.unwrap(), before);
    let book = library.store.library().book(library.book.id).await.unwrap();
    assert_eq!(book.title_translation.as_deref(), Some("Mine"));
}
