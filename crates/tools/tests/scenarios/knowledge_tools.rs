//! The tools of what is known: found, proposed and changed at the right stages, with evidence, and never ahead of the
//! reader.

use crate::room::{Room, Seat};
use book::edit::Edit;
use book::knowledge::character::{Gender, Known};
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

async fn book() -> Room {
    Room::between(Some("ja"), Some("en"), &[&FIRST, &SECOND]).await
}

/// A place in the first chapter, or in the second.
async fn seat(room: &Room, places: std::ops::Range<usize>) -> Seat<'_> {
    let mut seat = room.seat(TaskKind::Translation, places).await.speaking(PromptLanguage::English);
    seat.move_to(&[Status::Preparing]);
    seat
}

#[tokio::test]
async fn a_term_is_proposed_with_the_paragraphs_that_contain_it_and_found_again() {
    let room = book().await;
    let mut seat = seat(&room, 0..3).await;
    let args =
        json!({ "source": "龍魂の剣", "translation": "Dragon Soul Sword", "kind": "item", "note": "Lin's" });
    let content = seat.call("create_term", &args).await;
    assert_eq!(content["term"]["standing"], "proposed", "{content}");
    let series = room.store.library().series_of(room.book).await.unwrap();
    let terms = room.store.library().terms(series).await.unwrap();
    let evidence: Vec<_> = terms[0].value.evidence.iter().map(|evidence| evidence.paragraph).collect();
    assert_eq!(evidence, room.ids([1, 4]).await, "those of the chunk first");
    for given in ["龍魂の剣", content["term"]["term_id"].as_str().unwrap()] {
        assert_eq!(seat.call("get_term", &json!({ "term": given })).await["term"], content["term"]);
    }
    for query in ["龍魂", "dragon sword", "item lin"] {
        assert_eq!(seat.call("search_terms", &json!({ "query": query })).await["count"], 1, "{query}");
    }
    assert_eq!(seat.refused("get_term", &json!({ "term": "剣士" })).await["error_code"], "UNKNOWN_TERM");
    let update = json!({ "term": "龍魂の剣", "translation": "Sword of Dragon Souls", "other_forms": ["dragon sword"] });
    let content = seat.call("update_term", &update).await;
    assert_eq!(content["term"]["translation"], "Sword of Dragon Souls", "{content}");
}

#[tokio::test]
async fn a_name_inside_a_longer_word_is_no_evidence() {
    let room = book().await;
    let mut seat = seat(&room, 0..3).await;
    let content = seat.refused("create_character", &json!({ "name": "メイ", "translation": "Mei" })).await;
    assert_eq!(content["error_code"], "SOURCE_NOT_IN_BOOK");
}

#[tokio::test]
async fn knowledge_is_written_in_preparing_and_review_and_refused_in_working_with_advice() {
    let room = book().await;
    let args = |n: u32| json!({ "text": format!("note {n}") });
    for (statuses, allowed) in [
        (&[][..], false),
        (&[Status::Preparing][..], true),
        (&[Status::Preparing, Status::Working][..], false),
    ] {
        let mut seat = room.seat(TaskKind::Translation, 0..3).await.speaking(PromptLanguage::English);
        seat.move_to(statuses);
        let n = u32::try_from(statuses.len()).unwrap();
        if allowed {
            assert_eq!(seat.call("create_memory", &args(n)).await["success"], true);
        } else {
            let content = seat.refused("create_memory", &args(n)).await;
            assert_eq!(content["error_code"], "NOT_AT_THIS_STAGE", "{content}");
        }
    }
    let mut seat = room.seat(TaskKind::Translation, 0..3).await;
    seat.submit_all().await;
    seat.move_to(&[Status::Review]);
    assert_eq!(seat.call("create_memory", &args(9)).await["success"], true);
}

#[tokio::test]
async fn what_a_later_chapter_reveals_is_not_told_in_an_earlier_one() {
    let room = book().await;
    let mut early = seat(&room, 0..3).await;
    let mut late = seat(&room, 3..5).await;
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
    let all = room.assistant("get_character", &json!({ "name": "仮面の剣士" })).await;
    assert_eq!(all["character"]["name"], "リン", "{all}");
}

