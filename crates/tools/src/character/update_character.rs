//! Adds what was learnt about a character that nobody has decided on yet.

use super::json::to_json;
use super::learnt::{Reply, Source, add, note_evidence, with_notes};
use super::{find, may_change};
use crate::context::ToolContext;
use crate::guard::{Guard, Occurrences, clash_of_name};
use crate::knowledge_view::{self, KnowledgeView, bare};
use crate::text::Text;
use crate::tool::{Tool, ToolError, ToolOutcome};
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

    async fn call(&self, ctx: &ToolContext<'_>, args: Args) -> Result<ToolOutcome, ToolError> {
        let view = KnowledgeView::load(ctx).await?;
        let kept = find(ctx, &view, &args.name).await?;
        may_change(ctx, &kept.value)?;
        let guard = Guard::for_book(ctx).await?;
        let mut character = kept.value.clone();
        let names: Vec<&str> = kept.value.names().map(|name| name.source.as_str()).collect();
        let places = Occurrences::find(ctx, &names).await?;
        if let Some(translation) = &args.translation {
            character.name.translation = bare(translation);
            guard.name(ctx, &character.name.source, &character.name.translation, &places)?;
            let clash = clash_of_name(&view, character.id, &character.name, true);
            if let Some(clash) = clash.filter(|_| !knowledge_view::is_person(ctx)) {
                return Err(clash.refusal(ctx.language).into());
            }
        }
        note_evidence(&mut character, &places, ctx.book_id);
        let source = Source::find(ctx, &view, &places).await?;
        let reply = Reply {
            aliases: &args.aliases,
            gender: args.gender.as_deref(),
            note: args.note.as_deref(),
            voice: args.voice.as_deref(),
            addresses: &args.addresses,
        };
        let notes = add(ctx, &view, &guard, &mut character, &reply, &source).await?;
        let content = json!({ "success": true, "character": to_json(&view, &character) });
        let content = with_notes(content, &notes, ctx.language);
        let edits =
            if character == kept.value { Vec::new() } else { vec![Edit::update(character, kept.revision)] };
        Ok(ToolOutcome::Reply { content, edits, updates: Vec::new() })
    }
}
