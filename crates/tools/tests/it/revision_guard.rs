//! A revision replaces what stands there only if no check gets worse; otherwise it waits as a suggestion.

use crate::fixture::{TestTask, ToolLibrary, model};
use book::edit::Edit;
use book::id::ParagraphId;
use book::text::version::TaskKind;
use book::work::ledger::LedgerEntry;
use checks::check::{Finding, Severity};
use checks::code::CheckCode;
use serde_json::{Value, json};
use tools::checking::CheckingJudge;
use tools::judge::{Judge, Submission, SubmissionVerdict};
use tools::text::PromptLanguage;

/// Is concerned about every `×`, under the code D1, and about every `○`, under D2.
struct Marks;

impl Judge for Marks {
    fn judge(&self, submission: &Submission<'_>) -> SubmissionVerdict {
        let findings = |mark: char, check| {
            let finding = Finding::new(check, Severity::Queue, "a mark", "有标记");
            vec![finding; submission.translation.as_str().matches(mark).count()]
        };
        SubmissionVerdict {
            concerns: [findings('×', CheckCode::D1), findings('○', CheckCode::D2)].concat(),
            ..SubmissionVerdict::default()
        }
    }
}

impl TestTask<'_> {
    pub(crate) async fn submit(&mut self, text: &str) -> Value {
        let items = json!([{ "paragraph_id": self.id(0), "translated_text": text }]);
        self.call("add_translation_batch", &json!({ "paragraphs": items })).await
    }
}

async fn last_version(library: &ToolLibrary, id: ParagraphId) -> (String, bool) {
    let versions = library.store.library().versions(library.book.id, id).await.unwrap();
    let last = versions.last().unwrap();
    (last.text.to_string(), last.selected)
}

#[tokio::test]
async fn a_revision_that_is_worse_for_any_check_waits_as_a_suggestion() {
    let library = ToolLibrary::usual().await;
    for kind in TaskKind::ALL {
        for (old, new, is_taken) in [
            ("旧译", "新译", true),
            ("旧译×", "新译×", true),
            ("旧译××", "新译×", true),
            ("旧译", "新译×", false),
            ("旧译×", "新译××", false),
            ("旧译××", "新译×○", false),
        ] {
            let mut task = library.task(kind, 3..4).await;
            task.judge = Box::new(Marks);
            library.translate(task.ids[0], old, model(TaskKind::Translation)).await;
            let content = task.submit(new).await;
            assert_eq!(
                content["accepted_paragraphs"],
                json!([task.id(0)]),
                "{kind:?} {old} {new}: {content}"
            );
            assert_eq!(
                task.task_state.ledger.entry(task.ids[0]),
                Some(&LedgerEntry::Accepted),
                "it is settled"
            );
            assert_eq!(
                last_version(&library, task.ids[0]).await,
                (new.to_owned(), is_taken),
                "{kind:?} {old} {new}"
            );
            let standing = if is_taken { new } else { old };
            assert_eq!(library.translation(task.ids[0]).await.as_deref(), Some(standing));
            assert_eq!(content["warnings"].is_array(), !is_taken, "{content}");
        }
    }
}

#[tokio::test]
async fn the_model_is_told_which_check_got_worse() {
    let library = ToolLibrary::usual().await;
    let mut task = library.task(TaskKind::Polish, 3..4).await.speaking(PromptLanguage::English);
    task.judge = Box::new(Marks);
    library.translate(task.ids[0], "old", model(TaskKind::Translation)).await;
    let content = task.submit("new ○").await;
    let warning = content["warnings"][0].as_str().unwrap();
    assert!(warning.contains("D2") && warning.contains("suggestion"), "{warning}");
    assert_eq!(task.task_state.concerns, [], "a suggestion is no concern of the text that stands");
}

#[tokio::test]
async fn a_first_translation_and_one_of_a_changed_source_are_held_against_nothing() {
    let library = ToolLibrary::usual().await;
    let mut task = library.task(TaskKind::Translation, 3..4).await;
    task.judge = Box::new(Marks);
    task.submit("初译×").await;
    assert_eq!(library.translation(task.ids[0]).await.as_deref(), Some("初译×"));
    library.person(&[Edit::SetTargetLanguage { language: "zh".parse().unwrap() }]).await;
    library.translate(task.ids[0], "译文", model(TaskKind::Translation)).await;
    library.person(&[Edit::SetTargetLanguage { language: "en".parse().unwrap() }]).await;
    task.submit("text ×").await;
    assert_eq!(library.translation(task.ids[0]).await.as_deref(), Some("text ×"), "what was there is stale");
}

#[tokio::test]
async fn the_real_checks_keep_a_polish_from_dropping_half_of_a_paragraph() {
    let source =
        "老人は港で長い手紙を読んだ。それから二十三歩ほど歩いて、灯りを消した。誰も彼の名前を呼ばなかった。";
    let full = "The old man read a long letter at the harbour. Then he walked some twenty-three paces and put out \
                the light. Nobody called his name.";
    let library = ToolLibrary::with(&[&[source]]).await;
    let mut task = library.task(TaskKind::Polish, 0..1).await.speaking(PromptLanguage::English);
    let (ja, en) = ("ja".parse().unwrap(), "en".parse().unwrap());
    task.judge = Box::new(CheckingJudge::new(Some(&ja), &en));
    library.translate(task.ids[0], full, model(TaskKind::Translation)).await;
    task.submit("The old man read a letter at the harbour.").await;
    assert_eq!(library.translation(task.ids[0]).await.as_deref(), Some(full));
    let better = full.replace("some twenty-three", "about twenty-three");
    task.submit(&better).await;
    assert_eq!(library.translation(task.ids[0]).await, Some(better));
}

#[tokio::test]
async fn a_polish_or_proofreading_that_is_another_text_or_has_a_new_number_is_refused_as_e8() {
    let source = "老人は港で長い手紙を読み、それから二十三歩ほど歩いて、灯りを消した。";
    let draft = "The old man read a long letter at the harbour, then walked some twenty-three paces and put out the light.";
    let other = "Nobody in the village had ever seen such a winter, and the children were not allowed to go out at all.";
    let numbered = draft.replace("twenty-three", "25");
    let library = ToolLibrary::with(&[&[source]]).await;
    let (ja, en) = ("ja".parse().unwrap(), "en".parse().unwrap());
    for kind in [TaskKind::Polish, TaskKind::Proofreading] {
        let mut task = library.task(kind, 0..1).await.speaking(PromptLanguage::English);
        task.judge = Box::new(CheckingJudge::new(Some(&ja), &en));
        library.translate(task.ids[0], draft, model(TaskKind::Translation)).await;
        for bad in [other, &numbered] {
            let content = task.submit(bad).await;
            assert_eq!(content["failed_paragraphs"][0]["checks"], json!(["E8"]), "{kind:?} {bad}: {content}");
            assert_eq!(library.translation(task.ids[0]).await.as_deref(), Some(draft));
        }
        let better = draft.replace("some twenty-three", "about twenty-three");
        task.submit(&better).await;
        assert_eq!(library.translation(task.ids[0]).await, Some(better));
    }
    let mut task = library.task(TaskKind::Translation, 0..1).await;
    task.judge = Box::new(CheckingJudge::new(Some(&ja), &en));
    assert_eq!(
        task.submit(other).await["failed_paragraphs"],
        Value::Null,
        "a new translation is held against nothing"
    );
}