#[tokio::test]
async fn contradicting_genders_are_a_conflict_and_neither_is_used() {
    let room = book().await;
    let mut seat = seat(&room, 0..3).await;
    seat.call("create_character", &json!({ "name": "リン", "translation": "Lin", "gender": "女" })).await;
    let content = seat.call("update_character", &json!({ "name": "リン", "gender": "male" })).await;
    assert_eq!(content["character"]["gender"], "conflict", "{content}");
    assert!(content["note"].as_str().unwrap().contains("contradicts"));
    let series = room.store.library().series_of(room.book).await.unwrap();
    let character = &room.store.library().characters(series).await.unwrap()[0].value;
    assert_eq!(character.gender_at(StoryPosition(u32::MAX)), Known::Conflict);
    assert_eq!(
        character.gender.iter().map(|fact| fact.value).collect::<Vec<_>>(),
        [Gender::Female, Gender::Male]
    );
    assert!(character.gender.iter().all(|fact| !fact.evidence.is_empty()));
}

#[tokio::test]
async fn aliases_and_forms_of_address_that_are_not_in_the_book_are_left_out_and_said() {
    let room = book().await;
    let mut seat = seat(&room, 0..3).await;
    seat.call("create_character", &json!({ "name": "カイ", "translation": "Kai" })).await;
    let args = json!({ "name": "リン", "translation": "Lin", "aliases": ["リン様=Lady Lin", "リンちゃん=little Lin"] });
    let content = seat.call("create_character", &args).await;
    assert_eq!(content["character"]["aliases"], json!(["リン様=Lady Lin"]), "{content}");
    assert!(content["note"].as_str().unwrap().contains("リンちゃん"), "{content}");
    let args = json!({ "name": "カイ", "addresses": ["リン=リン様=Lady Lin", "リン=姫=princess", "誰=リン様=x", "リン"] });
    let content = seat.call("update_character", &args).await;
    assert_eq!(content["character"]["addresses"], json!(["リン=リン様=Lady Lin"]), "{content}");
}

#[tokio::test]
async fn what_a_person_decided_is_not_changed_by_a_model_and_is_by_a_person() {
    let room = book().await;
    let mut seat = seat(&room, 0..3).await;
    let person = Author::Person;
    let term = json!({ "source": "龍魂の剣", "translation": "Dragon Soul Sword" });
    let content = room.outside(&person, PromptLanguage::English, "create_term", &term).await;
    assert_eq!(content["term"]["standing"], "confirmed", "{content}");
    room.outside(
        &person,
        PromptLanguage::English,
        "create_character",
        &json!({ "name": "リン", "translation": "Lin" }),
    )
    .await;
    let memory = room
        .outside(&person, PromptLanguage::English, "create_memory", &json!({ "text": "keep -sama" }))
        .await;
    for (tool, args) in [
        ("update_term", json!({ "term": "龍魂の剣", "translation": "Soul Blade" })),
        ("update_character", json!({ "name": "リン", "translation": "Rin" })),
        ("update_memory", json!({ "memory_id": memory["memory"]["memory_id"], "text": "drop -sama" })),
    ] {
        for language in PromptLanguage::ALL {
            seat.language = language;
            assert_eq!(seat.refused(tool, &args).await["error_code"], "SETTLED_BY_PERSON", "{tool}");
        }
        let content = room.outside(&person, PromptLanguage::English, tool, &args).await;
        assert_eq!(content["success"], true, "{content}");
    }
}

