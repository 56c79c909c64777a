//! What the series knows, held against what is submitted: a binding term is demanded, anything else is a second look.

use crate::fixture::{TestTask, ToolLibrary};
use book::id::{BookId, CharacterId, ParagraphId, TermId};
use book::knowledge::character::{Character, Name};
use book::knowledge::evidence::{EntryState, Evidence, StoryPosition};
use book::knowledge::term::{Strictness, Term};
use book::text::version::TaskKind;
use serde_json::{Value, json};
use store::knowledge::Knowledge;
use tools::checking::CheckingJudge;
use tools::series_knowledge::SeriesKnowledge;
use tools::text::PromptLanguage;

const SOURCE: &str = "老人は龍魂の剣を抜いた。門の前には誰もいなかった。";
const WITHOUT: &str = "The old man drew the sword of the wyrm. There was nobody before the gate.";
/// Another name that has a word of the agreed one.
const OTHER: &str = "The old man drew the sword of the Wyrm Soul. There was nobody before the gate.";
const WITH: &str = "The old man drew the sword of the Dragon Soul. There was nobody before the gate.";

fn term(source: &str, translation: &str, standing: EntryState, strictness: Strictness) -> Term {
    let number = u32::try_from(source.len() + translation.len()).unwrap();
    let mut term = Term::new(TermId::from_number(number), source.to_owned(), translation.to_owned());
    term.standing = standing;
    term.strictness = strictness;
    term
}

fn evidence(n: u32) -> Vec<Evidence> {
    let one = |number| Evidence { book: BookId::from_number(1), paragraph: ParagraphId::from_number(number) };
    (0..n).map(one).collect()
}

async fn task(library: &ToolLibrary, knowledge: Knowledge) -> TestTask<'_> {
    let mut task = library.task(TaskKind::Translation, 0..1).await.speaking(PromptLanguage::English);
    let (ja, en) = ("ja".parse().unwrap(), "en".parse().unwrap());
    task.judge = Box::new(CheckingJudge::new(Some(&ja), &en));
    task.known = Some(SeriesKnowledge::new(knowledge));
    task
}

async fn submit(terms: Vec<Term>, text: &str) -> (Value, Vec<String>) {
    let library = ToolLibrary::with(&[&[SOURCE]]).await;
    let mut task = task(&library, Knowledge { terms, ..Knowledge::default() }).await;
    let items = json!({ "paragraphs": [{ "paragraph_id": task.id(0), "translated_text": text }] });
    let content = task.call("add_translation_batch", &items).await;
    (content, task.task_state.concerns.iter().map(|concern| format!("{concern:?}")).collect())
}

#[tokio::test]
async fn a_binding_term_that_is_missing_is_refused_with_what_to_do() {
    let binding = || vec![term("龍魂", "Dragon Soul", EntryState::Confirmed, Strictness::Exact)];
    let (content, _) = submit(binding(), WITHOUT).await;
    let failed = &content["failed_paragraphs"][0];
    assert_eq!(failed["error_code"], "CHECK_FAILED", "{content}");
    let message = failed.to_string();
    assert!(
        message.contains("龍魂") && message.contains("Dragon Soul") && message.contains("Replace"),
        "{message}"
    );
    let (content, _) = submit(binding(), WITH).await;
    assert_eq!(content["remaining"], json!([]), "{content}");
}

#[tokio::test]
async fn a_preferred_term_under_another_name_is_asked_about_and_one_said_otherwise_is_not() {
    let preferred = || vec![term("龍魂", "Dragon Soul", EntryState::Confirmed, Strictness::Preferred)];
    let (content, concerns) = submit(preferred(), OTHER).await;
    assert_eq!(content["remaining"], json!([]), "{content}");
    let asks = |concern: &String| concern.contains("Dragon Soul") && concern.contains('?');
    assert!(concerns.len() == 1 && concerns.iter().all(asks), "{concerns:?}");
    let (content, concerns) = submit(preferred(), WITHOUT).await;
    assert_eq!((&content["remaining"], concerns.len()), (&json!([]), 0), "{content} {concerns:?}");
}

#[tokio::test]
async fn a_proposal_without_evidence_asks_for_nothing_and_two_that_differ_neither() {
    let proposed = |translation: &str, n: u32| {
        let mut term = term("龍魂", translation, EntryState::Proposed, Strictness::Exact);
        term.evidence = evidence(n);
        term
    };
    let (_, concerns) = submit(vec![proposed("Dragon Soul", 1)], OTHER).await;
    assert_eq!(concerns, Vec::<String>::new());
    let (_, concerns) = submit(vec![proposed("Dragon Soul", 2)], OTHER).await;
    assert_eq!(concerns.len(), 1, "two paragraphs bear it out: {concerns:?}");
    let (_, concerns) = submit(vec![proposed("Dragon Soul", 2), proposed("Ghost", 2)], OTHER).await;
    assert_eq!(concerns, Vec::<String>::new(), "nobody knows which");
}

#[tokio::test]
async fn two_senses_of_a_word_are_not_both_demanded() {
    let exact = |translation| term("龍魂", translation, EntryState::Confirmed, Strictness::Exact);
    let (content, _) = submit(vec![exact("Dragon Soul"), exact("Wyrmheart")], WITH).await;
    assert_eq!(content["remaining"], json!([]), "{content}");
}

#[test]
fn an_alias_says_nothing_about_its_owner_before_it_is_revealed() {
    let mut knight =
        Character::new(CharacterId::from_number(1), Name::new("玲奈".to_owned(), "Reina".to_owned()));
    let alias =
        Name { known_from: StoryPosition(9), ..Name::new("黒騎士".to_owned(), "Black Knight".to_owned()) };
    knight.aliases.push(alias);
    knight.standing = EntryState::Confirmed;
    let series = SeriesKnowledge::new(Knowledge { characters: vec![knight], ..Knowledge::default() });
    let text = book::text::markup::Marked::from_plain("黒騎士が来た。");
    let named = |moment| {
        tools::series_knowledge::KnowledgeAt { series: &series, moment: StoryPosition(moment) }
            .present(&text)
            .characters
            .len()
    };
    assert_eq!((named(8), named(9)), (0, 1));
}

#[test]
fn proposed_names_of_one_character_are_told_where_they_are_names() {
    let proposed = |number: u32, source: &str| {
        let mut term = Term::new(TermId::from_number(number), source.to_owned(), format!("name {number}"));
        term.evidence = evidence(2);
        term
    };
    let terms = ["凛", "丈", "一", "奏"].into_iter().zip(1..).map(|(name, number)| proposed(number, name));
    let series = SeriesKnowledge::new(Knowledge { terms: terms.collect(), ..Knowledge::default() });
    let named = |text: &str| {
        let known = tools::series_knowledge::KnowledgeAt { series: &series, moment: StoryPosition(0) };
        let present = known.present(&book::text::markup::Marked::from_plain(text));
        present.terms.iter().map(|term| term.source.clone()).collect::<String>()
    };
    for (text, names) in [
        ("「一、聞いてる？」と凛は言った。", "一凛"),
        ("昨日流したのは、奏が自分で弾いたピアノである。丈は首を振った。", "奏丈"),
        ("凛とした声で、一つだけ曲を奏でる。大丈夫、万が一のときは十一人で行く。", ""),
        ("一、二、三、と数えて、背丈を測った。", ""),
    ] {
        let mut found: Vec<char> = named(text).chars().collect();
        let mut wanted: Vec<char> = names.chars().collect();
        found.sort_unstable();
        wanted.sort_unstable();
        assert_eq!(found, wanted, "{text}");
    }
}
