//! Help and the complaints of clap in Chinese. The English stands in the doc comments and in clap itself. Help is looked up
//! paragraph by paragraph in `help/zh-Hans.toml`; complaints are recognised by the catalogue of messages.

use crate::output::recognised;
use clap::builder::{PossibleValuesParser, StyledStr};
use clap::error::ErrorKind;
use clap::{Arg, Command, Error};
use messages::{Language, Message, render};
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;
use textwrap::{Options, WordSplitter, WrapAlgorithm};

/// The Chinese of English texts, both without the full stop at their end.
type Help = BTreeMap<String, String>;

/// The Chinese of every text of the help.
pub const CHINESE: &str = include_str!("help/zh-Hans.toml");
/// Longer lines are tiring to read.
const WIDEST: usize = 100;
/// More columns than any line has, so that clap breaks no line: it breaks lines only at spaces.
const UNBROKEN: usize = 100_000;

/// What clap itself writes into help, in Chinese.
const CLAP: [(&str, &str); 18] = [
    ("Usage: ", "用法："),
    ("Usage:", "用法："),
    ("Print this message or the help of the given subcommand(s)", "显示本帮助或子命令的帮助"),
    ("Commands:", "命令："),
    ("Arguments:", "参数："),
    ("Options:", "选项："),
    ("Possible values:", "可选值："),
    ("[possible values: ", "[可选值："),
    ("[default: ", "[默认："),
    ("[env: ", "[环境变量："),
    ("[aliases: ", "[别名："),
    ("[OPTIONS]", "[选项]"),
    ("[COMMAND]", "[命令]"),
    ("<COMMAND>", "<命令>"),
    ("Print help (see more with '--help')", "显示帮助（详细内容用 '--help'）"),
    ("Print help (see a summary with '-h')", "显示帮助（摘要用 '-h'）"),
    ("Print help", "显示帮助"),
    ("Print version", "显示版本"),
];

/// Shows help or says what was typed wrong, and how the program leaves.
pub(super) fn show(error: &Error, command: Command, typed: Vec<OsString>, language: Language) -> ExitCode {
    match (language, error.kind()) {
        (Language::English, _) | (_, ErrorKind::DisplayVersion) => error.exit(),
        (Language::Chinese, ErrorKind::DisplayHelp | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand) => {
            // Nothing is taken from what this reads, so that values may be told as texts.
            let help = in_chinese(command, &chinese()).term_width(UNBROKEN).max_term_width(UNBROKEN);
            match help.try_get_matches_from(typed) {
                Err(help) => write_text(&help_text(&styled(&help)), error.use_stderr()),
                Ok(_) => write_text(&styled(error), error.use_stderr()),
            }
        }
        (Language::Chinese, _) => {
            write_text(&error_text(&error.render().to_string(), language), error.use_stderr());
        }
    }
    ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2))
}

/// A complaint of clap, line by line.
pub(super) fn error_text(text: &str, language: Language) -> String {
    if language == Language::English {
        return text.to_owned();
    }
    let of_line = |line: &str| {
        let label = render(&Message::new("label").with("kind", "error"), language).text;
        if let Some(error) = line.strip_prefix("error: ") {
            return format!("{label}{}{}", language.colon(), recognised(error, language));
        }
        let told = line.trim_start();
        let indent = " ".repeat(line.len() - told.len());
        format!("{indent}{}", with_words_of_clap(&recognised(told, language)))
    };
    text.lines().map(of_line).collect::<Vec<_>>().join("\n") + "\n"
}

fn styled(error: &Error) -> String {
    let is_plain = !io::stdout().is_terminal() || settings::environment::variable("NO_COLOR").is_some();
    let text = error.render();
    if is_plain { text.to_string() } else { text.ansi().to_string() }
}

fn write_text(text: &str, to_stderr: bool) {
    // A closed stream needs no help text.
    let _ = if to_stderr { write!(io::stderr(), "{text}") } else { write!(io::stdout(), "{text}") };
}

fn with_words_of_clap(text: &str) -> String {
    CLAP.iter().fold(text.to_owned(), |text, (english, chinese)| text.replace(english, chinese))
}

