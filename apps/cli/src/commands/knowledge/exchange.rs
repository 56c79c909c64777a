//! `import` and `export` of terms, characters and memories: a plan that is shown, and a file.

use super::KnowledgeCmd;
use crate::args::knowledge::{TableFormat, TakeArgs, WriteArgs};
use crate::commands::loaded_file::about_file;
use crate::config;
use crate::exit::{Exit, WithMessage, WrongUsage};
use crate::output::{Printer, counted, fit, is_stdout, with_change};
use book::knowledge::entry::EntryKey;
use book::knowledge::merge::{Item, MergePolicy, MergeVerdict};
use formats::glossary::{GlossaryFormat, Languages, Rows};
use messages::Message;
use operations::knowledge::exchange::{self, GlossaryFile, GlossaryPreview, GlossarySpec};
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::io::{IsTerminal, Write as _};
use std::path::Path;

/// The most contradictions and remarks printed one by one on a terminal.
const MAX_TOLD: usize = 40;

impl KnowledgeCmd<'_> {
    pub(super) async fn import(&self, args: &TakeArgs, rows: Rows) -> anyhow::Result<Exit> {
        let path = &args.file;
        let bytes =
            std::fs::read(path).with_message(|| Message::new("cannot_read").with("path", path.display()))?;
        let file = GlossaryFile {
            bytes,
            file_name: path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default(),
            encoding: args.encoding.clone(),
            languages: Languages { source: args.from.clone(), target: args.to.clone() },
            rows,
            policy: if args.overwrite { MergePolicy::Overwrite } else { MergePolicy::Keep },
        };
        let now_ms = config::now_ms();
        let reading = exchange::read(self.library(), &self.book, file, now_ms)
            .await
            .with_message(|| Message::new("nothing_taken").with("path", path.display()))?;
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
            self.printer.notify(&Message::new("found_encoding_of_table").with("name", encoding));
        }
        for finding in reading.findings.iter().take(MAX_TOLD) {
            self.printer.warn_in_words(&about_file(finding, self.printer));
        }
        if reading.findings.len() > MAX_TOLD {
            let n_more = reading.findings.len() - MAX_TOLD;
            self.printer.warn(&Message::new("more_remarks").count("n", n_more));
        }
        let told = describe_conflicts(&reading, self.printer);
        if !told.is_empty() {
            self.printer.result(&told)?;
        }
        let summary = Message::new("technical").with("detail", summary(&reading, self.printer));
        let mut summary = with_change(summary, change);
        if args.dry_run {
            summary = Message::new("would_be").part("what", summary);
        }
        self.printer.print(&summary)?;
        let tally = reading.plan.tally();
        if tally.conflicts > 0 {
            self.printer.hint(&Message::new("contradictions_left"));
        }
        if change.is_some() {
            self.printer.hint(&Message::new("takes_it_back").with("book", self.book.id));
        }
        Ok(Exit::Done)
    }

    pub(super) async fn export(
        &self,
        args: &WriteArgs,
        rows: Rows,
        usual: GlossaryFormat,
    ) -> anyhow::Result<Exit> {
        let output = args.output.as_ref().filter(|path| !is_stdout(path));
        let by_ending = output
            .map(|path| {
                let name =
                    path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
                GlossaryFormat::of_name(&name).ok_or_else(|| unknown_ending(path))
            })
            .transpose();
        let format = match args.format {
            Some(format) => format.to_glossary_format(),
            None => by_ending?.unwrap_or(usual),
        };
        let wanted = GlossarySpec { format, rows, confirmed_only: args.confirmed };
        let bytes = exchange::write(self.library(), &self.book, wanted).await?;
        let Some(path) = output else { return self.to_stdout(&bytes, format) };
        let is_free = args.force || !path.exists();
        anyhow::ensure!(is_free, Message::new("file_exists").with("path", path.display()));
        operations::file::write_whole(path, &bytes)?;
        let known = &self.knowledge;
        let (n_terms, n_characters, n_memories) =
            (known.terms.len(), known.characters.len(), known.memories.len());
        let terms = counted(n_terms, "n_terms");
        let characters = counted(n_characters, "n_characters");
        let what = match (format, rows) {
            (GlossaryFormat::Json, _) => {
                self.printer.list(&[terms, characters, counted(n_memories, "n_memories")])
            }
            (
                GlossaryFormat::SimpleJson
                | GlossaryFormat::Sakura
                | GlossaryFormat::GalTransl
                | GlossaryFormat::Tbx,
                _,
            ) => {
                let what = Message::new("names_of_characters").part("terms", terms);
                self.printer.text_of(&what.part("characters", characters))
            }
            (GlossaryFormat::Csv | GlossaryFormat::Tsv | GlossaryFormat::Xlsx, Rows::Terms) => {
                self.printer.text_of(&terms)
            }
            (GlossaryFormat::Csv | GlossaryFormat::Tsv | GlossaryFormat::Xlsx, Rows::Characters) => {
                self.printer.text_of(&characters)
            }
        };
        if self.printer.is_json() {
            self.printer.json(
                &json!({"file": path, "terms": n_terms, "characters": n_characters, "memories": n_memories}),
            )?;
        } else {
            let code = if args.confirmed { "confirmed_among" } else { "file_result" };
            self.printer.print(&Message::new(code).with("file", path.display()).with("what", what))?;
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
    const fn to_glossary_format(self) -> GlossaryFormat {
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
fn describe_conflicts(reading: &GlossaryPreview, printer: &Printer) -> String {
    let mut text = String::new();
    let mut n_told = 0;
    for item in &reading.plan.items {
        let (code, differences) = match &item.verdict {
            MergeVerdict::Conflict { differences } => ("import_contradicts", differences),
            MergeVerdict::Overwritten { differences, .. } => ("import_replaced", differences),
            MergeVerdict::LeftOut { why } => {
                let left_out = Message::new("import_left_out").with("name", &item.name);
                let _ = writeln!(text, "{}", printer.text_of(&left_out.with("why", printer.recognised(why))));
                continue;
            }
            MergeVerdict::Added(_) | MergeVerdict::Same | MergeVerdict::Filled(_) => continue,
        };
        n_told += 1;
        if n_told > MAX_TOLD {
            continue;
        }
        for difference in differences {
            let told = Message::new(code).with("name", &item.name).with("field", difference.field);
            let told = told.with("here", fit(&difference.here, 60)).with("there", fit(&difference.there, 60));
            let _ = writeln!(text, "{}", printer.text_of(&told));
        }
    }
    if n_told > MAX_TOLD {
        let more = Message::new("more_contradictions").count("n", n_told - MAX_TOLD);
        let _ = writeln!(text, "{}", printer.text_of(&more));
    }
    text.trim_end().to_owned()
}

fn summary(reading: &GlossaryPreview, printer: &Printer) -> String {
    let tally = reading.plan.tally();
    let parts = [
        (tally.added, "import_n_added"),
        (tally.filled, "import_n_filled"),
        (tally.overwritten, "import_n_replaced"),
        (tally.same, "import_n_same"),
        (tally.conflicts, "import_n_contradicting"),
        (tally.left_out, "import_n_left_out"),
    ];
    let parts = parts.into_iter().filter(|(n, _)| *n > 0);
    let said: Vec<Message> = parts.map(|(n, code)| Message::new(code).count("n", n)).collect();
    if said.is_empty() { printer.text_of(&Message::new("import_nothing")) } else { printer.list(&said) }
}

fn as_json(reading: &GlossaryPreview, change: Option<&str>, dry_run: bool) -> Value {
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
        MergeVerdict::Added(_) => ("added", none),
        MergeVerdict::Same => ("same", none),
        MergeVerdict::Filled(_) => ("filled", none),
        MergeVerdict::Conflict { differences } => ("conflict", differences.as_slice()),
        MergeVerdict::Overwritten { differences, .. } => ("overwritten", differences.as_slice()),
        MergeVerdict::LeftOut { .. } => ("left_out", none),
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
