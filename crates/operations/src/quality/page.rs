//! The page itself: one HTML text that needs nothing from elsewhere and no script.

use super::escape::{escaped, marked};
use super::names::name;
use super::words::{PageLanguage, Words};
use super::{BadParagraph, ChapterQuality, Quality};
use checks::check::{Finding, Severity};
use std::fmt::Write;
use std::ops::Range;

const STYLE: &str = include_str!("page.css");

/// The page as HTML.
pub fn page(quality: &Quality, language: PageLanguage) -> String {
    let words = language.words();
    let title = escaped(quality.book.title_translation.as_ref().unwrap_or(&quality.book.title));
    let mut html = format!(
        "<!doctype html>\n<html lang=\"{}\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n\
         <title>{title} · {}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n",
        words.tag, words.report
    );
    for part in [
        head(quality, words, language, &title),
        map(quality, words, language),
        worst(quality, words, language),
        drift(quality, words, language),
        costs(quality, words),
    ] {
        html.push_str(&part);
    }
    let _ = write!(html, "<p class=\"soft\">{}</p>\n</body>\n</html>\n", words.limits);
    html
}

fn head(quality: &Quality, words: &Words, language: PageLanguage, title: &str) -> String {
    let book = &quality.book;
    let mut html = format!("<p class=\"soft\">{}</p>\n<h1 dir=\"auto\">{title}</h1>\n", words.report);
    let original = book.title_translation.as_ref().map(|_| escaped(&book.title));
    let author = book.author.as_deref().map(escaped);
    let source = book.source_language.as_ref().map(|tag| named(tag, language).to_owned());
    let languages =
        format!("{} → {}", source.unwrap_or_else(|| "?".to_owned()), named(&quality.target, language));
    let made = format!("{} {}", words.made, escaped(&quality.made));
    let line: Vec<String> = [original, author, Some(languages), Some(made)].into_iter().flatten().collect();
    let _ = write!(html, "<p class=\"soft\" dir=\"auto\">{}</p>\n<ul class=\"tiles\">\n", line.join(" · "));
    let mut tile = |n: usize, class: &str, label: &str| {
        let _ = writeln!(html, "<li><b class=\"{class}\">{n}</b>{label}</li>");
    };
    tile(quality.n_checked, "", words.checked);
    for (severity, n) in quality.counts {
        tile(n, severity.as_str(), language.severity(severity));
    }
    tile(quality.n_bad, "", words.with_findings);
    tile(quality.n_acknowledged, "", words.acknowledged);
    tile(quality.n_untranslated, "", words.untranslated);
    html.push_str("</ul>\n");
    html
}

fn named(tag: &book::language::LanguageTag, language: PageLanguage) -> &str {
    match language {
        PageLanguage::English => tag.english_name(),
        PageLanguage::Chinese => tag.chinese_name(),
    }
}

fn map(quality: &Quality, words: &Words, language: PageLanguage) -> String {
    let mut html = format!("<h2>{}</h2>\n", words.map);
    if quality.checks.is_empty() {
        let _ = writeln!(html, "<p>{}</p>", words.nothing_found);
        return html;
    }
    let _ = write!(
        html,
        "<p class=\"soft\">{}</p>\n<div class=\"scroll\" tabindex=\"0\"><table class=\"map\">\n\
         <thead><tr><th scope=\"col\">{}</th><th scope=\"col\">{}</th>",
        words.map_note, words.chapter, words.paragraphs
    );
    for (code, severity, _) in &quality.checks {
        let (class, title) = (severity.as_str(), escaped(&name(code, language)));
        let _ = write!(html, "<th scope=\"col\" class=\"{class}\" title=\"{title}\">{code}</th>");
    }
    html.push_str("</tr></thead>\n<tbody>\n");
    for chapter in &quality.chapters {
        html.push_str(&row(chapter, quality));
    }
    let _ = write!(
        html,
        "</tbody>\n<tfoot><tr><th scope=\"row\">{}</th><td>{}</td>",
        words.total, quality.n_checked
    );
    for (_, _, n) in &quality.checks {
        let _ = write!(html, "<td>{n}</td>");
    }
    let _ = write!(html, "</tr></tfoot>\n</table></div>\n<h2>{}</h2>\n<ul class=\"legend\">\n", words.checks);
    for (code, severity, n) in &quality.checks {
        let class = severity.as_str();
        let (name, severity) = (escaped(&name(code, language)), language.severity(*severity));
        let _ = writeln!(html, "<li><b class=\"{class}\">{code}</b> {name} · {severity} · {n}</li>");
    }
    html.push_str("</ul>\n");
    html
}

fn row(chapter: &ChapterQuality, quality: &Quality) -> String {
    let (number, title) = (chapter.number, escaped(&chapter.title));
    let mut html = format!(
        "<tr><th scope=\"row\" id=\"c{number}\" dir=\"auto\" title=\"{title}\">{number} {title}</th><td>{}</td>",
        chapter.n_translated
    );
    for (code, ..) in &quality.checks {
        match chapter.findings.get(code) {
            Some(n) => {
                let heat = heat(*n, chapter.n_translated);
                let _ = write!(html, "<td style=\"background:rgba(var(--heat),{heat}%)\">{n}</td>");
            }
            None => html.push_str("<td></td>"),
        }
    }
    html.push_str("</tr>\n");
    html
}

