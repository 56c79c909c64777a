//! The content of a paragraph put in order: fields and bookmarks, begun and ended by marks, become things around a text
//! where they nest, and what does not is carried mark by mark; what stands at the edges is left alone.

use super::inline::{Around, FormatId, Fragment, Item, Void, What};
use book::text::paragraph::TagKind;

/// Something in a paragraph before fields and bookmarks are seen as wholes.
pub(crate) struct Placed {
    pub entry: Entry,
    pub format: FormatId,
    /// Its bytes.
    pub fragment: Fragment,
    /// The child of the paragraph it stands in.
    pub node: usize,
}

/// What it is.
pub(crate) enum Entry {
    Item(What),
    Open(Around),
    Close,
    FieldBegin,
    FieldSeparate,
    FieldEnd,
    Instruction(String),
    /// A bookmark whose words are repeated elsewhere.
    BookmarkStart(String),
    BookmarkEnd(String),
    /// A mark that needs no place among the words.
    Mark {
        is_start: bool,
    },
}

/// A mark that stands before or behind a translation.
pub(crate) struct Mark {
    pub fragment: Fragment,
    pub node: usize,
    pub is_start: bool,
}

/// Fields whose results Word computes: numbers and dates, nothing to translate.
const COMPUTED: [&str; 18] = [
    "PAGE",
    "NUMPAGES",
    "PAGEREF",
    "SECTION",
    "SECTIONPAGES",
    "SEQ",
    "DATE",
    "TIME",
    "SAVEDATE",
    "CREATEDATE",
    "PRINTDATE",
    "EDITTIME",
    "LISTNUM",
    "AUTONUM",
    "NOTEREF",
    "NUMWORDS",
    "NUMCHARS",
    "REVNUM",
];

/// Whether the result of the field with this instruction is computed.
pub(crate) fn is_computed(instruction: &str) -> bool {
    let word = instruction.split_whitespace().next().unwrap_or_default();
    word.starts_with('=') || COMPUTED.iter().any(|computed| computed.eq_ignore_ascii_case(word))
}

/// What a tag around the result of a field stands for.
pub(crate) fn kind(instruction: &str) -> TagKind {
    let word = instruction.split_whitespace().next().unwrap_or_default();
    if word.eq_ignore_ascii_case("HYPERLINK") { TagKind::Link } else { TagKind::Other }
}

/// What an entry becomes.
enum Plan {
    /// What it is by itself.
    Alone,
    /// It is part of something else.
    Part,
    /// It opens a pair that ends elsewhere.
    Opens(Around),
    Closes,
    /// It and everything up to an entry are carried as one.
    Whole(Void, usize),
}

/// Pairs what nests, and gives the paragraph's items and the marks without a place.
pub(crate) fn resolve(entries: Vec<Placed>) -> (Vec<Item>, Vec<Mark>) {
    let mates = mates(&entries);
    let mut plans: Vec<Plan> = entries.iter().map(|_| Plan::Alone).collect();
    let mut at = 0;
    while at < entries.len() {
        at = plan(&entries, &mates, at, &mut plans);
    }
    let (mut items, mut marks) = (Vec::new(), Vec::new());
    let nodes: Vec<usize> = entries.iter().map(|placed| placed.node).collect();
    for (placed, plan) in entries.into_iter().zip(plans) {
        let Placed { entry, format, fragment, node } = placed;
        let mut push = |what| items.push(Item { what, format, nodes: (node, node) });
        match (plan, entry) {
            (Plan::Part, _) => {}
            (Plan::Opens(around), _) | (Plan::Alone, Entry::Open(around)) => push(What::Open(around)),
            (Plan::Closes, _) | (Plan::Alone, Entry::Close) => push(What::Close),
            (Plan::Whole(void, end), _) => {
                let last = nodes.get(end).copied().unwrap_or(node);
                items.push(Item { what: What::Void(void), format, nodes: (node, last) });
            }
            (Plan::Alone, Entry::Item(what)) => push(what),
            (Plan::Alone, Entry::Mark { is_start }) => marks.push(Mark { fragment, node, is_start }),
            (Plan::Alone, Entry::BookmarkStart(_)) => marks.push(Mark { fragment, node, is_start: true }),
            (Plan::Alone, Entry::BookmarkEnd(_)) => marks.push(Mark { fragment, node, is_start: false }),
            (
                Plan::Alone,
                Entry::FieldBegin | Entry::FieldSeparate | Entry::FieldEnd | Entry::Instruction(_),
            ) => push(What::Void(Void {
                kind: TagKind::Other,
                fragments: vec![fragment],
                is_content: false,
                is_copied: false,
                kept: String::new(),
            })),
        }
    }
    (items, marks)
}

