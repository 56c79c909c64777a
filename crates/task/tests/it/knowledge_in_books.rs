//! Real books with a glossary made by hand: each prompt has exactly the entries that stand in its chunk, against a search
//! that knows nothing of automata and folding.

use crate::test_task::{Job, Staff, TestTask};
use book::id::TermId;
use book::knowledge::evidence::EntryState;
use book::knowledge::term::Term;
use book::text::version::TaskKind;
use formats::import::Source;
use llm::{ChatMessage, Scripted, ScriptedReply, StopReason};
use std::collections::{BTreeSet, HashSet};
use std::sync::Arc;
use store::record::ParagraphRecord;
use task::chunker;
use tools::series_knowledge::KnowledgeCache;

/// Names and things of the two books, with some that nest, some that are part of other words, and some that never occur.
const JAPANESE: [&str; 26] = [
    "ジョバンニ",
    "カムパネルラ",
    "ザネリ",
    "マルソ",
    "ケンタウル祭",
    "ケンタウル",
    "銀河",
    "銀河ステーション",
    "天の川",
    "烏瓜",
    "牛乳",
    "活版所",
    "北十字",
    "プリオシン海岸",
    "鳥捕り",
    "標本",
    "アルビレオ",
    "アルビレオの観測所",
    "白鳥",
    "白鳥の停車場",
    "ステーション",
    "ョバン",
    "カムパネル",
    "メイン",
    "南十字",
    "サウザンクロス",
];
const ENGLISH: [&str; 20] = [
    "Alice",
    "White Rabbit",
    "Rabbit",
    "March Hare",
    "Hatter",
    "Dormouse",
    "Cheshire Cat",
    "Cat",
    "Dinah",
    "Queen of Hearts",
    "Queen",
    "King",
    "Duchess",
    "Gryphon",
    "Mock Turtle",
    "Caterpillar",
    "Bill",
    "Ali",
    "Dodo",
    "Lory",
];

#[tokio::test]
async fn each_prompt_of_a_japanese_book_has_exactly_its_entries() {
    hold("each_prompt_of_a_japanese_book", "ja/ginga-tetsudo-no-yoru.sjis.txt", &JAPANESE, is_katakana).await;
}

#[tokio::test]
async fn each_prompt_of_an_english_book_has_exactly_its_entries() {
    hold("each_prompt_of_an_english_book", "en/alice.txt", &ENGLISH, char::is_alphabetic).await;
}

fn is_katakana(c: char) -> bool {
    matches!(c, 'ァ'..='ヺ' | 'ー')
}