/// Help in lines that fit the terminal; what does not fit goes on below where it began.
fn help_text(text: &str) -> String {
    let width = terminal_size::terminal_size().map_or(WIDEST, |(width, _)| usize::from(width.0).min(WIDEST));
    let with_clap = with_words_of_clap(text);
    let lines = with_clap.lines().map(|line| {
        let indent = " ".repeat(hanging_indent(line));
        let options = Options::new(width.max(indent.len() + 20))
            .subsequent_indent(&indent)
            .break_words(false)
            .word_splitter(WordSplitter::NoHyphenation)
            .wrap_algorithm(WrapAlgorithm::FirstFit);
        textwrap::wrap(line, options).join("\n")
    });
    lines.collect::<Vec<_>>().join("\n") + "\n"
}

/// Where the explanation on a line begins: behind the first gap, or where the line itself does.
pub fn hanging_indent(line: &str) -> usize {
    let text = line.trim_start();
    let indent = line.len() - text.len();
    match text.split_once("  ") {
        Some((name, about)) if indent > 0 => {
            let gap = 2 + about.len() - about.trim_start().len();
            indent + textwrap::core::display_width(name) + gap
        }
        Some(_) | None => indent,
    }
}

fn chinese() -> Help {
    // A file of our own that is broken is found by the tests.
    toml::from_str(CHINESE).unwrap_or_default()
}

/// The commands with their help in Chinese. Values are read as texts, and not as what they stand for.
fn in_chinese(command: Command, help: &Help) -> Command {
    let about = command.get_about().map(|about| translate_text(about, help));
    let long_about = command.get_long_about().map(|about| translate_text(about, help));
    let after = command.get_after_help().map(|after| examples(after, help));
    let command = command
        .mut_args(|argument| argument_in_chinese(argument, help))
        .mut_subcommands(|command| in_chinese(command, help));
    let command = about.into_iter().fold(command, Command::about);
    let command = long_about.into_iter().fold(command, Command::long_about);
    after.into_iter().fold(command, Command::after_help)
}

fn argument_in_chinese(argument: Arg, help: &Help) -> Arg {
    let short = argument.get_help().map(|about| translate_text(about, help));
    let long = argument.get_long_help().map(|about| translate_text(about, help));
    let heading = argument.get_help_heading().map(|heading| translate_line(heading, help));
    let values = argument.get_possible_values();
    let explained = values.iter().any(|value| value.get_help().is_some());
    let values =
        values.into_iter().map(|value| match value.get_help().map(|about| translate_text(about, help)) {
            Some(about) => value.help(about),
            None => value,
        });
    let argument = if explained && argument.get_action().takes_values() {
        argument.value_parser(PossibleValuesParser::new(values))
    } else {
        argument
    };
    let argument = short.into_iter().fold(argument, Arg::help);
    let argument = long.into_iter().fold(argument, Arg::long_help);
    // Headings are told for as long as the program lasts, which ends with this help.
    heading.into_iter().fold(argument, |argument, heading| argument.help_heading(&*heading.leak()))
}

/// A text of one or several paragraphs.
fn translate_text(text: &StyledStr, help: &Help) -> String {
    let text = text.to_string();
    text.split("\n\n").map(|paragraph| translate_line(paragraph, help)).collect::<Vec<_>>().join("\n\n")
}

fn translate_line(text: &str, help: &Help) -> String {
    let (words, stop) = text.strip_suffix('.').map_or((text, ""), |words| (words, "。"));
    help.get(words).map_or_else(|| text.to_owned(), |chinese| format!("{chinese}{stop}"))
}

/// Examples: commands as they are typed, each with a remark behind it where it needs one; and what stands below them.
fn examples(text: &StyledStr, help: &Help) -> String {
    let text = text.to_string();
    let lines = text.lines().map(|line| match remark(line) {
        Some(remark) => {
            format!("{}{}", line.strip_suffix(remark).unwrap_or(line), translate_line(remark, help))
        }
        None if line == "Examples:" => "示例：".to_owned(),
        None => translate_line(line, help),
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// What stands behind an example.
pub fn remark(line: &str) -> Option<&str> {
    let command = line.strip_prefix("  ")?;
    command.rsplit_once("  ").map(|(_, remark)| remark.trim_start()).filter(|remark| !remark.is_empty())
}
