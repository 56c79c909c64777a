//! `import` and `export` of terms, characters and memories: a plan that is shown, and a file.

use super::KnowledgeCmd;
use crate::args::knowledge::{TableFormat, TakeArgs, WriteArgs};
use crate::config;
use crate::exit::{Exit, Tell, WrongUsage};
use crate::output::counted;
use crate::output::fit;
use book::knowledge::entry::EntryKey;
use book::knowledge::merge::{Item, Policy, Verdict};
use formats::glossary::{GlossaryFormat, Languages, Rows};
use messages::Message;
use operations::knowledge::exchange::{self, GlossaryFile, Reading, Wanted};
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::io::{IsTerminal, Write as _};
use std::path::Path;

/// So many contradictions and remarks are told one by one on a terminal.
const MAX_TOLD: usize = 40;

impl KnowledgeCmd<'_> {
    pub(super) async fn import(&self, args: &TakeArgs, rows: Rows) -> anyhow::Result<Exit> {
        let path = &args.file;
        let bytes = std::fs::read(path).tell(|| Message::new("cannot_read").with("path", path.display()))?;
        let file = GlossaryFile {
            bytes,
            file_name: path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default(),
            encoding: args.encoding.clone(),
            languages: Languages { source: args.from.clone(), target: args.to.clone() },
            rows,
            policy: if args.overwrite { Policy::Overwrite } else { Policy::Keep },
        };
        let now_ms = config::now_ms();
        let reading = exchange::read(self.library(), &self.book, file, now_ms)
            .await
            .tell(|| Message::new("nothing_taken").with("path", path.display()))?;
        let change = if args.dry_run {
            None
        } else {
            exchange::take(self.store, &self.book, &reading, now_ms).await?
        };
        if self.printer.is_json() {
            let change = change.map(|change| change.to_string());
            self.printer.json(&as_json(&reading, change.as_deref(), args.dry_run))?;
            return Ok(Exit::Done);
        }
        if let Some(encoding) = reading.encoding.filter(|encoding| *encoding != "UTF-8") {
            self.printer.say(&format!("encoding: {encoding} (`--encoding` overrides)"));
        }
        for finding in reading.findings.iter().take(MAX_TOLD) {
            self.printer.warn(&finding.to_string());
        }
        if reading.findings.len() > MAX_TOLD {
            self.printer.warn(&format!(
                "and {} more remarks; `--json` has all of them",
                reading.findings.len() - MAX_TOLD
            ));
        }
        let told = told(&reading);
        if !told.is_empty() {
            self.printer.result(&told)?;
        }
        let mut summary = summary(&reading);
        if let Some(change) = change {
            let _ = write!(summary, " ({change})");
        }
        if args.dry_run {
            summary = format!("would be: {summary}");
        }
        self.printer.result(&summary)?;
        let tally = reading.plan.tally();
        if tally.conflicts > 0 {
            self.printer.say("hint: what contradicts was left as it is; `--overwrite` takes the file's side");
        }
        if change.is_some() {
            self.printer.say(&format!("hint: `tsumugi undo {}` takes it back", self.book.id));
        }
        Ok(Exit::Done)
    }

    pub(super) async fn export(
        &self,
        args: &WriteArgs,
        rows: Rows,
        usual: GlossaryFormat,
    ) -> anyhow::Result<Exit> {
        let output = args.output.as_ref().filter(|path| !crate::commands::export::is_stdout(path));
        let by_ending = output
            .map(|path| {
                let name =
                    path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
                GlossaryFormat::of_name(&name).ok_or_else(|| unknown_ending(path))
            })
            .transpose();
        let format = match args.format {
            Some(format) => format.meant(),
            None => by_ending?.unwrap_or(usual),
        };
        let wanted = Wanted { format, rows, confirmed_only: args.confirmed };
        let bytes = exchange::write(self.library(), &self.book, wanted).await?;
        let Some(path) = output else { return self.to_stdout(&bytes, format) };
        let is_free = args.force || !path.exists();
        anyhow::ensure!(is_free, Message::new("file_exists").with("path", path.display()));
        operations::file::write_whole(path, &bytes)?;
        let known = &self.knowledge;
        let (n_terms, n_characters, n_memories) =
            (known.terms.len(), known.characters.len(), known.memories.len());
        let what = match (format, rows) {
            (GlossaryFormat::Json, _) => format!(
                "{}, {}, {}",
                counted(n_terms, "term"),
                counted(n_characters, "character"),
                counted(n_memories, "memory")
            ),
            (
                GlossaryFormat::SimpleJson
                | GlossaryFormat::Sakura
                | GlossaryFormat::GalTransl
                | GlossaryFormat::Tbx,
                _,
            ) => {
                format!(
                    "{}, and the names of {}",
                    counted(n_terms, "term"),
                    counted(n_characters, "character")
                )
            }
            (GlossaryFormat::Csv | GlossaryFormat::Tsv | GlossaryFormat::Xlsx, Rows::Terms) => {
                counted(n_terms, "term")
            }
            (GlossaryFormat::Csv | GlossaryFormat::Tsv | GlossaryFormat::Xlsx, Rows::Characters) => {
                counted(n_characters, "character")
            }
        };
        if self.printer.is_json() {
            self.printer.json(
                &json!({"file": path, "terms": n_terms, "characters": n_characters, "memories": n_memories}),
            )?;
        } else {
            let of = if args.confirmed { "the confirmed among " } else { "" };
            self.printer.result(&format!("{}: {of}{what}", path.display()))?;
        }
        Ok(Exit::Done)
    }

    /// A file for another program to read. A workbook is no text for a terminal.
    fn to_stdout(&self, bytes: &[u8], format: GlossaryFormat) -> anyhow::Result<Exit> {
        let mut stdout = std::io::stdout().lock();
        if format == GlossaryFormat::Xlsx && stdout.is_terminal() {
            return Err(WrongUsage(Message::new("workbook_on_terminal")).into());
        }
        if stdout.is_terminal() {
            return self.printer.long_result(&String::from_utf8_lossy(bytes)).map(|()| Exit::Done);
        }
        match stdout.write_all(bytes).and_then(|()| stdout.flush()) {
            Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => Err(error.into()),
            Ok(()) | Err(_) => Ok(Exit::Done),
        }
    }
}