#[expect(clippy::disallowed_methods, reason = "where the books are is the tester's business")]
#[expect(clippy::print_stderr, reason = "a skipped test says so")]
async fn hold(test: &str, file: &str, glossary: &[&str], is_of_word: fn(char) -> bool) {
    let Some(folder) = std::env::var_os("TSUMUGI_BOOKS") else {
        eprintln!("skipped `{test}`: TSUMUGI_BOOKS is not set");
        return;
    };
    let bytes = std::fs::read(std::path::Path::new(&folder).join(file)).unwrap();
    let book = formats::import(&Source::new(&bytes, file)).unwrap().book;
    let test_task = TestTask::of(&book).await;
    let term = |(number, source): (u32, &&str)| {
        let mut term =
            Term::new(TermId::from_number(number), (*source).to_owned(), format!("translation {number}"));
        term.standing = EntryState::Confirmed;
        term.into()
    };
    test_task.know((0..).zip(glossary).map(term)).await;
    let model = Scripted::answering(|_| ScriptedReply {
        stop: Some(StopReason::Refused),
        ..ScriptedReply::default()
    });
    let knowledge_cache = Arc::new(KnowledgeCache::new(test_task.book.series.id));
    let library = test_task.store.library();
    let (mut n_chunks, mut n_entries) = (0, 0);
    for chapter in library.chapters(test_task.book.id).await.unwrap() {
        let all = library.chapter_paragraphs(test_task.book.id, chapter.id, 0..u32::MAX).await.unwrap();
        let wanted: HashSet<_> = all.iter().map(|paragraph| paragraph.id).collect();
        for chunk in chunker::chunks(TaskKind::Translation, chapter.id, &all, &wanted, 1200) {
            let (first, last) =
                (chunk.boundaries().first_paragraph_id(), chunk.boundaries().last_paragraph_id());
            let shown = stretch(&all, first, last);
            // Each with a model of its own: one that refuses everything is given up after two dozen requests.
            let staff = Staff {
                knowledge_cache: Some(Arc::clone(&knowledge_cache)),
                ..Staff::new(TaskKind::Translation, &model)
            };
            test_task.work(&staff, Job::Begin(chunk)).await.unwrap();
            let requests = model.requests();
            let Some(ChatMessage::User { text }) =
                requests.last().and_then(|request| request.messages.first())
            else {
                panic!("no first message")
            };
            let mut texts: Vec<String> = shown.iter().map(|it| it.text.plain().into_owned()).collect();
            texts.push(chapter.title.clone());
            let mut expected = oracle(&texts, glossary, is_of_word);
            // The author writes `｜南十字《サウザンクロス》`: the reading is a name as well.
            let readings: Vec<(String, String)> = shown.iter().flat_map(|it| it.text.readings()).collect();
            expected.extend(glossary.iter().filter(|name| readings.iter().any(|(_, read)| read == *name)));
            assert_eq!(told(text, glossary), expected, "{text}");
            n_chunks += 1;
            n_entries += expected.len();
        }
    }
    assert!(n_chunks > 10 && n_entries > 50, "{n_chunks} {n_entries}");
}

fn stretch(
    all: &[ParagraphRecord],
    first: book::id::ParagraphId,
    last: book::id::ParagraphId,
) -> &[ParagraphRecord] {
    let place = |id| all.iter().position(|paragraph| paragraph.id == id).unwrap();
    &all[place(first)..=place(last)]
}

/// The entries a prompt tells of.
fn told<'g>(message: &str, glossary: &[&'g str]) -> BTreeSet<&'g str> {
    let context = message.split_once("</context>").unwrap().0;
    glossary.iter().copied().filter(|name| context.contains(&format!("\n- {name} => "))).collect()
}

/// Every name that stands somewhere as a word of its own, not inside a longer name that does.
fn oracle<'g>(texts: &[String], glossary: &[&'g str], is_of_word: fn(char) -> bool) -> BTreeSet<&'g str> {
    let mut expected = BTreeSet::new();
    for text in texts {
        let chars: Vec<char> = text.chars().map(|c| if c.is_whitespace() { ' ' } else { c }).collect();
        let mut places: Vec<(usize, usize, &str)> = Vec::new();
        for name in glossary {
            let wanted: Vec<char> = name.chars().collect();
            for start in 0..chars.len().saturating_sub(wanted.len() - 1) {
                let end = start + wanted.len();
                if !chars[start..end]
                    .iter()
                    .zip(&wanted)
                    .all(|(c, w)| c == w || (w.is_lowercase() && c.to_lowercase().eq([*w])))
                {
                    continue;
                }
                let goes_on = |left: Option<&char>, right: Option<&char>| {
                    left.zip(right).is_some_and(|(left, right)| is_of_word(*left) && is_of_word(*right))
                };
                let before = start.checked_sub(1).and_then(|at| chars.get(at));
                if !goes_on(before, wanted.first()) && !goes_on(wanted.last(), chars.get(end)) {
                    places.push((start, end, name));
                }
            }
        }
        for (start, end, name) in &places {
            let is_inside = places.iter().any(|(s, e, _)| s <= start && end <= e && e - s > end - start);
            if !is_inside {
                expected.insert(*name);
            }
        }
    }
    expected
}