/// For everything that opens, the entry that ends it.
fn mates(entries: &[Placed]) -> Vec<Option<usize>> {
    let mut mates = vec![None; entries.len()];
    let mut open: Vec<usize> = Vec::new();
    for (at, placed) in entries.iter().enumerate() {
        let entry_at = |at: &usize| entries.get(*at).map(|placed| &placed.entry);
        let is_wall = |at: &usize| matches!(entry_at(at), Some(Entry::Open(_)));
        let found = match &placed.entry {
            Entry::FieldBegin | Entry::BookmarkStart(_) | Entry::Open(_) => {
                open.push(at);
                None
            }
            Entry::Close => open.iter().rposition(is_wall),
            Entry::FieldEnd => {
                let inner = open.iter().rposition(is_wall).map_or(0, |wall| wall + 1);
                let begin = open.iter().rposition(|at| matches!(entry_at(at), Some(Entry::FieldBegin)));
                begin.filter(|&begin| begin >= inner)
            }
            Entry::BookmarkEnd(id) => {
                let wall = open
                    .iter()
                    .rposition(|at| is_wall(at) || matches!(entry_at(at), Some(Entry::FieldBegin)));
                let is_own =
                    |at: &usize| matches!(entry_at(at), Some(Entry::BookmarkStart(own)) if own == id);
                let start = open.iter().rposition(is_own);
                start.filter(|&start| wall.is_none_or(|wall| start > wall))
            }
            Entry::Item(_) | Entry::FieldSeparate | Entry::Instruction(_) | Entry::Mark { .. } => None,
        };
        if let Some(found) = found {
            let start = open.get(found).copied();
            open.truncate(found);
            if let Some(mate) = start.and_then(|start| mates.get_mut(start)) {
                *mate = Some(at);
            }
        }
    }
    mates
}

/// Plans the entry at this place; gives the next one to be looked at.
fn plan(entries: &[Placed], mates: &[Option<usize>], at: usize, plans: &mut [Plan]) -> usize {
    let mate = mates.get(at).copied().flatten();
    let (Some(placed), Some(end)) = (entries.get(at), mate) else { return at + 1 };
    let mut set = |at: usize, plan: Plan| {
        if let Some(own) = plans.get_mut(at) {
            *own = plan;
        }
    };
    match &placed.entry {
        Entry::BookmarkStart(_) => {
            let has_text = entries.get(at..end).unwrap_or_default().iter().any(has_text);
            if has_text {
                let (open, close) = (fragments(entries, at..at + 1), fragments(entries, end..end + 1));
                let around = Around { kind: TagKind::Other, open, close, is_copied: false, base: 0 };
                set(at, Plan::Opens(around));
                set(end, Plan::Closes);
            }
            at + 1
        }
        Entry::FieldBegin => {
            let (separate, instruction) = parts(entries, mates, at, end);
            let result = separate.map_or(end..end, |separate| separate + 1..end);
            let has_text = entries.get(result.clone()).unwrap_or_default().iter().any(has_text);
            if has_text && !is_computed(&instruction) {
                let open = fragments(entries, at..result.start);
                let close = fragments(entries, end..end + 1);
                let around = Around { kind: kind(&instruction), open, close, is_copied: true, base: 0 };
                (at + 1..result.start).for_each(|inner| set(inner, Plan::Part));
                set(at, Plan::Opens(around));
                set(end, Plan::Closes);
                return result.start;
            }
            let inside = entries.get(at..end).unwrap_or_default();
            let void = Void {
                kind: TagKind::Other,
                fragments: fragments(entries, at..end + 1),
                is_content: has_text,
                is_copied: inside.iter().all(is_copied),
                kept: inside.iter().map(kept_text).collect(),
            };
            (at + 1..=end).for_each(|inner| set(inner, Plan::Part));
            set(at, Plan::Whole(void, end));
            end + 1
        }
        Entry::Item(_)
        | Entry::Open(_)
        | Entry::Close
        | Entry::FieldSeparate
        | Entry::FieldEnd
        | Entry::Instruction(_)
        | Entry::BookmarkEnd(_)
        | Entry::Mark { .. } => at + 1,
    }
}

