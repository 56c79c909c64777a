//! Adds what was learnt about a character that nobody has decided on yet.

use super::learnt::{Said, Source, add, note_evidence, with_notes};
use super::shown::shown;
use super::{find, may_change};
use crate::context::ToolContext;
use crate::guard::{Guard, Places, clash_of_name};
use crate::learning::{self, Learning, bare};
use crate::text::Text;
use crate::tool::{Outcome, Tool, ToolError};
use book::edit::Edit;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

pub(crate) struct UpdateCharacter;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Args {
    name: String,
    translation: Option<String>,
    gender: Option<String>,
    note: Option<String>,
    #[serde(default)]
    aliases: Vec<String>,
    voice: Option<String>,
    #[serde(default)]
    addresses: Vec<String>,
}

impl Tool for UpdateCharacter {
    const NAME: &'static str = "update_character";
    const DESCRIPTION: Text = Text { zh: "补充角色信息。", en: "Add to a character." };
    const ARGUMENTS: &'static [(&'static str, Text)] =
        &[("addresses", Text { zh: "对方=称呼=译法", en: "other=form=translation" })];
    type Args = Args;

    async fn call(&self, ctx: &ToolContext<'_>, args: Args) -> Result<Outcome, ToolError> {
        let learning = Learning::of(ctx).await?;
        let kept = find(ctx, &learning, &args.name).await?;
        may_change(ctx, &kept.value)?;
        let guard = Guard::of(ctx).await?;
        let mut character = kept.value.clone();
        let names: Vec<&str> = kept.value.names().map(|name| name.source.as_str()).collect();
        let places = Places::of(ctx, &names).await?;
        if let Some(translation) = &args.translation {
            character.name.translation = bare(translation);
            guard.name(ctx, &character.name.source, &character.name.translation, &places)?;
            let clash = clash_of_name(&learning, character.id, &character.name, true);
            if let Some(clash) = clash.filter(|_| !learning::is_person(ctx)) {
                return Err(clash.refusal(ctx.language).into());
            }
        }
        note_evidence(&mut character, &places, ctx.book_id);
        let source = Source::of(ctx, &learning, &places).await?;
        let said = Said {
            aliases: &args.aliases,
            gender: args.gender.as_deref(),
            note: args.note.as_deref(),
            voice: args.voice.as_deref(),
            addresses: &args.addresses,
        };
        let notes = add(ctx, &learning, &guard, &mut character, &said, &source).await?;
        let say = json!({ "success": true, "character": shown(&learning, &character) });
        let say = with_notes(say, &notes, ctx.language);
        let edits =
            if character == kept.value { Vec::new() } else { vec![Edit::update(character, kept.revision)] };
        Ok(Outcome::Said { say, edits, moves: Vec::new() })
    }
}
