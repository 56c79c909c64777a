//! `tsumugi dictionaries`: which bilingual dictionaries help the checks, which of them are here, where to get the others.

use crate::args::check::DictionariesArgs;
use crate::exit::Exit;
use crate::output::{Align, Printer, TextTable};
use messages::Message;
use serde_json::{Value, json};
use settings::dictionaries::{self, DictionaryPlace};

/// A dictionary worth having.
struct Helpful {
    from: &'static str,
    into: &'static str,
    name: &'static str,
    where_to_get: &'static str,
    licence: &'static str,
}

/// Licences are those of the copyright files in the Debian packages; CC-CEDICT, which Debian does not have, names its own in
/// the head of the file. What was measured to help: A6, A7 and E7 find what is missing, misplaced or added.
const HELPFUL: &[Helpful] = &[
    Helpful {
        from: "ja",
        into: "en",
        name: "EDICT",
        where_to_get: "`apt install edict`, or `edict.gz` from https://www.edrdg.org",
        licence: "CC BY-SA 3.0 in Debian, 4.0 from EDRDG",
    },
    Helpful {
        from: "zh",
        into: "en",
        name: "CC-CEDICT",
        where_to_get: "https://www.mdbg.net/chinese/dictionary?page=cc-cedict",
        licence: "CC BY-SA 4.0",
    },
    freedict("de", "en", "`apt install dict-freedict-deu-eng`", "GPL-3+"),
    freedict("en", "de", "`apt install dict-freedict-eng-deu`", "GPL-3+"),
    freedict("es", "en", "`apt install dict-freedict-spa-eng`", "GPL-2+"),
    freedict("en", "es", "`apt install dict-freedict-eng-spa`", "GPL-2+"),
    freedict("fr", "en", "`apt install dict-freedict-fra-eng`", "GPL-2+"),
    freedict("en", "fr", "`apt install dict-freedict-eng-fra`", "GPL-2+"),
];

const fn freedict(
    from: &'static str,
    into: &'static str,
    where_to_get: &'static str,
    licence: &'static str,
) -> Helpful {
    Helpful { from, into, name: "FreeDict", where_to_get, licence }
}

/// The dictionaries that are here, as pairs of languages, each with its licence.
pub(super) fn installed() -> Vec<String> {
    let Ok(places) = dictionaries::places() else { return Vec::new() };
    let is_here = |one: &&Helpful| {
        let (Ok(from), Ok(into)) = (one.from.parse(), one.into.parse()) else { return false };
        matches!(places.for_pair(&from, &into), Some(DictionaryPlace::At(_)))
    };
    HELPFUL
        .iter()
        .filter(is_here)
        .map(|one| format!("{} {}-{} ({})", one.name, one.from, one.into, one.licence))
        .collect()
}

pub(crate) fn run(_args: &DictionariesArgs, printer: &Printer) -> anyhow::Result<Exit> {
    let places = dictionaries::places()?;
    let mut rows = Vec::new();
    for one in HELPFUL {
        rows.push((one, places.for_pair(&one.from.parse()?, &one.into.parse()?)));
    }
    if printer.is_json() {
        printer.json(&rows.iter().map(|(one, place)| as_json(one, place.as_ref())).collect::<Vec<_>>())?;
        return Ok(Exit::Done);
    }
    let head = [
        ("col_pair", Align::Left),
        ("col_dictionary", Align::Left),
        ("col_licence", Align::Left),
        ("col_place", Align::Left),
    ];
    let mut table = TextTable::new(&head, 3, printer.language());
    for (one, place) in rows {
        let here = place.map(|place| match place {
            DictionaryPlace::At(path) => Message::new("dictionary_here").with("path", path.display()),
            DictionaryPlace::TurnedOff => Message::new("dictionary_off"),
        });
        let here = here.map(|here| printer.text_of(&here));
        table.row(vec![
            format!("{}, {}", one.from, one.into),
            one.name.to_owned(),
            printer.recognised(one.licence),
            here.unwrap_or_else(|| printer.recognised(one.where_to_get)),
        ]);
    }
    let help = Message::new("dictionaries_help").with("folder", places.own_folder().display());
    printer.result(&format!("{}\n\n{}", table.render(printer.width()), printer.text_of(&help)))?;
    Ok(Exit::Done)
}

fn as_json(one: &Helpful, place: Option<&DictionaryPlace>) -> Value {
    json!({
        "from": one.from,
        "into": one.into,
        "name": one.name,
        "licence": one.licence,
        "where_to_get": one.where_to_get,
        "file": match place {
            Some(DictionaryPlace::At(path)) => Some(path.display().to_string()),
            Some(DictionaryPlace::TurnedOff) | None => None,
        },
        "is_turned_off": matches!(place, Some(DictionaryPlace::TurnedOff)),
    })
}