/// How dark a cell is, in percent: a tenth of the paragraphs is as dark as it gets.
fn heat(n: usize, n_paragraphs: u32) -> usize {
    let n_paragraphs = usize::try_from(n_paragraphs).unwrap_or(usize::MAX).max(1);
    (10 + n.saturating_mul(700) / n_paragraphs).min(70)
}

fn worst(quality: &Quality, words: &Words, language: PageLanguage) -> String {
    let mut html = format!("<h2>{}</h2>\n", words.worst);
    if quality.worst.is_empty() {
        let _ = writeln!(html, "<p>{}</p>", words.nothing_found);
        return html;
    }
    let (n_shown, n_all) = (quality.worst.len(), quality.n_bad);
    let _ = writeln!(html, "<p class=\"soft\">{} {n_shown} / {n_all}</p>", words.worst_note);
    let source = quality.book.source_language.as_ref().map(|tag| escaped(tag.as_str())).unwrap_or_default();
    let target = escaped(quality.target.as_str());
    for paragraph in &quality.worst {
        html.push_str(&article(paragraph, words, language, &source, &target));
    }
    html
}

fn article(
    paragraph: &BadParagraph,
    words: &Words,
    language: PageLanguage,
    source: &str,
    target: &str,
) -> String {
    let gravest = paragraph.findings.iter().map(|one| one.finding.severity).min().unwrap_or(Severity::Queue);
    let (class, number, id) = (gravest.as_str(), paragraph.chapter, paragraph.id);
    // What is found over several paragraphs has no place in this one.
    let own = paragraph.findings.iter().filter(|one| one.paragraphs.len() == 1);
    let places: Vec<Range<usize>> = own.filter_map(|one| one.finding.span.clone()).collect();
    let mut html = format!(
        "<article class=\"{class}\" id=\"p-{id}\">\n<header><a href=\"#c{number}\">{} {number}</a><span>[{}]</span>\
         <code>{id}</code></header>\n<div class=\"pair\">\n\
         <div><span class=\"label\">{}</span><p lang=\"{source}\" dir=\"auto\">{}</p></div>\n\
         <div><span class=\"label\">{}</span><p lang=\"{target}\" dir=\"auto\">{}</p></div>\n</div>\n<ul class=\"found\">\n",
        words.chapter,
        paragraph.index,
        words.source,
        escaped(&paragraph.source),
        words.translation,
        marked(&paragraph.translation, &places),
    );
    for one in &paragraph.findings {
        html.push_str(&found(&one.finding, language));
    }
    html.push_str("</ul>\n</article>\n");
    html
}

fn found(finding: &Finding, language: PageLanguage) -> String {
    let (class, code) = (finding.severity.as_str(), finding.check.as_str());
    let name = escaped(&name(code, language));
    let message = escaped(language.choose(finding.message.en.as_str(), finding.message.zh.as_str()));
    format!("<li><b class=\"{class}\">{code}</b> <b>{name}</b> <bdi>{message}</bdi></li>\n")
}

fn drift(quality: &Quality, words: &Words, language: PageLanguage) -> String {
    let mut html = format!("<h2>{}</h2>\n", words.drift);
    if quality.drift.is_empty() {
        let _ = writeln!(html, "<p>{}</p>", words.no_drift);
        return html;
    }
    html.push_str("<ul class=\"found\">\n");
    for one in &quality.drift {
        html.push_str(&found(&one.finding, language));
    }
    html.push_str("</ul>\n");
    html
}

fn costs(quality: &Quality, words: &Words) -> String {
    let mut html = format!("<h2>{}</h2>\n", words.costs);
    if quality.runs.is_empty() {
        let _ = writeln!(html, "<p>{}</p>", words.no_runs);
        return html;
    }
    html.push_str("<div class=\"scroll\" tabindex=\"0\"><table>\n<thead><tr>");
    for label in [words.run, words.kind, words.model, words.tokens_in, words.tokens_out, words.cost] {
        let _ = write!(html, "<th scope=\"col\">{label}</th>");
    }
    html.push_str("</tr></thead>\n<tbody>\n");
    for run in &quality.runs {
        let _ = writeln!(
            html,
            "<tr><th scope=\"row\"><code>{}</code></th><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>",
            run.id,
            run.kind,
            escaped(&run.model),
            run.input,
            run.output,
            dollars(run.cost_micros)
        );
    }
    let sum = |of: fn(&super::RunCost) -> i64| quality.runs.iter().map(of).sum::<i64>();
    let (input, output, cost) = (sum(|run| run.input), sum(|run| run.output), sum(|run| run.cost_micros));
    let _ = write!(
        html,
        "</tbody>\n<tfoot><tr><th scope=\"row\">{}</th><td></td><td></td><td>{input}</td><td>{output}</td>\
         <td>{}</td></tr></tfoot>\n</table></div>\n",
        words.total,
        dollars(cost)
    );
    html
}

/// Millionths of a dollar as dollars.
fn dollars(micros: i64) -> String {
    format!("${}.{:04}", micros / 1_000_000, (micros % 1_000_000) / 100)
}
