//! The page itself: one HTML text that needs nothing from elsewhere and no script.

use super::escape::{marked, visible};
use super::pictures;
use super::words::{PageLanguage, Words};
use super::{BadParagraph, ChapterQuality, Quality, RunCost};
use book::language::LanguageTag;
use checks::check::{Finding, Severity};
use checks::reader;
use maud::{DOCTYPE, Markup, PreEscaped, html};
use std::ops::Range;

const STYLE: &str = include_str!("page.css");
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'";

/// The page as HTML.
pub fn page(quality: &Quality, language: PageLanguage) -> String {
    let words = language.page_words();
    let title = visible(quality.book.title_translation.as_ref().unwrap_or(&quality.book.title));
    let page = html! {
        (DOCTYPE)
        html lang=(words.tag) {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta http-equiv="Content-Security-Policy" content=(POLICY);
                meta name="color-scheme" content="light dark";
                title { (title) " · " (words.report) }
                style { (PreEscaped(STYLE)) }
            }
            body {
                (head(quality, words, language, &title))
                (pictures::progress(quality, words))
                (map(quality, words, language))
                (worst(quality, words, language))
                (drift(quality, words, language))
                (pictures::names(quality, words))
                (costs(quality, words))
                p.soft { (words.limits) }
            }
        }
    };
    page.into_string()
}

fn head(quality: &Quality, words: &Words, language: PageLanguage, title: &str) -> Markup {
    let book = &quality.book;
    let source = book.source_language.as_ref().map_or("?", |tag| named(tag, language));
    let original = book.title_translation.as_ref().map(|_| visible(&book.title).into_owned());
    let author = book.author.as_deref().map(|author| visible(author).into_owned());
    let languages = format!("{source} → {}", named(&quality.target, language));
    let made = format!("{} {}", words.made, quality.made);
    let line: Vec<String> = [original, author, Some(languages), Some(made)].into_iter().flatten().collect();
    let tile = |n: usize, class: &str, label: &str| html! { li { b class=(class) { (n) } (label) } };
    html! {
        p.soft { (words.report) }
        h1 dir="auto" { (title) }
        p.soft dir="auto" { (line.join(" · ")) }
        ul.tiles {
            (tile(quality.n_checked, "", words.checked))
            @for (severity, n) in quality.counts { (tile(n, severity.as_str(), language.severity(severity))) }
            (tile(quality.n_bad, "", words.with_findings))
            (tile(quality.n_acknowledged, "", words.acknowledged))
            (tile(quality.n_untranslated, "", words.untranslated))
            @if quality.n_notes > 0 { (tile(quality.n_notes, "", words.notes)) }
        }
    }
}

fn named(tag: &LanguageTag, language: PageLanguage) -> &str {
    match language {
        PageLanguage::English => tag.english_name(),
        PageLanguage::Chinese => tag.chinese_name(),
    }
}

fn map(quality: &Quality, words: &Words, language: PageLanguage) -> Markup {
    if quality.checks.is_empty() {
        return html! { h2 { (words.map) } p { (words.nothing_found) } };
    }
    html! {
        h2 { (words.map) }
        p.soft { (words.map_note) }
        div.scroll tabindex="0" {
            table.map {
                thead {
                    tr {
                        th scope="col" { (words.chapter) }
                        th scope="col" { (words.paragraphs) }
                        @for (code, severity, _) in &quality.checks {
                            th scope="col" class=(severity.as_str()) title=(name(code, language)) { (code) }
                        }
                    }
                }
                tbody { @for chapter in &quality.chapters { (row(chapter, quality)) } }
                tfoot {
                    tr {
                        th scope="row" { (words.total) }
                        td { (quality.n_checked) }
                        @for (_, _, n) in &quality.checks { td { (n) } }
                    }
                }
            }
        }
        h2 { (words.checks) }
        ul.legend {
            @for (code, severity, n) in &quality.checks {
                li {
                    b class=(severity.as_str()) { (code) } " "
                    (name(code, language)) " · " (language.severity(*severity)) " · " (n)
                }
            }
        }
    }
}

fn row(chapter: &ChapterQuality, quality: &Quality) -> Markup {
    let (number, title) = (chapter.number, visible(&chapter.title));
    html! {
        tr {
            th scope="row" id={ "c" (number) } dir="auto" title=(title) { (number) " " (title) }
            td { (chapter.n_translated) }
            @for (code, ..) in &quality.checks {
                @if let Some(n) = chapter.findings.get(code) {
                    td style={ "background:rgba(var(--heat)," (heat(*n, chapter.n_translated)) "%)" } { (n) }
                } @else {
                    td {}
                }
            }
        }
    }
}