/// Where the result of a field begins, and what the field is told to do.
fn parts(entries: &[Placed], mates: &[Option<usize>], begin: usize, end: usize) -> (Option<usize>, String) {
    let mut instruction = String::new();
    let mut at = begin + 1;
    while at < end {
        match entries.get(at).map(|placed| &placed.entry) {
            Some(Entry::FieldSeparate) => return (Some(at), instruction),
            Some(Entry::Instruction(text)) => instruction.push_str(text),
            Some(Entry::FieldBegin) => {
                if let Some(inner) = mates.get(at).copied().flatten() {
                    at = inner;
                }
            }
            _ => {}
        }
        at += 1;
    }
    (None, instruction)
}

fn fragments(entries: &[Placed], range: std::ops::Range<usize>) -> Vec<Fragment> {
    entries.get(range).unwrap_or_default().iter().map(|placed| placed.fragment.clone()).collect()
}

fn has_text(placed: &Placed) -> bool {
    let Entry::Item(what) = &placed.entry else { return false };
    match what {
        What::Text(text) => !text.trim().is_empty(),
        What::Ruby { .. } => true,
        What::Void(_) | What::Open(_) | What::Close => false,
    }
}

const fn is_copied(placed: &Placed) -> bool {
    match &placed.entry {
        Entry::Item(What::Void(void)) => void.is_copied,
        Entry::Mark { .. } | Entry::BookmarkStart(_) | Entry::BookmarkEnd(_) => false,
        Entry::Open(around) => around.is_copied,
        Entry::Item(_)
        | Entry::Close
        | Entry::FieldBegin
        | Entry::FieldSeparate
        | Entry::FieldEnd
        | Entry::Instruction(_) => true,
    }
}

fn kept_text(placed: &Placed) -> String {
    let Entry::Item(what) = &placed.entry else { return String::new() };
    match what {
        What::Text(text) => text.clone(),
        What::Ruby { base, reading } => format!("{base}{reading}"),
        What::Void(void) => void.kept.clone(),
        What::Open(_) | What::Close => String::new(),
    }
}

/// The first and the last child of the paragraph with something to read or see.
pub(crate) fn extent(items: &[Item]) -> Option<(usize, usize)> {
    let shows = |item: &&Item| match &item.what {
        What::Text(text) => !text.trim_ascii().is_empty(),
        What::Ruby { .. } => true,
        What::Void(void) => void.is_content,
        What::Open(_) | What::Close => false,
    };
    let mut units: Vec<(usize, usize)> = items.iter().map(|item| item.nodes).collect();
    let mut open = Vec::new();
    for item in items {
        match &item.what {
            What::Open(_) => open.push(item.nodes.0),
            What::Close => units.extend(open.pop().map(|start| (start, item.nodes.1))),
            What::Text(_) | What::Ruby { .. } | What::Void(_) => {}
        }
    }
    let first = items.iter().filter(shows).map(|item| item.nodes.0).min()?;
    let last = items.iter().filter(shows).map(|item| item.nodes.1).max()?;
    let (mut first, mut last) = (first, last);
    // What reaches over an edge is inside as a whole.
    loop {
        let mut grown = (first, last);
        for &(start, end) in units.iter().filter(|(start, end)| *start <= last && first <= *end) {
            grown = (grown.0.min(start), grown.1.max(end));
        }
        if grown == (first, last) {
            return Some(grown);
        }
        (first, last) = grown;
    }
}

/// Takes the white space off both ends of a text.
pub(crate) fn trim(items: &mut [Item]) -> (String, String) {
    let is_text = |item: &&mut Item| !matches!(item.what, What::Open(_) | What::Close);
    let (mut lead, mut trail) = (String::new(), String::new());
    if let Some(Item { what: What::Text(text), .. }) = items.iter_mut().find(is_text) {
        let kept = text.trim_ascii_start().to_owned();
        lead = std::mem::replace(text, kept);
        lead.truncate(lead.len() - text.len());
    }
    if let Some(Item { what: What::Text(text), .. }) = items.iter_mut().rev().find(is_text) {
        let kept = text.trim_ascii_end().to_owned();
        let whole = std::mem::replace(text, kept);
        whole.get(text.len()..).unwrap_or_default().clone_into(&mut trail);
    }
    (lead, trail)
}