impl TableFormat {
    const fn meant(self) -> GlossaryFormat {
        match self {
            Self::Csv => GlossaryFormat::Csv,
            Self::Tsv => GlossaryFormat::Tsv,
            Self::Xlsx => GlossaryFormat::Xlsx,
            Self::Json => GlossaryFormat::Json,
            Self::SimpleJson => GlossaryFormat::SimpleJson,
            Self::Sakura => GlossaryFormat::Sakura,
            Self::GalTransl => GlossaryFormat::GalTransl,
            Self::Tbx => GlossaryFormat::Tbx,
        }
    }
}

fn unknown_ending(path: &Path) -> WrongUsage {
    WrongUsage(Message::new("ending_unknown").with("path", path.display()))
}

/// Every contradiction with both sides.
fn told(reading: &Reading) -> String {
    let mut text = String::new();
    let mut n_told = 0;
    for item in &reading.plan.items {
        let (word, differences) = match &item.verdict {
            Verdict::Conflict { differences } => ("contradicts", differences),
            Verdict::Overwritten { differences, .. } => ("replaced", differences),
            Verdict::LeftOut { why } => {
                let _ = writeln!(text, "{}: left out, {why}", item.name);
                continue;
            }
            Verdict::Added(_) | Verdict::Same | Verdict::Filled(_) => continue,
        };
        n_told += 1;
        if n_told > MAX_TOLD {
            continue;
        }
        for difference in differences {
            let _ = writeln!(
                text,
                "{}: {word}, {}: here `{}`, in the file `{}`",
                item.name,
                difference.field,
                fit(&difference.here, 60),
                fit(&difference.there, 60)
            );
        }
    }
    if n_told > MAX_TOLD {
        let _ = writeln!(text, "and {} more; `--json` has all of them", n_told - MAX_TOLD);
    }
    text.trim_end().to_owned()
}

fn summary(reading: &Reading) -> String {
    let tally = reading.plan.tally();
    let parts = [
        (tally.added, "added"),
        (tally.filled, "filled in"),
        (tally.overwritten, "replaced"),
        (tally.same, "the same"),
        (tally.conflicts, "contradicting"),
        (tally.left_out, "left out"),
    ];
    let said: Vec<String> =
        parts.iter().filter(|(n, _)| *n > 0).map(|(n, what)| format!("{n} {what}")).collect();
    if said.is_empty() { "nothing".to_owned() } else { said.join(", ") }
}

fn as_json(reading: &Reading, change: Option<&str>, dry_run: bool) -> Value {
    let tally = reading.plan.tally();
    json!({
        "added": tally.added,
        "filled": tally.filled,
        "same": tally.same,
        "conflicts": tally.conflicts,
        "overwritten": tally.overwritten,
        "left_out": tally.left_out,
        "entries": reading.plan.items.iter().map(item_as_json).collect::<Vec<_>>(),
        "findings": reading.findings.iter().map(ToString::to_string).collect::<Vec<_>>(),
        "encoding": reading.encoding,
        "dry_run": dry_run,
        "change": change,
    })
}

fn item_as_json(item: &Item) -> Value {
    let none: &[_] = &[];
    let (fate, differences) = match &item.verdict {
        Verdict::Added(_) => ("added", none),
        Verdict::Same => ("same", none),
        Verdict::Filled(_) => ("filled", none),
        Verdict::Conflict { differences } => ("conflict", differences.as_slice()),
        Verdict::Overwritten { differences, .. } => ("overwritten", differences.as_slice()),
        Verdict::LeftOut { .. } => ("left_out", none),
    };
    let differences: Vec<Value> = differences
        .iter()
        .map(|one| json!({"field": one.field, "here": one.here, "there": one.there}))
        .collect();
    let id = item.key.map(|key| match key {
        EntryKey::Term { id } => id.to_string(),
        EntryKey::Character { id } => id.to_string(),
        EntryKey::Memory { id } => id.to_string(),
        EntryKey::Summary { chapter, .. } => chapter.to_string(),
    });
    json!({"name": item.name, "id": id, "fate": fate, "differences": differences})
}
