//! Proposes a character who is named in the book.

use super::learnt::{Said, Source, add, note_evidence, with_notes};
use super::shown::shown;
use crate::context::ToolContext;
use crate::guard::{Guard, Places, clash_of_name};
use crate::learning::{self, Learning, bare};
use crate::text::Text;
use crate::tool::{Outcome, Tool, ToolError};
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

    async fn call(&self, ctx: &ToolContext<'_>, args: Args) -> Result<Outcome, ToolError> {
        let learning = Learning::of(ctx).await?;
        let guard = Guard::of(ctx).await?;
        let mut name = Name::new(bare(&args.name), bare(&args.translation));
        let places = Places::of(ctx, &[&name.source]).await?;
        guard.name(ctx, &name.source, &name.translation, &places)?;
        if let Some(chapter) = places.first_chapter() {
            name.known_from = ctx.library.position_of(ctx.book_id, chapter).await?;
        }
        let id = learning
            .mint(ctx, &name.source)
            .character(|id| learning.known.characters.iter().any(|one| one.id == id));
        if let Some(clash) = clash_of_name(&learning, id, &name, true).filter(|_| !learning::is_person(ctx)) {
            return Err(clash.refusal(ctx.language).into());
        }
        let mut character = Character::new(id, name);
        character.standing = learning::standing(ctx);
        note_evidence(&mut character, &places, ctx.book_id);
        let source = Source::of(ctx, &learning, &places).await?;
        let said = Said {
            aliases: &args.aliases,
            gender: args.gender.as_deref(),
            note: args.note.as_deref(),
            ..Said::default()
        };
        let notes = add(ctx, &learning, &guard, &mut character, &said, &source).await?;
        let say = json!({ "success": true, "character": shown(&learning, &character) });
        let say = with_notes(say, &notes, ctx.language);
        Ok(Outcome::Said { say, edits: vec![Edit::create(character)], moves: Vec::new() })
    }
}
