//! Proposes a character who is named in the book.

use super::json::to_json;
use super::learnt::{Reply, Source, add, note_evidence, with_notes};
use crate::context::ToolContext;
use crate::guard::{Guard, Occurrences, clash_of_name};
use crate::knowledge_view::{self, KnowledgeView, bare};
use crate::text::Text;
use crate::tool::{Tool, ToolError, ToolOutcome};
use book::edit::Edit;
use book::knowledge::character::{Character, Name};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

pub(crate) struct CreateCharacter;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Args {
    name: String,
    translation: String,
    gender: Option<String>,
    note: Option<String>,
    #[serde(default)]
    aliases: Vec<String>,
}

impl Tool for CreateCharacter {
    const NAME: &'static str = "create_character";
    const DESCRIPTION: Text = Text { zh: "提议一个角色。", en: "Propose a character." };
    const ARGUMENTS: &'static [(&'static str, Text)] =
        &[("aliases", Text { zh: "原名=译名", en: "source=translation" })];
    type Args = Args;

    async fn call(&self, ctx: &ToolContext<'_>, args: Args) -> Result<ToolOutcome, ToolError> {
        let view = KnowledgeView::load(ctx).await?;
        let guard = Guard::for_book(ctx).await?;
        let mut name = Name::new(bare(&args.name), bare(&args.translation));
        let places = Occurrences::find(ctx, &[&name.source]).await?;
        guard.name(ctx, &name.source, &name.translation, &places)?;
        if let Some(chapter) = places.first_chapter() {
            name.known_from = ctx.library.position_of(ctx.book_id, chapter).await?;
        }
        let id =
            view.mint(ctx, &name.source).character(|id| view.known.characters.iter().any(|one| one.id == id));
        if let Some(clash) = clash_of_name(&view, id, &name, true).filter(|_| !knowledge_view::is_person(ctx))
        {
            return Err(clash.refusal(ctx.language).into());
        }
        let mut character = Character::new(id, name);
        character.standing = knowledge_view::standing(ctx);
        note_evidence(&mut character, &places, ctx.book_id);
        let source = Source::find(ctx, &view, &places).await?;
        let reply = Reply {
            aliases: &args.aliases,
            gender: args.gender.as_deref(),
            note: args.note.as_deref(),
            ..Reply::default()
        };
        let notes = add(ctx, &view, &guard, &mut character, &reply, &source).await?;
        let content = json!({ "success": true, "character": to_json(&view, &character) });
        let content = with_notes(content, &notes, ctx.language);
        Ok(ToolOutcome::Reply { content, edits: vec![Edit::create(character)], updates: Vec::new() })
    }
}
