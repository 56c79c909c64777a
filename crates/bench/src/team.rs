//! A team at one server: people who read, people who edit, and rehearsals, all at once.

use crate::long_book::{self, Language};
use crate::measure::{Program, part};
use crate::page::{Server, Visitor};
use crate::reads;
use crate::runs::Place;
use anyhow::{Context as _, Result, ensure};
use serde::Serialize;
use serde_json::{Value, json};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::ScopedJoinHandle;
use std::time::{Duration, Instant};
use xtask::process;

/// So many people read; together they ask a hundred times a second.
const N_READERS: u32 = 200;
const READ_EVERY: Duration = Duration::from_secs(2);
/// So many people edit; together they save twice a second.
const N_EDITORS: u32 = 20;
const EDIT_EVERY: Duration = Duration::from_secs(10);
/// So many rehearsals run beside them, each in a book of its own.
const N_RUNS: usize = 4;
const WORK_FOR: Duration = Duration::from_secs(40);

/// What a team met.
#[derive(Serialize)]
pub(crate) struct TeamRow {
    n_reads: usize,
    n_edits: usize,
    /// Edits that are not what is in the library afterwards.
    n_lost: usize,
    n_rehearsals: usize,
    /// The middle, what one in a hundred exceeds, and the longest, in milliseconds.
    reads_ms: [f64; 3],
    edits_ms: [f64; 3],
    peak_memory_mb: Option<f64>,
}

/// Lets a team work at a book of so many chapters.
pub(crate) fn row(place: &Place<'_>, n_chapters: usize) -> Result<TeamRow> {
    process::print_note(&format!("a team at a book of {n_chapters} chapters"));
    let program = Program::new(place.binary, &place.folder.join("team.tsumugi"));
    let (book, rehearsed) = books(&program, place, n_chapters)?;
    let (server, owner) = Server::start_for_team(&program)?;
    let team = |n_people: u32, role: &str| -> Result<Vec<Visitor>> {
        (0..n_people).map(|number| owner.with_token(&format!("{role} {number}"), role)).collect()
    };
    let (readers, editors) = (team(N_READERS, "reader")?, team(N_EDITORS, "editor")?);
    let views = views(&owner, &book)?;
    let paragraphs = paragraphs(&owner, &book)?;
    let is_over = AtomicBool::new(false);
    let (reads, edits, n_rehearsals) = std::thread::scope(|scope| {
        let (is_over, views, owner) = (&is_over, &views, &owner);
        let reading: Vec<_> = (0..)
            .zip(&readers)
            .map(|(number, reader)| scope.spawn(move || read(reader, number, views, is_over)))
            .collect();
        let editing: Vec<_> = (0..)
            .zip(editors.iter().zip(&paragraphs))
            .map(|(number, (editor, path))| scope.spawn(move || edit(editor, number, path, is_over)))
            .collect();
        let running: Vec<_> =
            rehearsed.iter().map(|book| scope.spawn(move || rehearse(owner, book, is_over))).collect();
        std::thread::sleep(WORK_FOR);
        is_over.store(true, Ordering::Relaxed);
        Ok::<_, anyhow::Error>((all(reading)?, all(editing)?, all(running)?))
    })?;
    let reads = reads.concat();
    let n_lost = edits.iter().filter(|edited| !edited.is_kept).count();
    let edit_times: Vec<Duration> = edits.iter().flat_map(|edited| edited.times.iter().copied()).collect();
    ensure!(!reads.is_empty() && !edit_times.is_empty(), "nobody read or edited anything");
    let kb = server.peak_memory_kb().and_then(|kb| u32::try_from(kb).ok());
    Ok(TeamRow {
        n_reads: reads.len(),
        n_edits: edit_times.len(),
        n_lost,
        n_rehearsals: n_rehearsals.into_iter().sum(),
        reads_ms: figures(&reads),
        edits_ms: figures(&edit_times),
        peak_memory_mb: kb.map(|kb| f64::from(kb) / 1024.0),
    })
}

/// The row as a table.
pub(crate) fn table(row: &TeamRow) -> String {
    let figures = |[middle, most, worst]: [f64; 3]| format!("{middle:.0} | {most:.0} | {worst:.0}");
    let memory = row.peak_memory_mb.map_or_else(|| String::from("–"), |mb| format!("{mb:.0} MB"));
    format!(
        "| {N_READERS} readers, {N_EDITORS} editors, {N_RUNS} rehearsals | n | middle ms | p99 ms | longest ms |\n\
         |---|---|---|---|---|\n\
         | reads | {} | {} |\n| edits | {} | {} |\n\n\
         Lost edits: {}. Rehearsals ended: {}. Memory of the server: {memory}.",
        row.n_reads,
        figures(row.reads_ms),
        row.n_edits,
        figures(row.edits_ms),
        row.n_lost,
        row.n_rehearsals,
    )
}

