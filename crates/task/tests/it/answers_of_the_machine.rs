//! What a task in text submits of an answer.

use book::id::{ChapterId, ParagraphId};
use book::text::version::TaskKind;
use book::work::bounds::Bounds;
use book::work::chunk::Chunk;
use book::work::status::Effort;
use book::work::task_state::TaskState;
use llm::{Delivery, Reply, StopReason};
use serde_json::Value;
use std::sync::Arc;
use task::delivery::{RequestSize, TextItem, TextWork};
use task::machine::{Answer, Machine, MachineStep};
use task::model_prompts::ModelPrompt;
use tools::text::PromptLanguage;

/// The texts a task over these sources submits when its first request is answered so.
fn submitted(sources: &[&str], prompt: Option<ModelPrompt>, answer: &str, stop: StopReason) -> Vec<String> {
    let ids: Vec<ParagraphId> = (1..).zip(sources).map(|(n, _)| ParagraphId::from_number(n)).collect();
    let item = |(id, source): (&ParagraphId, &&str)| TextItem {
        id: *id,
        source: (*source).to_owned(),
        present: None,
        note: None,
    };
    let work = TextWork {
        context: String::new(),
        previous: String::new(),
        items: ids.iter().zip(sources).map(item).collect(),
        title: None,
        book_title: None,
        target: "English".to_owned(),
        prompt: prompt.map(Arc::new),
        readings: Vec::new(),
        glossary: Vec::new(),
    };
    let mut machine = Machine::in_text(
        Chunk::new(ChapterId::from_number(1), ids.clone()).unwrap(),
        TaskState::new(TaskKind::Translation, Effort::Standard, &ids),
        Bounds::for_requests(ids.len(), 100),
        PromptLanguage::English,
        (Delivery::Lines, RequestSize::default()),
        work,
    );
    let reply = Reply { text: answer.to_owned(), stop, ..Reply::default() };
    machine.model_answered(Answer::Replied { reply, limit_was_ours: false }, 0);
    let arguments: Value = match machine.next_step() {
        MachineStep::CallTool(call) => serde_json::from_str(&call.arguments).unwrap(),
        MachineStep::CallModel(_) | MachineStep::AskPerson(_) | MachineStep::Done(_) => return Vec::new(),
    };
    let items = arguments["paragraphs"].as_array().unwrap();
    items.iter().map(|item| item["translated_text"].as_str().unwrap().to_owned()).collect()
}

/// What is taken of a text for a paragraph.
fn taken(source: &str, text: &str) -> String {
    submitted(&[source], None, &format!("[1] {text}"), StopReason::EndTurn).concat()
}

/// How many lines are taken of an answer by a model that was trained on whole passages.
fn n_taken(answer: &str, n_asked: usize, is_cut: bool) -> usize {
    let sources = ["一。", "二。", "三。"];
    let prompt = ModelPrompt::built_in().into_iter().find(|prompt| prompt.name == "sakura-1.0");
    let stop = if is_cut { StopReason::MaxTokens } else { StopReason::EndTurn };
    submitted(sources.split_at(n_asked).0, Some(prompt.unwrap()), answer, stop).len()
}

#[test]
fn a_tag_the_source_does_not_have_goes_and_its_words_stay() {
    assert_eq!(taken("縹町では", "In <1>Hanada</1>, <2/>letters"), "In Hanada, letters");
    assert_eq!(taken("<1>夜</1>", "<1>Night</1> <2>falls</2>"), "<1>Night</1> falls");
    assert_eq!(taken("a", "1 < 2 and 3 > 2, <b>"), "1 < 2 and 3 > 2, <b>");
}

#[test]
fn backticks_stay_only_where_the_source_has_some() {
    assert_eq!(taken("ルビ", "`ruby`"), "ruby");
    assert_eq!(taken("`ls`を打つ", "type `ls`"), "type `ls`");
}

#[test]
fn lines_are_taken_by_place_where_there_are_as_many_as_were_asked_for() {
    assert_eq!(n_taken("一\n\n二\n", 2, false), 2);
    assert_eq!(n_taken("一\n二\n三", 2, false), 0);
    assert_eq!(n_taken("一", 2, false), 0);
    assert_eq!(n_taken("一\n二", 3, true), 1, "the second is not whole");
}
