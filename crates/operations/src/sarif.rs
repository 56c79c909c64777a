//! Findings in the words other programs know: SARIF 2.1.0, the format that editors and review tools read.
//!
//! A paragraph is an artifact of its own, with its translation inside, so that places and fixes are exact without a file.

use crate::book_findings::{BookFinding, digest};
use async_recursion::async_recursion as boxed;
use book::id::ParagraphId;
use book::text::markup::Marked;
use checks::catalogue;
use checks::check::Severity;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::sync::Arc;
use store::error::StoreError;
use store::library::Library;
use store::record::{BookSummary, ParagraphRecord};

const SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";

/// The findings as a SARIF log with one run.
#[boxed]
pub async fn sarif(
    library: &Library,
    book: &BookSummary,
    spotted: &[Arc<BookFinding>],
) -> Result<Value, StoreError> {
    let mut paragraphs: BTreeMap<ParagraphId, (u32, ParagraphRecord)> = BTreeMap::new();
    for one in spotted {
        for id in &one.paragraphs {
            if !paragraphs.contains_key(id) {
                let record = library.paragraph(book.id, *id).await?;
                let number = library.position(book.id, *id).await?.chapter_number;
                paragraphs.insert(*id, (number, record));
            }
        }
    }
    let rules = rules();
    let results: Vec<Value> = spotted.iter().map(|one| result(book, one, &paragraphs, &rules)).collect();
    let artifacts: Vec<Value> =
        paragraphs.values().map(|(number, record)| artifact(book, *number, record)).collect();
    Ok(json!({
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [{
            "tool": {"driver": {
                "name": "tsumugi",
                "version": env!("CARGO_PKG_VERSION"),
                "rules": rules.iter().map(Rule::to_json).collect::<Vec<_>>(),
            }},
            "columnKind": "unicodeCodePoints",
            "artifacts": artifacts,
            "results": results,
            "properties": {"book": book.id, "title": book.title, "file": book.file_name},
        }],
    }))
}

struct Rule {
    code: &'static str,
    name: &'static str,
    severity: Severity,
}

impl Rule {
    fn to_json(&self) -> Value {
        json!({
            "id": self.code,
            "name": self.name,
            "shortDescription": {"text": self.name.replace('-', " ")},
            "defaultConfiguration": {"level": level(self.severity)},
        })
    }
}

fn rules() -> Vec<Rule> {
    let single = catalogue::ALL.iter().map(|check| Rule {
        code: check.code().as_str(),
        name: check.name(),
        severity: check.severity(),
    });
    let whole = catalogue::sequence_checks()
        .iter()
        .map(|check| Rule { code: check.code().as_str(), name: check.name(), severity: check.severity() })
        .collect::<Vec<_>>();
    let mut rules: Vec<Rule> = Vec::new();
    for rule in single.chain(whole) {
        // A check over a paragraph and one over the book may share a code; a rule stands once.
        if !rules.iter().any(|known| known.code == rule.code) {
            rules.push(rule);
        }
    }
    rules
}

const fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Block => "error",
        Severity::Queue => "warning",
        Severity::Info | Severity::Autofix => "note",
    }
}

fn uri(book: &BookSummary, chapter: u32, paragraph: ParagraphId) -> String {
    format!("tsumugi:/{}/{chapter}/{paragraph}", book.id)
}

fn artifact(book: &BookSummary, chapter: u32, record: &ParagraphRecord) -> Value {
    let translation = record.translation.as_ref().map(Marked::plain).unwrap_or_default();
    json!({
        "location": {"uri": uri(book, chapter, record.id)},
        "mimeType": "text/plain",
        "contents": {"text": translation},
        "properties": {"source": record.text.plain()},
    })
}

fn result(
    book: &BookSummary,
    spotted: &BookFinding,
    paragraphs: &BTreeMap<ParagraphId, (u32, ParagraphRecord)>,
    rules: &[Rule],
) -> Value {
    let finding = &spotted.finding;
    let known = spotted.paragraphs.iter().filter_map(|id| paragraphs.get(id));
    let mut locations: Vec<Value> =
        known.map(|(chapter, record)| location(book, *chapter, record, spotted)).collect();
    if locations.is_empty() {
        let name = spotted.chapter.map_or_else(|| "book".to_owned(), |number| format!("chapter {number}"));
        locations.push(
            json!({"logicalLocations": [{"name": name, "fullyQualifiedName": name, "kind": "module"}]}),
        );
    }
    let mut result = Map::new();
    let mut add = |field: &str, value: Value| result.insert(field.to_owned(), value);
    add("ruleId", finding.check.as_str().into());
    if let Some(index) = rules.iter().position(|rule| rule.code == finding.check.as_str()) {
        add("ruleIndex", index.into());
    }
    add("level", level(finding.severity).into());
    add("message", json!({"text": finding.message.en}));
    add("locations", locations.into());
    let first = spotted.paragraphs.first().and_then(|id| paragraphs.get(id));
    if let Some((chapter, record)) = first {
        let words = record.translation.as_ref().map(|translation| digest(&record.text, translation));
        let mark = format!("{}:{}:{}", finding.check, record.id, words.unwrap_or_default());
        add("partialFingerprints", json!({"tsumugiFinding/v1": mark}));
        if let (Some(span), Some(fix)) = (&finding.span, &finding.fix) {
            let region = json!({"charOffset": span.start, "charLength": span.len()});
            let replacements = json!([{"deletedRegion": region, "insertedContent": {"text": fix}}]);
            let place = json!({"uri": uri(book, *chapter, record.id)});
            let changes = json!([{"artifactLocation": place, "replacements": replacements}]);
            add("fixes", json!([{"artifactChanges": changes}]));
        }
    }
    if let Some(reason) = &spotted.acknowledged {
        add("suppressions", json!([{"kind": "external", "status": "accepted", "justification": reason}]));
    }
    add("properties", json!({"severity": finding.severity.as_str(), "message_zh": finding.message.zh}));
    Value::Object(result)
}

fn location(book: &BookSummary, chapter: u32, record: &ParagraphRecord, spotted: &BookFinding) -> Value {
    let mut physical = json!({"artifactLocation": {"uri": uri(book, chapter, record.id)}});
    let is_alone = spotted.paragraphs.len() == 1;
    if let (Some(span), Value::Object(fields)) =
        (spotted.finding.span.as_ref().filter(|_| is_alone), &mut physical)
    {
        fields.insert("region".to_owned(), json!({"charOffset": span.start, "charLength": span.len()}));
    }
    json!({
        "physicalLocation": physical,
        "logicalLocations": [{
            "name": record.id,
            "fullyQualifiedName": format!("chapter {chapter}/{}/{}", record.index, record.id),
            "kind": "element",
        }],
    })
}
