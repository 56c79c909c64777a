//! `tsumugi drift`: which names and terms the translation renders in several ways.

use super::KnowledgeCmd;
use crate::args::knowledge::{DriftArgs, DriftOptions};
use crate::exit::Exit;
use crate::output::{Align, Printer, TextTable};
use book::knowledge::drift::{Drift, Rendering};
use messages::Message;
use operations::knowledge::drifting;
use serde_json::{Value, json};
use store::store::Store;

pub(crate) async fn run(args: &DriftArgs, store: &Store, printer: &Printer) -> anyhow::Result<Exit> {
    KnowledgeCmd::open(&args.book, store, printer).await?.drift(&args.options).await
}

impl KnowledgeCmd<'_> {
    pub(super) async fn drift(&self, options: &DriftOptions) -> anyhow::Result<Exit> {
        let mut drifts = drifting::of_book(self.library(), &self.book, &self.knowledge).await?;
        let n_watched = drifts.len();
        if !options.all {
            drifts.retain(|drift| drift.n_odd() > 0 || !drift.unrecognised.is_empty());
        }
        if self.printer.is_json() {
            drifts.truncate(options.limit);
            self.printer.json(&drifts.iter().map(as_json).collect::<Vec<_>>())?;
            return Ok(Exit::Done);
        }
        if drifts.is_empty() {
            let said = match (n_watched, self.book.n_translated) {
                (_, 0) => Message::new("drift_untranslated"),
                (0, _) => Message::new("drift_nothing_twice").with("book", self.book.id),
                (n, _) => Message::new("drift_all_alike").count("n", n),
            };
            self.printer.notify(&said);
            return Ok(Exit::Done);
        }
        let head = [
            ("col_source", Align::Left),
            ("col_paragraphs", Align::Right),
            ("col_alike", Align::Right),
            ("col_unclear", Align::Right),
            ("col_renderings", Align::Left),
        ];
        let mut table = TextTable::new(&head, 4, self.printer.language());
        for drift in drifts.iter().take(options.limit) {
            let renderings: Vec<String> = drift.renderings.iter().map(describe_rendering).collect();
            table.row(vec![
                drift.source.clone(),
                drift.n_paragraphs.to_string(),
                format!("{}%", drift.consistency() / 10),
                drift.unrecognised.len().to_string(),
                renderings.join(self.printer.language().comma()),
            ]);
        }
        self.printer.long_result(&table.render(self.printer.width()))?;
        if drifts.len() > options.limit {
            let more = Message::new("drift_more").count("n", drifts.len() - options.limit);
            self.printer.notify(&more.count("all", drifts.len()));
        }
        self.printer.hint(&Message::new("drift_next").with("book", self.book.id));
        Ok(Exit::Done)
    }
}

/// One rendering, as `Rin ×12 (1–9)`; one that is not in the glossary has a question mark.
fn describe_rendering(rendering: &Rendering) -> String {
    let Rendering { form, is_agreed, paragraphs, first_chapter, last_chapter, .. } = rendering;
    let doubt = if *is_agreed { "" } else { "?" };
    let chapters = if first_chapter == last_chapter {
        first_chapter.to_string()
    } else {
        format!("{first_chapter}–{last_chapter}")
    };
    format!("{form}{doubt} ×{} ({chapters})", paragraphs.len())
}

fn as_json(drift: &Drift) -> Value {
    let renderings: Vec<Value> = drift
        .renderings
        .iter()
        .map(|one| {
            json!({
                "form": one.form,
                "agreed": one.is_agreed,
                "paragraphs": one.paragraphs,
                "first_chapter": one.first_chapter,
                "last_chapter": one.last_chapter,
            })
        })
        .collect();
    json!({
        "entry": drift.entry,
        "source": drift.source,
        "paragraphs": drift.n_paragraphs,
        "odd": drift.n_odd(),
        "consistency_per_mille": drift.consistency(),
        "renderings": renderings,
        "unrecognised": drift.unrecognised,
    })
}
