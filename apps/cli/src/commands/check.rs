//! `tsumugi check`: what a careful editor would catch, with no model at all.

use super::{chapter_choice, second_opinion};
use crate::args::check::{CheckArgs, Gravity};
use crate::exit::{Exit, WrongUsage};
use crate::output::{Align, Printer, TextTable, counted, tell_dictionary, word};
use book::language::LanguageTag;
use checks::check::Severity;
use checks::code::CheckCode;
use checks::reader::{self, ReaderLanguage};
use messages::{Language, Message};
use operations::book_findings::{self, BookFinding, BookFindings};
use operations::book_name;
use operations::judge::CheckContext;
use operations::review::{Sieve, is_as_grave, worst_first};
use operations::sarif::sarif;
use serde_json::{Value, json};
use std::fmt::Write;
use std::ops::Range;
use std::sync::Arc;
use store::record::BookSummary;
use store::store::Store;

pub(crate) async fn run(args: &CheckArgs, store: &Store, printer: &Printer) -> anyhow::Result<Exit> {
    let library = store.library();
    refuse_unknown(&args.only)?;
    let book = book_name::find_to_read(library, &args.book).await?;
    let target = translated_into(&book)?;
    let chapter = match &args.chapter {
        Some(text) => Some(chapter_choice::find(library, book.id, text).await?.number),
        None => None,
    };
    let sieve = Sieve {
        severity: args.severity.into(),
        chapter,
        checks: args.only.clone(),
        // A program that reads SARIF is told what is suppressed, and decides for itself.
        acknowledged: args.acknowledged || args.sarif,
    };
    let dictionaries = settings::dictionaries::dictionaries()?;
    let check_context = CheckContext { target: &target, dictionaries: &dictionaries };
    let mut checkup = book_findings::check_book(library, &book, check_context).await?;
    if let Some(model) = &args.opinion.judge
        && second_opinion::ask(model, &args.opinion, store, &book, &target, &checkup, printer).await?
    {
        checkup = book_findings::check_book(library, &book, check_context).await?;
    }
    let dictionary = checkup.dictionary.as_ref().map(|(name, n_heads)| (name.as_str(), *n_heads));
    tell_dictionary(dictionary, checkup.complaint.as_ref(), printer);
    worst_first(&mut checkup, &sieve);
    if args.sarif {
        printer.json(&sarif(library, &book, &checkup.findings).await?)?;
    } else if printer.is_json() {
        printer.json(&checkup.findings.iter().map(|one| as_json(one)).collect::<Vec<_>>())?;
    } else {
        printer.result(&text(&checkup, printer))?;
    }
    let fails = args.fail_on.is_some_and(|least| {
        // An opinion is no reason to stop anything.
        let is_open =
            |spotted: &&Arc<BookFinding>| spotted.acknowledged.is_none() && spotted.opinion_of.is_none();
        let open = checkup.findings.iter().filter(is_open);
        open.into_iter().any(|spotted| is_as_grave(spotted.finding.severity, least.into()))
    });
    Ok(if fails { Exit::Unresolved } else { Exit::Done })
}

/// Fails where a code is no check's; a check that does not exist finds nothing, which looks like a good book.
pub(crate) fn refuse_unknown(codes: &[String]) -> Result<(), WrongUsage> {
    let unknown = codes.iter().find(|code| code.parse::<CheckCode>().is_err());
    let Some(unknown) = unknown else { return Ok(()) };
    let known: Vec<&str> = CheckCode::ALL.iter().map(|code| code.as_str()).collect();
    Err(WrongUsage(Message::new("no_such_check").with("check", unknown).with("known", known.join(", "))))
}

/// The language a book's translation is in, or what to do where there is none.
pub(crate) fn translated_into(book: &BookSummary) -> anyhow::Result<LanguageTag> {
    book.target_language.clone().filter(|_| book.n_translated > 0).ok_or_else(|| {
        let message = Message::new("nothing_to_check").with("title", &book.title);
        WrongUsage(message.with("book", book.id)).into()
    })
}

impl From<Gravity> for Severity {
    fn from(gravity: Gravity) -> Self {
        match gravity {
            Gravity::Block => Self::Block,
            Gravity::Queue => Self::Queue,
            Gravity::Info => Self::Info,
        }
    }
}

