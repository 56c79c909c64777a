//! Asks a person: the task waits until they have answered or declined.

use crate::context::ToolContext;
use crate::text::Text;
use crate::tool::{Refusal, Tool, ToolError, ToolOutcome};
use book::work::question::Question;
use schemars::JsonSchema;
use serde::Deserialize;

pub(crate) struct AskUser;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Args {
    question: String,
    choices: Option<Vec<String>>,
    free_text: Option<bool>,
}

const MAX_QUESTION_CHARS: usize = 1000;
const MAX_CHOICES: usize = 10;
const MAX_CHOICE_CHARS: usize = 200;

impl Tool for AskUser {
    const NAME: &'static str = "ask_user";
    const DESCRIPTION: Text = Text {
        zh: "向用户提问并等待回答。仅在无法自行判断且影响重大时使用。",
        en: "Ask the user and wait. Only for decisions that matter and that you cannot make yourself.",
    };
    const ARGUMENTS: &'static [(&'static str, Text)] =
        &[("free_text", Text { zh: "是否允许其他回答，默认 true", en: "allow other answers; default true" })];
    type Args = Args;

    async fn call(&self, ctx: &ToolContext<'_>, args: Args) -> Result<ToolOutcome, ToolError> {
        let text: String = args.question.trim().chars().take(MAX_QUESTION_CHARS).collect();
        if text.is_empty() {
            let error = ctx.language.choose(
                "问题为空。请写出要问用户的内容。",
                "The question is empty. Write what the user should be asked.",
            );
            return Err(Refusal::new("EMPTY_QUESTION", error).into());
        }
        let mut choices: Vec<String> = Vec::new();
        for choice in args.choices.unwrap_or_default() {
            let choice: String = choice.trim().chars().take(MAX_CHOICE_CHARS).collect();
            if !choice.is_empty() && !choices.contains(&choice) && choices.len() < MAX_CHOICES {
                choices.push(choice);
            }
        }
        // A question that allows no answer at all could never be answered.
        let free_text = args.free_text.unwrap_or(true) || choices.is_empty();
        Ok(ToolOutcome::Question(Question { text, choices, free_text }))
    }
}