#[tokio::test]
async fn deleting_is_for_people_and_the_assistant_and_can_be_undone() {
    let room = book().await;
    let assistant = Author::Assistant { model: "scripted".to_owned() };
    room.outside(
        &Author::Person,
        PromptLanguage::English,
        "create_term",
        &json!({ "source": "龍魂の剣", "translation": "Dragon Soul Sword" }),
    )
    .await;
    room.outside(
        &assistant,
        PromptLanguage::English,
        "create_character",
        &json!({ "name": "リン", "translation": "Lin" }),
    )
    .await;
    let memory = room
        .outside(&assistant, PromptLanguage::English, "create_memory", &json!({ "text": "a note" }))
        .await;
    let series = room.store.library().series_of(room.book).await.unwrap();
    let before = room.store.library().knowledge(series).await.unwrap();
    for (tool, args) in [
        ("delete_term", json!({ "term": "龍魂の剣" })),
        ("delete_character", json!({ "name": "Lin" })),
        ("delete_memory", json!({ "memory_id": memory["memory"]["memory_id"] })),
    ] {
        let content = room.outside(&assistant, PromptLanguage::English, tool, &args).await;
        assert_eq!(content["success"], true, "{tool}: {content}");
        let again = room.outside(&assistant, PromptLanguage::English, tool, &args).await;
        assert_eq!(again["success"], false, "{tool}: {again}");
    }
    let knowledge = room.store.library().knowledge(series).await.unwrap();
    assert!(knowledge.terms.is_empty() && knowledge.characters.is_empty() && knowledge.memories.is_empty());
    for _ in 0..3 {
        room.store.undo_last(room.book, &store::change::Cause::person("test"), 0).await.unwrap();
    }
    let after = room.store.library().knowledge(series).await.unwrap();
    assert_eq!(
        (after.terms, after.characters, after.memories),
        (before.terms, before.characters, before.memories)
    );
}

#[tokio::test]
async fn a_memory_has_evidence_from_the_chunk_a_cap_and_no_double() {
    let room = book().await;
    let mut seat = seat(&room, 0..3).await;
    seat.call("create_character", &json!({ "name": "リン", "translation": "Lin" })).await;
    let content = seat.call("create_memory", &json!({ "text": "speaks curtly", "about": "リン" })).await;
    assert_eq!(content["memory"]["about"], "リン", "{content}");
    assert_eq!(
        seat.refused("create_memory", &json!({ "text": "Speaks  curtly", "about": "リン" })).await["error_code"],
        "DUPLICATE"
    );
    let long = "長".repeat(601);
    assert_eq!(
        seat.refused("create_memory", &json!({ "text": long })).await["error_code"],
        "INVALID_ARGUMENTS"
    );
    assert_eq!(
        seat.refused("create_memory", &json!({ "text": "x", "about": "誰か" })).await["error_code"],
        "UNKNOWN_SUBJECT"
    );
    let series = room.store.library().series_of(room.book).await.unwrap();
    let memory = &room.store.library().memories(series).await.unwrap()[0].value;
    assert_eq!(memory.standing, EntryState::Proposed);
    let evidence: Vec<_> = memory.evidence.iter().map(|evidence| evidence.paragraph).collect();
    assert_eq!(evidence, room.ids([0, 1]).await);
    let id = memory.id.to_string();
    let content =
        seat.call("update_memory", &json!({ "memory_id": id, "text": "speaks curtly to Kai" })).await;
    assert_eq!(content["memory"]["text"], "speaks curtly to Kai");
}

#[tokio::test]
async fn searches_have_a_cap_that_is_said_and_an_empty_query_lists() {
    let room = book().await;
    let edits: Vec<Edit> = (0..30)
        .map(|n| {
            let id = book::id::TermId::from_number(n);
            let mut term = book::knowledge::term::Term::new(id, format!("語{n}"), format!("word {n}"));
            term.standing = EntryState::Confirmed;
            Edit::create(term)
        })
        .collect();
    room.person(&edits).await;
    let mut seat = seat(&room, 0..3).await;
    let content = seat.call("search_terms", &json!({ "query": "" })).await;
    assert_eq!(
        (content["count"].clone(), content["note"].as_str().unwrap().contains("10 more")),
        (json!(20), true),
        "{content}"
    );
}

#[tokio::test]
async fn refusals_about_knowledge_are_said_in_the_language_of_the_context() {
    let room = book().await;
    let mut seat = seat(&room, 0..3).await;
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
        seat.language = language;
        for (name, args) in &refused {
            let error = seat.refused(name, args).await["error"].as_str().unwrap().to_owned();
            let is_chinese = error.chars().any(|c| matches!(c, '没' | '只' | '书' | '内' | '应'));
            assert_eq!(is_chinese, language == PromptLanguage::Chinese, "{name} {args}: {error}");
        }
    }
}