fn text(checkup: &BookFindings, printer: &Printer) -> String {
    let mut text = String::new();
    let head = [
        ("col_severity", Align::Left),
        ("col_check", Align::Left),
        ("col_chapter", Align::Right),
        ("col_paragraph", Align::Left),
        ("col_finding", Align::Left),
    ];
    let language = printer.language();
    let mut table = TextTable::new(&head, 4, language);
    for spotted in &checkup.findings {
        let finding = &spotted.finding;
        let shown: Vec<String> = spotted.paragraphs.iter().take(3).map(ToString::to_string).collect();
        let more = if spotted.paragraphs.len() > 3 { " …" } else { "" };
        let let_stand = spotted.acknowledged.as_ref().map(|reason| {
            let because = Message::new("acknowledged_because").with("reason", reason);
            format!("{} ", printer.text_of(&because))
        });
        let is_title = spotted.title.is_some();
        table.row(vec![
            printer.text_of(&word("severity", finding.severity.as_str())),
            format!("{} {}", finding.check, reader::name(finding.check, reader_language(language))),
            spotted.chapter.map(|number| number.to_string()).unwrap_or_default(),
            if is_title {
                printer.text_of(&Message::new("at_title"))
            } else {
                format!("{}{more}", shown.join(" "))
            },
            format!("{}{}", let_stand.unwrap_or_default(), for_reader(spotted, printer)),
        ]);
    }
    if !checkup.findings.is_empty() {
        let _ = write!(text, "{}\n\n", table.render(printer.width()));
    }
    let counts = book_findings::count(&checkup.findings)
        .map(|(severity, n)| word("severity_count", severity.as_str()).count("n", n));
    let checked = Message::new("paragraphs_checked").count("n", checkup.n_checked);
    let mut parts = vec![printer.text_of(&checked.with("counts", printer.list(&counts)))];
    if checkup.n_notes > 0 {
        parts.push(printer.text_of(&counted(checkup.n_notes, "n_translator_notes")));
    }
    if checkup.n_untranslated > 0 {
        parts.push(printer.text_of(&Message::new("not_translated_yet").count("n", checkup.n_untranslated)));
    }
    text.push_str(&parts.join(language.semicolon()));
    text
}

const ENGLISH: ReaderLanguage = ReaderLanguage::English;

const fn reader_language(language: Language) -> ReaderLanguage {
    match language {
        Language::English => ReaderLanguage::English,
        Language::Chinese => ReaderLanguage::Chinese,
    }
}

/// What a person is told: whose opinion it is, what is wrong, and what to do.
fn for_reader(spotted: &BookFinding, printer: &Printer) -> String {
    let finding = &spotted.finding;
    let language = reader_language(printer.language());
    let message = match language {
        ReaderLanguage::English => &finding.message.en,
        ReaderLanguage::Chinese => &finding.message.zh,
    };
    let opinion = spotted.opinion_of.as_ref().map(|model| {
        printer.text_of(&Message::new("model_says").with("model", model).with("opinion", message))
    });
    let sentence = opinion.unwrap_or_else(|| reader::sentence(finding, language));
    format!("{sentence} {}", reader::advice(finding.check, language))
}

fn as_json(spotted: &BookFinding) -> Value {
    let finding = &spotted.finding;
    let spans = |places: &[Range<usize>]| places.iter().map(|at| [at.start, at.end]).collect::<Vec<_>>();
    json!({
        "check": finding.check.as_str(),
        "severity": finding.severity.as_str(),
        "chapter": spotted.chapter,
        "paragraph_ids": spotted.paragraphs,
        "name": reader::name(finding.check, ENGLISH),
        "name_zh": reader::name(finding.check, ReaderLanguage::Chinese),
        "sentence": reader::sentence(finding, ENGLISH),
        "sentence_zh": reader::sentence(finding, ReaderLanguage::Chinese),
        "advice": reader::advice(finding.check, ENGLISH),
        "advice_zh": reader::advice(finding.check, ReaderLanguage::Chinese),
        "title": spotted.title.as_ref().map(|(source, translation)| json!({"source": source, "translation": translation})),
        "opinion_of": spotted.opinion_of,
        "source_spans": spans(&spotted.places.source),
        "spans": spans(&spotted.places.translation),
        "message": finding.message.en,
        "message_zh": finding.message.zh,
        "span": finding.span.as_ref().map(|span| [span.start, span.end]),
        "fix": finding.fix,
        "acknowledged": spotted.acknowledged,
    })
}
