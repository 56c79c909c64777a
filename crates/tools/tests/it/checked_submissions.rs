//! What the real checks make of submissions: what is worth a second look, what is noted, and what a title has to be.

use crate::fixture::{TestTask, ToolLibrary};
use book::text::markup::Marked;
use book::text::version::TaskKind;
use book::work::checked::{CheckNote, Mend};
use checks::dictionary::edict;
use checks::policy::Policy;
use checks::suite::Suite;
use serde_json::json;
use std::sync::Arc;
use tools::checking::CheckingJudge;
use tools::judge::{Judge, Submission, SubmissionVerdict};
use tools::text::PromptLanguage;

const DICTIONARY: &str = "少女 [しょうじょ] /(n) girl/\n古い [ふるい] /(adj-i) old/\n手紙 [てがみ] /(n) letter/\n将軍 [しょうぐん] /(n) general/\n\
    戦争 [せんそう] /(n) war/\n準備 [じゅんび] /(n) preparation/\n命令 [めいれい] /(n) order/command/\n太陽 [たいよう] /(n) sun/\n\
    照らし [てらし] /(n) light/\n読んだ [よんだ] /(v) read/\n朝の [あさの] /(n) morning/\n海を [うみを] /(n) sea/\n";

async fn task(library: &ToolLibrary, places: std::ops::Range<usize>) -> TestTask<'_> {
    let mut task = library.task(TaskKind::Translation, places).await.speaking(PromptLanguage::English);
    let (ja, en) = ("ja".parse().unwrap(), "en".parse().unwrap());
    let suite = Suite::with_dictionary(&ja, &en, Arc::new(edict::read(DICTIONARY.as_bytes())));
    task.judge = Box::new(CheckingJudge::with(suite, Policy::undecided()));
    task
}

#[tokio::test]
async fn a_sentence_without_any_trace_is_worth_a_second_look() {
    let source = "少女は古い手紙を読んだ。将軍は戦争の準備を命令した。朝の太陽が海を照らした。";
    let library = ToolLibrary::with(&[&[source]]).await;
    let mut task = task(&library, 0..1).await;
    task.submit("The girl read the old letter. The morning sun lit the sea.").await;
    let concerns: Vec<&str> = task.task_state.concerns.iter().map(|one| one.check.as_str()).collect();
    assert!(concerns.contains(&"A6"), "{concerns:?}");
}

/// Mends every text, either well or so that its tags are lost.
struct Mender {
    mended: &'static str,
}

impl Judge for Mender {
    fn judge(&self, _submission: &Submission<'_>) -> SubmissionVerdict {
        let mend = Mend { check: "D12".to_owned(), before: "  ".to_owned(), after: " ".to_owned() };
        SubmissionVerdict {
            fixed: Marked::parse(self.mended).ok(),
            note: CheckNote { mends: vec![mend], ..CheckNote::default() },
            ..SubmissionVerdict::default()
        }
    }
}

#[tokio::test]
async fn mends_are_noted_only_where_the_mended_text_is_the_one_that_is_kept() {
    for (mended, kept, n_mends) in
        [("<1>He</1> came.", "<1>He</1> came.", Some(1)), ("He came.", "<1>He</1>  came.", None)]
    {
        let library = ToolLibrary::with(&[&["<1>彼</1>は来た。"]]).await;
        let mut task = task(&library, 0..1).await;
        task.judge = Box::new(Mender { mended });
        task.submit("<1>He</1>  came.").await;
        assert_eq!(library.translation(task.ids[0]).await.as_deref(), Some(kept));
        let notes = library.store.library().check_notes(library.book.id, task.ids[0]).await.unwrap();
        let n = notes.into_iter().next().map(|(_, note)| note.mends.len());
        assert_eq!(n, n_mends, "{mended}");
    }
}

#[tokio::test]
async fn a_title_that_is_no_translation_is_refused_with_what_to_do_and_a_good_one_is_taken() {
    let library = ToolLibrary::usual().await;
    let mut task = task(&library, 3..5).await;
    let title = |text: &str| json!({ "title_translation": text });
    for (bad, check) in [
        ("第1章", "B1"),
        ("Chapter 7", "F3"),
        ("Sure! Here is the translation of the title: Chapter 1", "E3"),
        ("<think>It is the first chapter.</think>", "E4"),
    ] {
        let content = task.refused("update_chapter_title", &title(bad)).await;
        assert_eq!(content["error_code"], "CHECK_FAILED", "{bad}: {content}");
        let checks = content["checks"].as_array().unwrap();
        assert!(checks.iter().any(|one| one == check), "{bad}: {content}");
        assert!(content["error"].as_str().is_some_and(|error| error.len() > 10), "{content}");
    }
    assert_eq!(task.call("update_chapter_title", &title("Chapter 1")).await["success"], true);
    let refused = task.refused("update_book_title", &title("Sorry, I can't translate this title.")).await;
    assert_eq!(refused["error_code"], "CHECK_FAILED", "{refused}");
}
