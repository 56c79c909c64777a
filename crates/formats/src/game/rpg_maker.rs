//! RPG Maker MV and MZ: messages, choices and scrolling texts in event commands, names and descriptions in the database.

use super::Style;
use super::bits::{Bit, marked};
use super::json::{self, JsonString};
use crate::import::ImportError;
use crate::ranged::{Document, Stretch, has_ending};
use book::text::paragraph::{ParagraphKind, TagKind};
use messages::Message;
use serde_json::Value;
use std::ops::Range;

/// Commands whose lines together are one text: messages and scrolling texts.
const LINES: [i64; 2] = [401, 405];

/// Whether a file of this name holds data of a game.
pub(super) fn is_data(name: &str) -> bool {
    const NAMES: [&str; 13] = [
        "Actors",
        "Armors",
        "Classes",
        "CommonEvents",
        "Enemies",
        "Items",
        "MapInfos",
        "Skills",
        "States",
        "System",
        "Troops",
        "Weapons",
        "Map",
    ];
    let Some((stem, _)) = name.rsplit_once('.').filter(|_| has_ending(name, &["json"])) else { return false };
    let is_map =
        stem.strip_prefix("Map").is_some_and(|n| n.len() == 3 && n.bytes().all(|b| b.is_ascii_digit()));
    is_map || NAMES.contains(&stem) && stem != "MapInfos" && stem != "Map"
}

/// Reads a file.
pub(super) fn read(text: &str) -> Result<Document<Style>, ImportError> {
    // The strictest reader decides what is JSON; the count below is made with it.
    if let Err(error) = serde_json::from_str::<Value>(text) {
        let detail = Message::new("technical").with("detail", error);
        return Err(ImportError::Damaged { detail });
    }
    let found = json::strings(text)?;
    let code = |string: &JsonString| found.codes.get(string.object).copied().flatten();
    let mut document = Document::default();
    let mut at = 0;
    while let Some(string) = found.all.get(at) {
        let is_event = found.is_event.get(string.object).copied().unwrap_or_default();
        let kind = kind(string, code(string), is_event);
        let mut lines = vec![string.range.clone()];
        if let Some(own) = code(string).filter(|own| LINES.contains(own) && kind.is_some()) {
            // Further lines of the same message stand in the commands that follow it.
            let list = |string: &JsonString| position(&string.path);
            let mut place = list(string);
            while let Some(next) = found.all.get(at + lines.len()) {
                let follows = place
                    .as_ref()
                    .zip(list(next))
                    .is_some_and(|((folder, n), (other, m))| *folder == other && m == n + 1);
                if code(next) != Some(own) || !follows {
                    break;
                }
                place = list(next);
                lines.push(next.range.clone());
            }
        }
        at += lines.len();
        let Some(kind) = kind else { continue };
        let range = lines.first().map_or(0, |first| first.start)..lines.last().map_or(0, |last| last.end);
        if let Some((words, tags)) = marked(&bits(text, &lines)) {
            let style = Style::Json;
            document.stretches.push(Stretch { range, text: words, tags, kind, opens: None, style });
        }
    }
    Ok(document)
}

/// The list a command stands in, and its position there.
fn position(path: &str) -> Option<(String, usize)> {
    let (command, _) = path.rsplit_once("/parameters/")?;
    let (list, n) = command.rsplit_once('/')?;
    Some((list.to_owned(), n.parse().ok()?))
}

/// What sort of text a string is, if players read it.
fn kind(string: &JsonString, code: Option<i64>, is_event: bool) -> Option<ParagraphKind> {
    let path = string.path.as_str();
    let last = path.rsplit('/').next().unwrap_or(path);
    if let Some((_, parameters)) = path.split_once("/parameters/").or_else(|| path.split_once("parameters/"))
    {
        return match (code?, parameters) {
            (401 | 405, "0") | (325, "1") => Some(ParagraphKind::Body),
            (101, "4") | (320 | 324, "1") => Some(ParagraphKind::Label),
            (102, choice) if choice.strip_prefix("0/").is_some() => Some(ParagraphKind::Item),
            (402, "1") => Some(ParagraphKind::Item),
            _ => None,
        };
    }
    if path.contains("pages/") || path.contains("/list/") {
        return None;
    }
    let depth = path.matches('/').count();
    // Players meet what events do, never what they are called.
    let is_entry = depth == 1 && path.starts_with(|c: char| c.is_ascii_digit()) && !is_event;
    match last {
        "displayName" | "gameTitle" | "currencyUnit" if depth == 0 => Some(ParagraphKind::Label),
        // Entries of the database; names in a map are those of files, or the makers' own.
        "name" | "nickname" if is_entry => Some(ParagraphKind::Label),
        "description" | "profile" | "message1" | "message2" | "message3" | "message4" if is_entry => {
            Some(ParagraphKind::Body)
        }
        _ => {
            let first = path.split('/').next().unwrap_or_default();
            let is_list =
                matches!(first, "armorTypes" | "elements" | "equipTypes" | "skillTypes" | "weaponTypes");
            (is_list && depth == 1 || first == "terms").then_some(ParagraphKind::Label)
        }
    }
}

