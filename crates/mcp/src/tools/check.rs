//! What the checks find in a book or a chapter, worst first and with no model.

use super::schema::{answer, list, number, number_or_null, object, one_of, text};
use super::{Effect, OwnTool, Reply, read};
use crate::door::{Caller, Door};
use crate::refusal::Refusal;
use ::tools::text::{PromptLanguage, Text};
use checks::check::Severity;
use checks::code::CheckCode;
use operations::book_findings::{BookFinding, check_book, count};
use operations::judge::CheckContext;
use operations::review::{Sieve, worst_first};
use rmcp::model::JsonObject;
use serde::Deserialize;
use serde_json::{Value, json};
use store::record::BookSummary;

pub(super) static TOOL: OwnTool = OwnTool {
    name: "check",
    title: Text { zh: "检查译文", en: "Check the translation" },
    description: Text {
        zh: "不用模型检查全书或一章的译文，列出发现的问题，最严重的在前。",
        en: "Check the translation of the book or of one chapter without a model: the findings, worst first.",
    },
    input,
    output,
    effect: |_| Effect::Reads,
    is_of_book: true,
};

const DEFAULT_LIMIT: usize = 50;
const MAX_LIMIT: usize = 200;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Args {
    chapter_id: Option<String>,
    severity: Option<Gravity>,
    check: Option<String>,
    acknowledged: Option<bool>,
    limit: Option<usize>,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum Gravity {
    Block,
    Queue,
    Info,
}

fn input(language: PromptLanguage) -> Value {
    let describe = |zh: &'static str, en: &'static str| language.choose(zh, en);
    json!({
        "type": "object",
        "properties": {
            "chapter_id": {"type": "string", "description": describe("只查这一章：id 或序号", "only this chapter: its id or its number")},
            "severity": {"type": "string", "enum": ["block", "queue", "info"], "description": describe(
                "至少这么严重：block 不应交付，queue 应由人过目，info 仅供参考；默认 info",
                "at least so grave: block should not go out, queue is for a person to look at, info is a remark; default info",
            )},
            "check": {"type": "string", "description": describe("只看这项检查，如 `C1`", "only this check, by its code, such as `C1`")},
            "acknowledged": {"type": "boolean", "description": describe("也列出用户已放行的问题", "list what a person lets stand, too")},
            "limit": {"type": "integer", "minimum": 1, "maximum": MAX_LIMIT, "description": describe("默认 50，最多 200", "default 50, at most 200")},
        },
        "additionalProperties": false,
    })
}

fn output() -> Value {
    let finding = object(
        &[
            ("check", text()),
            ("severity", one_of(&["block", "queue", "info", "autofix"])),
            ("chapter", number_or_null()),
            ("paragraph_ids", list(&text())),
            ("message", text()),
        ],
        &[("acknowledged", text())],
    );
    answer(
        &[
            ("n_checked", number()),
            ("n_untranslated", number()),
            ("n_block", number()),
            ("n_queue", number()),
            ("n_info", number()),
            ("count", number()),
            ("findings", list(&finding)),
        ],
        &[],
    )
}

pub(super) async fn call(
    door: &Door,
    caller: &Caller,
    book: &BookSummary,
    arguments: JsonObject,
) -> Result<Reply, Refusal> {
    let args: Args = read(arguments)?;
    let language = caller.language;
    let failed = |error| Refusal::of_store(&error, language);
    let chapter = match &args.chapter_id {
        Some(text) => {
            let found = door.chapter_named(book.id, text).await.map_err(failed)?;
            Some(found.ok_or_else(|| unknown_chapter(language))?.number)
        }
        None => None,
    };
    refuse_unknown(args.check.as_deref(), language)?;
    if book.n_translated == 0 {
        let error = language.choose("还没有可检查的译文。", "There is no translation to check yet.");
        return Err(Refusal::new("NOTHING_TO_CHECK", error));
    }
    let target = book.target_language.as_ref().ok_or_else(|| {
        let error = language.choose(
            "本书还没有译入语言；请先用 set_target_language 设定。",
            "The book has no target language yet; set_target_language sets it.",
        );
        Refusal::new("NO_TARGET_LANGUAGE", error)
    })?;
    let context = CheckContext { target, dictionaries: &door.dictionaries };
    let mut found = check_book(door.library(), book, context).await.map_err(failed)?;
    let severity = match args.severity {
        Some(Gravity::Block) => Severity::Block,
        Some(Gravity::Queue) => Severity::Queue,
        Some(Gravity::Info) | None => Severity::Info,
    };
    let acknowledged = args.acknowledged.unwrap_or(false);
    let sieve = Sieve { severity, chapter, checks: args.check.into_iter().collect(), acknowledged };
    worst_first(&mut found, &sieve);
    let [(_, n_block), (_, n_queue), (_, n_info)] = count(&found.findings);
    let limit = args.limit.unwrap_or(DEFAULT_LIMIT).clamp(1, MAX_LIMIT);
    let shown: Vec<Value> = found.findings.iter().take(limit).map(|one| to_json(one, language)).collect();
    let n_more = found.findings.len().saturating_sub(shown.len());
    let mut content = json!({
        "success": true,
        "n_checked": found.n_checked,
        "n_untranslated": found.n_untranslated,
        "n_block": n_block,
        "n_queue": n_queue,
        "n_info": n_info,
        "count": shown.len(),
        "findings": shown,
    });
    if let (Value::Object(content), true) = (&mut content, n_more > 0) {
        let note = language.choose(
            format!("另有 {n_more} 条未显示；可用 chapter_id 或 severity 缩小范围。"),
            format!("{n_more} more are not shown; narrow it with chapter_id or severity."),
        );
        content.insert("note".to_owned(), note.into());
    }
    Ok(Reply::new(content))
}

fn to_json(found: &BookFinding, language: PromptLanguage) -> Value {
    let mut json = json!({
        "check": found.finding.check.as_str(),
        "severity": found.finding.severity.as_str(),
        "chapter": found.chapter,
        "paragraph_ids": found.paragraphs,
        "message": language.message_of(&found.finding),
    });
    if let (Value::Object(json), Some(reason)) = (&mut json, &found.acknowledged) {
        json.insert("acknowledged".to_owned(), reason.as_str().into());
    }
    json
}

fn unknown_chapter(language: PromptLanguage) -> Refusal {
    let error = language.choose(
        "没有这一章。请用 list_chapters 查看 chapter_id。",
        "There is no such chapter. list_chapters shows the ids.",
    );
    Refusal::new("UNKNOWN_CHAPTER", error)
}

fn refuse_unknown(check: Option<&str>, language: PromptLanguage) -> Result<(), Refusal> {
    if check.is_none_or(|code| code.parse::<CheckCode>().is_ok()) {
        return Ok(());
    }
    let known = CheckCode::ALL.iter().map(|code| code.as_str()).collect::<Vec<_>>().join(", ");
    let error = language.choose(
        format!("没有这项检查。可用的检查：{known}"),
        format!("There is no such check. The checks are {known}."),
    );
    Err(Refusal::new("UNKNOWN_CHECK", error))
}
