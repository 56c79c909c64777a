//! `characters address`: how one person speaks to another, from when and until when.

use super::super::KnowledgeCmd;
use super::as_json;
use crate::args::knowledge::AddressArgs;
use crate::exit::{Exit, WrongUsage};
use book::edit::Edit;
use book::knowledge::character::Address;
use book::knowledge::evidence::{EntryState, StoryPosition};
use messages::Message;
use serde_json::json;

/// From when a form is used, as the history keeps it.
fn remark(chapter: String) -> String {
    if chapter.is_empty() { chapter } else { format!(" (from chapter {chapter})") }
}

pub(super) async fn run(cmd: &KnowledgeCmd<'_>, args: &AddressArgs) -> anyhow::Result<Exit> {
    let mut speaker = cmd.character(&args.speaker)?.clone();
    let to = cmd.character(&args.to)?;
    let (name, other) = (speaker.name.source.clone(), to.name.source.clone());
    let (to, source) = (to.id, args.source.trim());
    let is_form = |form: &Address| form.to == to && form.source == source;
    let note = if let Some(translation) = args.translation.as_deref().map(str::trim) {
        if source.is_empty() || translation.is_empty() {
            return Err(WrongUsage(Message::new("address_incomplete")).into());
        }
        let moment = |text: &Option<String>| text.as_deref().map(|text| cmd.clock.read(text)).transpose();
        let from = moment(&args.from_chapter)?.unwrap_or(StoryPosition(0));
        let until = moment(&args.until_chapter)?;
        if until.is_some_and(|until| until < from) {
            return Err(WrongUsage(Message::new("ends_before_it_begins")).into());
        }
        let form = Address {
            to,
            source: source.to_owned(),
            translation: translation.to_owned(),
            from,
            until,
            evidence: Vec::new(),
            standing: EntryState::Confirmed,
        };
        match speaker.addresses.iter_mut().find(|known| is_form(known) && known.from == from) {
            Some(known) => *known = Address { evidence: known.evidence.clone(), ..form },
            None => speaker.addresses.push(form),
        }
        format!("{name} calls {other} {source} → {translation}{}", remark(cmd.clock.write(from)))
    } else {
        if !speaker.addresses.iter().any(is_form) {
            let message = Message::new("no_such_address").with("name", &name).with("other", &other);
            return Err(WrongUsage(message.with("source", source)).into());
        }
        speaker.addresses.retain(|form| !is_form(form));
        format!("{name} no longer calls {other} {source}")
    };
    let value = json!({"character": as_json(&speaker)?});
    cmd.change(&[Edit::upsert(speaker)], &note, value).await
}
