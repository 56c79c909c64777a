//! Submitting, by content: what refuses a single text, what is said about it, and what is never replaced.

use crate::fixture::{TEXTS, ToolLibrary};
use book::text::markup::Marked;
use book::text::version::TaskKind;
use book::work::checked::CheckNote;
use book::work::status::{Effort, Status};
use checks::check::{Finding, Severity};
use checks::code::CheckCode;
use serde_json::{Value, json};
use tools::judge::{Judge, Submission, SubmissionVerdict};
use tools::text::PromptLanguage;

fn item(id: &str, text: &str) -> Value {
    json!({ "paragraph_id": id, "translated_text": text })
}

#[tokio::test]
async fn a_prefix_that_is_not_the_source_rejects_that_item_only() {
    for kind in TaskKind::ALL {
        let library = ToolLibrary::usual().await;
        let mut task = library.task(kind, 3..6).await;
        let items = json!([
            { "paragraph_id": task.id(0), "translated_text": "乙乙", "original_text_prefix": TEXTS[4] },
            { "paragraph_id": task.id(1), "translated_text": "甲甲", "original_text_prefix": TEXTS[3] },
            { "paragraph_id": task.id(2), "translated_text": "丙丙", "original_text_prefix": " それが" },
        ]);
        let content = task.call("add_translation_batch", &json!({ "paragraphs": items })).await;
        assert_eq!(content["success"], true);
        assert_eq!(content["accepted_paragraphs"], json!([task.id(2)]));
        for place in [0, 1] {
            assert_eq!(content["failed_paragraphs"][place]["paragraph_id"], task.id(place));
            assert_eq!(content["failed_paragraphs"][place]["error_code"], "PREFIX_MISMATCH");
            assert_eq!(library.translation(task.ids[place]).await, None, "swapped rows are caught");
        }
        assert_eq!(content["remaining"], json!([task.id(0), task.id(1)]));
    }
}

#[tokio::test]
async fn a_prefix_matches_the_source_as_written_and_as_read() {
    let library = ToolLibrary::with(&[&["　｜羅生門《らしょうもん》の<1>下</1>で。"]]).await;
    for prefix in ["羅生門の下", "｜羅生門《らしょう", "　羅生門", "羅"] {
        let mut task = library.task(TaskKind::Translation, [0]).await;
        let items = json!([{
            "paragraph_id": task.id(0),
            "translated_text": "在罗生门<1>下</1>。",
            "original_text_prefix": prefix,
        }]);
        let content = task.call("add_translation_batch", &json!({ "paragraphs": items })).await;
        assert_eq!(content["success"], true, "{prefix}: {content}");
    }
}

#[tokio::test]
async fn empty_text_rejects_that_item_only() {
    for kind in TaskKind::ALL {
        let library = ToolLibrary::usual().await;
        let mut task = library.task(kind, 3..8).await;
        let items = json!([
            item(&task.id(0), ""),
            item(&task.id(1), " \n　"),
            { "paragraph_id": task.id(2) },
            { "paragraph_id": task.id(3), "translated_text": {"text": "对象"} },
            item(&task.id(4), "好"),
        ]);
        let content = task.call("add_translation_batch", &json!({ "paragraphs": items })).await;
        assert_eq!(content["accepted_paragraphs"], json!([task.id(4)]));
        for failed in content["failed_paragraphs"].as_array().unwrap() {
            assert_eq!(failed["error_code"], "EMPTY_TRANSLATION");
        }
        assert_eq!(content["remaining_count"], 4);
    }
}

#[tokio::test]
async fn broken_inline_tags_reject_that_item_and_say_what_is_wrong_in_both_languages() {
    for (language, expected) in [
        (
            PromptLanguage::Chinese,
            "标签有误：缺少原文的标签 2；原文没有标签 3，请删除。请保留原文的全部标签。",
        ),
        (
            PromptLanguage::English,
            "Broken tags: tag 2 of the source is missing; tag 3 does not exist in the source; remove it. Keep every \
             tag of the source.",
        ),
    ] {
        let library = ToolLibrary::with(&[&["<1>強い</1>雨<2/>と風。", "次の文。"]]).await;
        let mut task = library.task(TaskKind::Translation, 0..2).await.speaking(language);
        let items = json!([item(&task.id(0), "<1>大</1>雨和<3>风</3>"), item(&task.id(1), "下一句")]);
        let content = task.call("add_translation_batch", &json!({ "paragraphs": items })).await;
        assert_eq!(content["failed_paragraphs"][0]["error_code"], "BROKEN_TAGS");
        assert_eq!(content["failed_paragraphs"][0]["error"], expected);
        assert_eq!(content["accepted_paragraphs"], json!([task.id(1)]));
        let content = task
            .call(
                "add_translation_batch",
                &json!({ "paragraphs": [item(&task.id(0), "风和<2/><1>大</1>雨")] }),
            )
            .await;
        assert_eq!(content["accepted_paragraphs"], json!([task.id(0)]), "tags may be re-ordered");
    }
}

#[tokio::test]
async fn a_text_of_tags_alone_is_empty() {
    let library = ToolLibrary::with(&[&["<1>強い</1>"]]).await;
    let mut task = library.task(TaskKind::Translation, [0]).await;
    let content = task
        .refused("add_translation_batch", &json!({ "paragraphs": [item(&task.id(0), "<1> </1>")] }))
        .await;
    assert_eq!(content["failed_paragraphs"][0]["error_code"], "EMPTY_TRANSLATION");
}