/// Words and codes of the lines of a text.
fn bits(text: &str, lines: &[Range<usize>]) -> Vec<Bit> {
    let mut bits = Vec::new();
    let mut last_end: Option<usize> = None;
    for line in lines {
        if let Some(end) = last_end {
            bits.push(Bit::Code(TagKind::Break, end..line.start));
        }
        last_end = Some(line.end);
        let characters = json::characters(text, line.clone());
        let mut words = String::new();
        let mut at = 0;
        while let Some((character, place)) = characters.get(at) {
            let len = match character {
                '\\' => code_len(&characters, at),
                '\n' | '\r' => 1,
                _ => 0,
            };
            if len == 0 {
                words.push(*character);
                at += 1;
                continue;
            }
            bits.push(Bit::Words(std::mem::take(&mut words)));
            let end = characters.get(at + len - 1).map_or(place.end, |(_, place)| place.end);
            let kind = if matches!(character, '\n' | '\r') { TagKind::Break } else { TagKind::Other };
            bits.push(Bit::Code(kind, place.start..end));
            at += len;
        }
        bits.push(Bit::Words(words));
    }
    bits
}

/// How many characters the code at this backslash has; nothing for a backslash that is one.
fn code_len(characters: &[(char, Range<usize>)], at: usize) -> usize {
    let character = |n: usize| characters.get(at + n).map(|(character, _)| *character);
    match character(1) {
        Some('.' | '|' | '!' | '>' | '<' | '^' | '$' | '{' | '}' | '\\') => 2,
        Some(letter) if letter.is_ascii_alphabetic() => {
            let n_letters = (1..characters.len())
                .take_while(|n| character(*n).is_some_and(|c| c.is_ascii_alphabetic()))
                .count();
            if character(n_letters + 1) != Some('[') {
                return 2;
            }
            let len = (n_letters + 2..n_letters + 40).find(|n| character(*n) == Some(']'));
            len.map_or(2, |len| len + 1)
        }
        _ => 0,
    }
}

/// Every text of a file, by a JSON parser of others and by what the engine shows.
pub(super) fn displayed_texts(text: &str) -> Vec<String> {
    let mut texts = Vec::new();
    if let Ok(value) = serde_json::from_str::<Value>(text) {
        walk(&value, &mut texts);
    }
    texts.iter().map(|text| without_codes(text)).collect()
}

fn walk(root: &Value, texts: &mut Vec<String>) {
    const LISTS: [&str; 5] = ["armorTypes", "elements", "equipTypes", "skillTypes", "weaponTypes"];
    const FIELDS: [&str; 8] =
        ["name", "nickname", "description", "profile", "message1", "message2", "message3", "message4"];
    commands(root, texts);
    let mut push = |value: &Value| texts.extend(value.as_str().map(str::to_owned));
    match root {
        Value::Array(entries) => {
            for entry in entries.iter().filter(|entry| entry.get("pages").or(entry.get("list")).is_none()) {
                FIELDS.iter().filter_map(|field| entry.get(field)).for_each(&mut push);
            }
        }
        Value::Object(file) => {
            ["displayName", "gameTitle", "currencyUnit"]
                .iter()
                .filter_map(|name| file.get(*name))
                .for_each(&mut push);
            let lists = LISTS.iter().filter_map(|name| file.get(*name)).filter_map(Value::as_array);
            lists.flatten().for_each(&mut push);
            let mut waiting: Vec<&Value> = file.get("terms").into_iter().collect();
            while let Some(value) = waiting.pop() {
                push(value);
                waiting.extend(value.as_array().into_iter().flatten());
                waiting.extend(value.as_object().into_iter().flat_map(serde_json::Map::values));
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// The texts of every event command below.
fn commands(value: &Value, texts: &mut Vec<String>) {
    let mut waiting = vec![value];
    while let Some(value) = waiting.pop() {
        if let (Some(code), Some(parameters)) =
            (value.get("code").and_then(Value::as_i64), value.get("parameters"))
        {
            let place = match code {
                401 | 405 => "/0",
                101 => "/4",
                320 | 324 | 325 | 402 => "/1",
                _ => "",
            };
            if code == 102 {
                let choices = parameters.pointer("/0").and_then(Value::as_array).into_iter().flatten();
                texts.extend(choices.filter_map(Value::as_str).map(str::to_owned));
            } else if !place.is_empty() {
                texts.extend(parameters.pointer(place).and_then(Value::as_str).map(str::to_owned));
            }
            continue;
        }
        waiting.extend(value.as_array().into_iter().flatten());
        waiting.extend(value.as_object().into_iter().flat_map(serde_json::Map::values));
    }
}

fn without_codes(text: &str) -> String {
    let mut bare = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('\\') {
        bare.push_str(before);
        let letters = after.len() - after.trim_start_matches(|c: char| c.is_ascii_alphabetic()).len();
        let tail = after.get(letters..).unwrap_or_default();
        let bracket = tail.starts_with('[').then(|| tail.find(']')).flatten().filter(|len| *len < 38);
        rest = match (letters, bracket) {
            (1.., Some(len)) => tail.get(len + 1..).unwrap_or_default(),
            (1.., None) => after.get(1..).unwrap_or_default(),
            _ if after.starts_with(['.', '|', '!', '>', '<', '^', '$', '{', '}', '\\']) => {
                after.get(1..).unwrap_or_default()
            }
            _ => {
                bare.push('\\');
                after
            }
        };
    }
    bare + rest
}
