//! Pictures of the report: progress of the book, cost over time, names over the chapters. Each is drawn from numbers that
//! stand in a table too; readers of a screen get the table.

use super::escape::visible;
use super::words::Words;
use super::{NameUse, Quality, RunCost};
use maud::{Markup, html};
use std::fmt::Write;

/// All pictures are so wide, in units of their own; they are as wide as the page on paper and screen.
const WIDTH: u64 = 1_000;
const STRIP_HEIGHT: u64 = 34;
const COST_HEIGHT: u64 = 160;
/// A part of the strip is at least so wide, so that it can be seen and hit.
const LEAST: u64 = 2;

/// One column for each chapter, as wide as it is long: what is translated, and what has findings.
pub(super) fn progress(quality: &Quality, words: &Words) -> Markup {
    let all: u64 = quality.chapters.iter().map(|one| u64::from(one.n_work)).sum();
    if all == 0 {
        return html! {};
    }
    let mut at = 0;
    let columns: Vec<_> = quality
        .chapters
        .iter()
        .filter(|one| one.n_work > 0)
        .map(|one| {
            let from = at * WIDTH / all;
            at += u64::from(one.n_work);
            let width = (at * WIDTH / all).saturating_sub(from).max(LEAST);
            let done = STRIP_HEIGHT * u64::from(one.n_translated) / u64::from(one.n_work);
            let found = one.findings.values().map(|n| u64::try_from(*n).unwrap_or(u64::MAX)).sum::<u64>();
            let found = (done * found / u64::from(one.n_work).max(1)).min(done);
            (one, from, width, done, if found == 0 && !one.findings.is_empty() { 2 } else { found })
        })
        .collect();
    html! {
        h2 { (words.progress) }
        p.soft {
            span.key.done {} " " (words.translated) " " span.key.found {} " " (words.with_findings) " "
            span.key.open {} " " (words.untranslated)
        }
        svg.picture viewBox={ "0 0 " (WIDTH) " " (STRIP_HEIGHT) } preserveAspectRatio="none" role="img" aria-label=(words.progress_note) {
            @for (one, from, width, done, found) in &columns {
                a href={ "#c" (one.number) } aria-label={ (words.chapter) " " (one.number) } {
                    title { (one.number) " " (visible(&one.title)) ": " (one.n_translated) " / " (one.n_work) }
                    rect.open x=(from) y="0" width=(width) height=(STRIP_HEIGHT) {}
                    rect.done x=(from) y=(STRIP_HEIGHT - done) width=(width) height=(done) {}
                    rect.found x=(from) y=(STRIP_HEIGHT - found) width=(width) height=(found) {}
                }
            }
        }
        // Otherwise the map of chapters and checks below has these numbers.
        @if quality.checks.is_empty() {
            div.scroll tabindex="0" {
                table {
                    thead { tr { th scope="col" { (words.chapter) } th scope="col" { (words.translated) } } }
                    tbody {
                        @for (one, ..) in &columns {
                            tr {
                                th scope="row" dir="auto" { (one.number) " " (visible(&one.title)) }
                                td { (one.n_translated) " / " (one.n_work) }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// What was spent, adding up from run to run. The table of costs stands below it.
pub(super) fn spending(runs: &[RunCost], words: &Words) -> Markup {
    let total: i64 = runs.iter().map(|run| run.cost_micros).sum();
    let paid: Vec<&RunCost> = runs.iter().rev().filter(|run| run.cost_micros > 0).collect();
    let (Some(first), Some(last)) = (paid.first(), paid.last()) else { return html! {} };
    if paid.len() < 2 || total <= 0 {
        return html! {};
    }
    let length = (last.started_at - first.started_at).max(1);
    let x = |at: i64| scaled(at - first.started_at, length, WIDTH);
    let mut sum = 0;
    let mut line = format!("M0 {COST_HEIGHT}");
    for run in &paid {
        let before = COST_HEIGHT - scaled(sum, total, COST_HEIGHT);
        sum += run.cost_micros;
        let after = COST_HEIGHT - scaled(sum, total, COST_HEIGHT);
        let x = x(run.started_at);
        let _ = write!(line, " L{x} {before} L{x} {after}");
    }
    let _ = write!(line, " L{WIDTH} {}", COST_HEIGHT - scaled(sum, total, COST_HEIGHT));
    html! {
        svg.picture.tall viewBox={ "0 -4 " (WIDTH) " " (COST_HEIGHT + 8) } preserveAspectRatio="none" role="img" aria-label=(words.costs_note) {
            path.area d={ (line) " V" (COST_HEIGHT) " H0 Z" } {}
            path.line d=(line) {}
        }
    }
}

/// A row for each name, a column for each chapter: the share of the agreed form is as dark as it is high.
pub(super) fn names(quality: &Quality, words: &Words) -> Markup {
    if quality.names.is_empty() {
        return html! {};
    }
    let chapters: Vec<u32> = quality
        .chapters
        .iter()
        .map(|one| one.number)
        .filter(|number| {
            quality.names.iter().any(|name| name.chapters.iter().any(|one| one.chapter == *number))
        })
        .collect();
    html! {
        h2 { (words.names) }
        p.soft { (words.names_note) }
        div.scroll tabindex="0" {
            table.map.names {
                thead {
                    tr {
                        th scope="col" { (words.name) }
                        @for number in &chapters { th scope="col" { (number) } }
                    }
                }
                tbody {
                    @for name in &quality.names {
                        tr {
                            th scope="row" dir="auto" { (visible(&name.source)) " → " (visible(&name.form)) }
                            @for number in &chapters { (cell(name, *number)) }
                        }
                    }
                }
            }
        }
    }
}

fn cell(name: &NameUse, chapter: u32) -> Markup {
    let Some(one) = name.chapters.iter().find(|one| one.chapter == chapter) else { return html! { td {} } };
    let share = one.n_same * 100 / one.n_all.max(1);
    let class = if one.n_same == one.n_all { "same" } else { "other" };
    html! {
        td class=(class) style={ "--share:" (share) "%" } { (one.n_same) "/" (one.n_all) }
    }
}

fn scaled(value: i64, all: i64, size: u64) -> u64 {
    let value = u64::try_from(value).unwrap_or(0);
    let all = u64::try_from(all).unwrap_or(1).max(1);
    value.saturating_mul(size) / all
}
