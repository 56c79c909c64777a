//! `tsumugi completions`: a script for the person's shell.

use crate::args::{Args, CompletionsArgs};
use crate::exit::Exit;
use crate::output::Printer;
use clap::builder::PossibleValuesParser;
use clap::{Command, CommandFactory};
use settings::models::ModelRegistry;

pub(crate) fn run(args: &CompletionsArgs, printer: &Printer) -> anyhow::Result<Exit> {
    let mut script = Vec::new();
    // What cannot be read of the settings is no reason to have no completion at all.
    let names = ModelRegistry::open().map(|registry| registry.model_names()).unwrap_or_default();
    // The commands hold texts for as long as the program lasts, which ends with this one.
    let names: Vec<&'static str> = names.into_iter().map(|name| &*name.leak()).collect();
    clap_complete::generate(args.shell, &mut with_models(Args::command(), &names), "tsumugi", &mut script);
    printer.result(String::from_utf8_lossy(&script).trim_end())?;
    Ok(Exit::Done)
}

/// The same commands, with the models that are known now wherever a model is named.
fn with_models(command: Command, names: &[&'static str]) -> Command {
    let is_model = |id: &str| matches!(id, "model" | "fallback");
    let command = command.mut_args(|argument| {
        let takes_name =
            argument.get_value_names().is_some_and(|names| names.iter().any(|name| name == "NAME"));
        if is_model(argument.get_id().as_str()) && takes_name {
            argument.value_parser(PossibleValuesParser::new(names.to_vec()))
        } else {
            argument
        }
    });
    command.mut_subcommands(|subcommand| with_models(subcommand, names))
}