/// A translated book for the people, and one for each rehearsal.
fn books(program: &Program, place: &Place<'_>, n_chapters: usize) -> Result<(String, Vec<String>)> {
    let book = reads::translated_book(program, place, n_chapters, n_chapters)?;
    let mut rehearsed = Vec::new();
    for number in 1..=N_RUNS {
        let file = place.folder.join(format!("rehearsed-{number}.txt"));
        // No two of them are the same file.
        let text = format!("{}\n\nRehearsal {number}.\n", long_book::text(Language::English, n_chapters));
        std::fs::write(&file, text)?;
        let said = program.run(&["import", &file.to_string_lossy(), "--to", "zh-Hans", "--json"])?.said;
        let said: Value = serde_json::from_str(&said).context("an import gave no JSON")?;
        let id = said.get("id").and_then(Value::as_str);
        rehearsed.push(id.with_context(|| format!("no book in {said}"))?.to_owned());
    }
    Ok((book, rehearsed))
}

/// What people look at while they read.
fn views(owner: &Visitor, book: &str) -> Result<Vec<String>> {
    let chapter = owner.middle_chapter(book)?;
    let base = format!("/api/v1/books/{book}");
    Ok(vec![
        format!("{base}/chapters/{chapter}/paragraphs?limit=100"),
        base.clone(),
        format!("{base}/search?q=the&limit=50"),
        format!("{base}/changes?limit=50"),
        String::from("/api/v1/books"),
        format!("{base}/paragraphs?limit=100"),
        format!("{base}/cost"),
    ])
}

/// A paragraph for every editor.
fn paragraphs(owner: &Visitor, book: &str) -> Result<Vec<String>> {
    let chapter = owner.middle_chapter(book)?;
    let path = format!("/api/v1/books/{book}/chapters/{chapter}/paragraphs?limit={N_EDITORS}");
    let said: Value = serde_json::from_str(&owner.get(&path)?)?;
    let items = said.get("items").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    let ids = items.iter().filter_map(|item| item.get("paragraph_id").and_then(Value::as_str));
    Ok(ids.map(|id| format!("/api/v1/books/{book}/paragraphs/{id}")).collect())
}

/// Waits for the person's next turn; false when the time is over.
fn is_next(started: Instant, at: Duration, is_over: &AtomicBool) -> bool {
    while started.elapsed() < at {
        if is_over.load(Ordering::Relaxed) {
            return false;
        }
        std::thread::sleep(Duration::from_millis(20).min(at.saturating_sub(started.elapsed())));
    }
    !is_over.load(Ordering::Relaxed)
}

fn read(reader: &Visitor, number: u32, views: &[String], is_over: &AtomicBool) -> Result<Vec<Duration>> {
    let (started, mut times) = (Instant::now(), Vec::new());
    let mut at = READ_EVERY * number / N_READERS;
    for view in views.iter().cycle().skip(usize::try_from(number)?) {
        if !is_next(started, at, is_over) {
            break;
        }
        let asked = Instant::now();
        reader.get(view)?;
        times.push(asked.elapsed());
        at += READ_EVERY;
    }
    Ok(times)
}

/// What came of one editor's work.
struct EditorResult {
    times: Vec<Duration>,
    /// Whether their last words are what is in the library.
    is_kept: bool,
}

fn edit(editor: &Visitor, number: u32, path: &str, is_over: &AtomicBool) -> Result<EditorResult> {
    let (started, mut times) = (Instant::now(), Vec::new());
    let mut at = EDIT_EVERY * number / N_EDITORS;
    let mut last = None;
    while is_next(started, at, is_over) {
        let paragraph: Value = serde_json::from_str(&editor.get(path)?)?;
        let text = format!("Editor {number} wrote this as number {}.", times.len());
        let edit = json!({ "text": text, "based_on": paragraph.get("version") });
        let asked = Instant::now();
        editor.post(&format!("{path}/versions"), &edit)?;
        times.push(asked.elapsed());
        last = Some(text);
        at += EDIT_EVERY;
    }
    let paragraph: Value = serde_json::from_str(&editor.get(path)?)?;
    let now = paragraph.get("translation").and_then(Value::as_str);
    Ok(EditorResult { times, is_kept: last.is_none() || now == last.as_deref() })
}

/// Rehearses a book again and again; how often it came to the end.
fn rehearse(owner: &Visitor, book: &str, is_over: &AtomicBool) -> Result<usize> {
    let mut n_ended = 0;
    while !is_over.load(Ordering::Relaxed) {
        let wish = json!({ "model": "rehearsal", "again": n_ended > 0 });
        let begun: Value = serde_json::from_str(&owner.post(&format!("/api/v1/books/{book}/runs"), &wish)?)?;
        let run = begun.get("run").and_then(Value::as_str).context("a run without an id")?;
        loop {
            std::thread::sleep(Duration::from_millis(200));
            let page: Value = serde_json::from_str(&owner.get(&format!("/api/v1/runs/{run}"))?)?;
            if page.get("state").and_then(Value::as_str) != Some("running") {
                n_ended += 1;
                break;
            }
            if is_over.load(Ordering::Relaxed) {
                break;
            }
        }
    }
    Ok(n_ended)
}

fn all<T>(threads: Vec<ScopedJoinHandle<'_, Result<T>>>) -> Result<Vec<T>> {
    let ended = threads
        .into_iter()
        .map(|thread| thread.join().unwrap_or_else(|_| Err(anyhow::anyhow!("somebody's thread broke off"))));
    ended.collect()
}

fn figures(times: &[Duration]) -> [f64; 3] {
    [50, 99, 100].map(|percent| part(times.to_vec(), percent).as_secs_f64() * 1000.0)
}