#[tokio::test]
async fn when_every_item_fails_the_call_fails_and_nothing_moves() {
    let library = ToolLibrary::usual().await;
    for kind in TaskKind::ALL {
        let mut task = library.task(kind, 3..5).await;
        let items = json!([item(&task.id(0), ""), item(&task.id(1), "<9>")]);
        let content = task.refused("add_translation_batch", &json!({ "paragraphs": items })).await;
        assert_eq!(content["error_code"], "ALL_PARAGRAPHS_FAILED");
        assert_eq!(content["failed_paragraphs"].as_array().unwrap().len(), 2);
        assert_eq!(
            task.task_state.status,
            Status::Planning,
            "no stage is implied by a submission that failed"
        );
    }
}

#[tokio::test]
async fn a_paragraph_may_be_submitted_again_and_every_version_is_kept() {
    let library = ToolLibrary::usual().await;
    let mut task = library.task(TaskKind::Translation, 3..5).await;
    for text in ["初稿", "二稿"] {
        let content =
            task.call("add_translation_batch", &json!({ "paragraphs": [item(&task.id(0), text)] })).await;
        assert_eq!(content["accepted_paragraphs"], json!([task.id(0)]));
        assert_eq!(content["remaining"], json!([task.id(1)]));
    }
    assert_eq!(library.translation(task.ids[0]).await, Some("二稿".to_owned()));
    let versions = library.store.library().versions(library.book.id, task.ids[0]).await.unwrap();
    assert_eq!(versions.len(), 2);
    assert_eq!(versions[1].author, task.author);
}

/// Objects to `bad`, worries about `odd`, mends two dashes, and looks at the neighbours.
struct StrictJudge;

impl Judge for StrictJudge {
    fn judge(&self, submission: &Submission<'_>) -> SubmissionVerdict {
        let text = submission.translation.plain();
        let finding = |check: CheckCode, severity| {
            Finding::new(check, severity, format!("{check} found"), format!("{check}有误"))
        };
        let same = |neighbour: Option<tools::judge::AdjacentParagraph<'_>>| {
            neighbour.and_then(|one| one.translation).is_some_and(|other| other == text)
        };
        SubmissionVerdict {
            note: CheckNote::default(),
            blocking: text
                .contains("bad")
                .then(|| finding(CheckCode::B1, Severity::Block))
                .into_iter()
                .collect(),
            concerns: [
                text.contains("odd").then(|| finding(CheckCode::C1, Severity::Queue)),
                same(submission.before).then(|| finding(CheckCode::A9, Severity::Queue)),
            ]
            .into_iter()
            .flatten()
            .collect(),
            fixed: text.contains("--").then(|| Marked::from_plain(&text.replace("--", "——"))),
        }
    }
}

#[tokio::test]
async fn a_hard_check_rejects_the_item_and_a_soft_one_is_a_concern_on_the_desk() {
    for (language, message) in [(PromptLanguage::Chinese, "B1有误"), (PromptLanguage::English, "B1 found")]
    {
        let library = ToolLibrary::usual().await;
        let mut task = library.task(TaskKind::Translation, 3..7).await.speaking(language);
        task.judge = Box::new(StrictJudge);
        let items = json!([
            item(&task.id(0), "bad"),
            item(&task.id(1), "odd"),
            item(&task.id(2), "fine -- so"),
            item(&task.id(3), "fine -- so"),
        ]);
        let content = task.call("add_translation_batch", &json!({ "paragraphs": items })).await;
        assert_eq!(
            content["failed_paragraphs"],
            json!([{ "paragraph_id": task.id(0), "error_code": "CHECK_FAILED", "error": message, "checks": ["B1"] }])
        );
        assert_eq!(content["concerns"].as_array().unwrap().len(), 2);
        let on_desk: Vec<(String, &str)> = task
            .task_state
            .concerns
            .iter()
            .map(|one| (one.paragraph.to_string(), one.check.as_str()))
            .collect();
        assert_eq!(on_desk, [(task.id(1), "C1"), (task.id(3), "A9")]);
        assert_eq!(
            library.translation(task.ids[2]).await,
            Some("fine —— so".to_owned()),
            "mended on the way in"
        );
        task.call("add_translation_batch", &json!({ "paragraphs": [item(&task.id(1), "good")] })).await;
        assert_eq!(task.task_state.concerns.len(), 1, "a better version takes its concern away");
    }
}

#[tokio::test]
async fn careful_effort_is_told_the_next_stage_when_nothing_remains() {
    let library = ToolLibrary::usual().await;
    for (kind, next) in
        [(TaskKind::Translation, "review"), (TaskKind::Polish, "end"), (TaskKind::Proofreading, "end")]
    {
        let mut task = library.task(kind, 3..4).await.with_effort(Effort::Careful);
        task.move_to(&[Status::Preparing, Status::Working]);
        task.call("create_todo", &json!({ "items": ["核对人名"] })).await;
        let text = format!("{kind:?}");
        let content =
            task.call("add_translation_batch", &json!({ "paragraphs": [item(&task.id(0), &text)] })).await;
        let said = content["next"].as_str().unwrap();
        assert!(
            said.contains(&format!("update_task_status(\"{next}\")")) && said.contains("核对人名"),
            "{said}"
        );
    }
}

#[tokio::test]
async fn the_list_of_what_remains_has_a_cap_and_a_count() {
    let texts: Vec<String> = (0..120).map(|n| format!("第{n}の文。")).collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let library = ToolLibrary::with(&[&texts]).await;
    let mut task = library.task(TaskKind::Translation, 0..120).await;
    let content =
        task.call("add_translation_batch", &json!({ "paragraphs": [item(&task.id(0), "一")] })).await;
    assert_eq!(
        (content["remaining"].as_array().unwrap().len(), &content["remaining_count"]),
        (50, &json!(119))
    );
}