/// What people call a check.
fn name(code: &str, language: PageLanguage) -> &'static str {
    code.parse().map_or("", |code| reader::name(code, language.reader()))
}

/// How dark a cell is, in percent: a tenth of the paragraphs is as dark as it gets.
fn heat(n: usize, n_paragraphs: u32) -> usize {
    let n_paragraphs = usize::try_from(n_paragraphs).unwrap_or(usize::MAX).max(1);
    (10 + n.saturating_mul(700) / n_paragraphs).min(70)
}

fn worst(quality: &Quality, words: &Words, language: PageLanguage) -> Markup {
    if quality.worst.is_empty() {
        return html! { h2 { (words.worst) } p { (words.nothing_found) } };
    }
    let source = quality.book.source_language.as_ref().map_or("", LanguageTag::as_str);
    html! {
        h2 { (words.worst) }
        p.soft { (words.worst_note) " " (quality.worst.len()) " / " (quality.n_bad) }
        @for paragraph in &quality.worst {
            (article(paragraph, words, language, source, quality.target.as_str()))
        }
    }
}

fn article(
    paragraph: &BadParagraph,
    words: &Words,
    language: PageLanguage,
    source: &str,
    target: &str,
) -> Markup {
    let gravest = paragraph.findings.iter().map(|one| one.finding.severity).min().unwrap_or(Severity::Queue);
    // What is found over several paragraphs has no place in this one.
    let own = paragraph.findings.iter().filter(|one| one.paragraphs.len() == 1);
    let (mut in_source, mut places): (Vec<Range<usize>>, Vec<Range<usize>>) = (Vec::new(), Vec::new());
    for one in own {
        in_source.extend(one.places.source.iter().cloned());
        places.extend(one.places.translation.iter().cloned());
    }
    html! {
        article class=(gravest.as_str()) id={ "p-" (paragraph.id) } {
            header {
                a href={ "#c" (paragraph.chapter) } { (words.chapter) " " (paragraph.chapter) }
                span { "[" (paragraph.index) "]" }
                code { (paragraph.id) }
            }
            div.pair {
                div {
                    span.label { (words.source) }
                    p lang=(source) dir="auto" { (marked(&paragraph.source, &in_source)) }
                }
                div {
                    span.label { (words.translation) }
                    p lang=(target) dir="auto" { (marked(&paragraph.translation, &places)) }
                }
            }
            ul.found { @for one in &paragraph.findings { (finding_item(&one.finding, language)) } }
        }
    }
}

fn finding_item(finding: &Finding, language: PageLanguage) -> Markup {
    let code = finding.check.as_str();
    let message = reader::sentence(finding, language.reader());
    html! {
        li {
            b class=(finding.severity.as_str()) { (code) } " "
            b { (name(code, language)) } " "
            bdi { (visible(&message)) } " "
            span.soft { (reader::advice(finding.check, language.reader())) }
        }
    }
}

fn drift(quality: &Quality, words: &Words, language: PageLanguage) -> Markup {
    html! {
        h2 { (words.drift) }
        @if quality.drift.is_empty() {
            p { (words.no_drift) }
        } @else {
            ul.found { @for one in &quality.drift { (finding_item(&one.finding, language)) } }
        }
    }
}

fn costs(quality: &Quality, words: &Words) -> Markup {
    if quality.runs.is_empty() {
        return html! { h2 { (words.costs) } p { (words.no_runs) } };
    }
    let sum = |of: fn(&RunCost) -> i64| quality.runs.iter().map(of).sum::<i64>();
    html! {
        h2 { (words.costs) }
        (pictures::spending(&quality.runs, words))
        div.scroll tabindex="0" {
            table {
                thead {
                    tr {
                        @for label in [words.run, words.kind, words.model, words.tokens_in, words.tokens_out, words.cost] {
                            th scope="col" { (label) }
                        }
                    }
                }
                tbody {
                    @for run in &quality.runs {
                        tr {
                            th scope="row" { code { (run.id) } }
                            td { (run.kind) }
                            td { (visible(&run.model)) }
                            td { (run.input) }
                            td { (run.output) }
                            td { (dollars(run.cost_micros)) }
                        }
                    }
                }
                tfoot {
                    tr {
                        th scope="row" { (words.total) }
                        td {}
                        td {}
                        td { (sum(|run| run.input)) }
                        td { (sum(|run| run.output)) }
                        td { (dollars(sum(|run| run.cost_micros))) }
                    }
                }
            }
        }
    }
}

/// Millionths of a dollar as dollars.
fn dollars(micros: i64) -> String {
    format!("${}.{:04}", micros / 1_000_000, (micros % 1_000_000) / 100)
}
