//! The program at a terminal of its own, which `script` makes: what a person is asked, and what they answer.

use crate::program::{LineWriter, skipped, test_cli, writer_settings};
use std::io::{Read, Write};
use std::process::{Child, Command, Stdio};
use std::time::Duration;
use testkit::cli::TestCli;

/// A program at a terminal.
struct Terminal {
    child: Child,
    shown: String,
}

impl Terminal {
    /// `None` where no terminal can be made, which is said.
    fn begin(cli: &TestCli, arguments: &[&str]) -> Option<Self> {
        let command = cli.command(arguments);
        let line = std::iter::once(command.get_program()).chain(command.get_args());
        let line: Vec<&str> = line.map(|word| word.to_str().unwrap()).collect();
        let mut script = Command::new("script");
        script.args(["--quiet", "--return", "--flush", "--command"]).arg(shlex::try_join(line).unwrap());
        script.arg("/dev/null").env_clear();
        script.envs(command.get_envs().filter_map(|(name, value)| Some((name, value?))));
        script.current_dir(cli.folder()).stdin(Stdio::piped()).stdout(Stdio::piped());
        match script.spawn() {
            Ok(child) if cfg!(target_os = "linux") => Some(Self { child, shown: String::new() }),
            _ => {
                skipped("`script` of util-linux is missing, so nothing can be asked at a terminal");
                None
            }
        }
    }

    /// Reads until the words are shown, and gives all that was shown since the last ones.
    fn wait_for(&mut self, words: &str) -> String {
        let stdout = self.child.stdout.as_mut().unwrap();
        let mut bytes = Vec::new();
        let mut one = [0_u8];
        while !String::from_utf8_lossy(&bytes).contains(words) {
            assert!(
                stdout.read(&mut one).unwrap() == 1,
                "it left without `{words}`: {}{}",
                self.shown,
                String::from_utf8_lossy(&bytes)
            );
            bytes.push(one[0]);
        }
        let shown = String::from_utf8(bytes).unwrap();
        self.shown.push_str(&shown);
        shown
    }

    fn type_line(&mut self, text: &str) {
        let stdin = self.child.stdin.as_mut().unwrap();
        stdin.write_all(format!("{text}\n").as_bytes()).unwrap();
        stdin.flush().unwrap();
    }

    /// Waits until the program has left; everything that was shown, and its code.
    fn end(mut self) -> (String, Option<i32>) {
        let mut rest = Vec::new();
        self.child.stdout.take().unwrap().read_to_end(&mut rest).unwrap();
        self.shown.push_str(&String::from_utf8_lossy(&rest));
        (self.shown, self.child.wait().unwrap().code())
    }
}

/// The number in front of a choice.
fn number_of<'a>(shown: &'a str, choice: &str) -> &'a str {
    let line = shown.lines().find(|line| line.contains(choice));
    line.unwrap_or_else(|| panic!("no `{choice}` in {shown}")).split_whitespace().next().unwrap()
}

fn settings(cli: &TestCli) -> String {
    std::fs::read_to_string(cli.path("config/config.toml")).unwrap_or_default()
}

#[test]
fn setting_up_finds_a_server_on_this_machine_tests_its_model_and_makes_it_the_default() {
    let (cli, model) = (test_cli(), LineWriter::begin());
    let nearby = format!("[vendors.nearby]\nname = \"Nearby\"\nbase_url = \"{}\"\n", model.url());
    cli.file("config/config.toml", format!("{nearby}dialect = \"openai\"\nprobe = \"/models\"\n"));
    let Some(mut terminal) = Terminal::begin(&cli, &["setup"]) else { return };
    let shown = terminal.wait_for("Which one?");
    assert!(shown.contains("DeepSeek"), "{shown}");
    let number = number_of(&shown, "nearby/test, on this machine, free").to_owned();
    terminal.type_line("999");
    terminal.wait_for("Which one?");
    terminal.type_line(&number);
    let (shown, code) = terminal.end();
    assert_eq!(code, Some(0), "{shown}");
    assert!(shown.contains("nearby/test is the default now"), "{shown}");
    assert!(settings(&cli).contains("default_model = \"nearby/test\""), "{}", settings(&cli));
}

#[test]
fn setting_up_says_where_a_key_is_made_does_not_show_it_and_keeps_what_failed_from_being_the_default() {
    // Nothing leaves this machine: the way out is a proxy that is not there.
    let cli = test_cli().with_variable("HTTPS_PROXY", "http://127.0.0.1:9");
    let Some(mut terminal) = Terminal::begin(&cli, &["setup"]) else { return };
    let shown = terminal.wait_for("Which one?");
    terminal.type_line(number_of(&shown, "DeepSeek"));
    let shown = terminal.wait_for("Open that page now? [y/N]");
    assert!(shown.contains("A key is made at https://"), "{shown}");
    terminal.type_line("n");
    let shown = terminal.wait_for("Which one?");
    terminal.type_line(number_of(&shown, "deepseek/"));
    terminal.wait_for("empty for none");
    // Words stop being shown right after the question stands there, not before.
    std::thread::sleep(Duration::from_millis(500));
    terminal.type_line("sk-canary-terminal");
    let (shown, code) = terminal.end();
    assert_ne!(code, Some(0), "{shown}");
    assert!(!shown.contains("sk-canary"), "{shown}");
    assert!(std::fs::read_to_string(cli.path("config/keys.toml")).unwrap().contains("sk-canary-terminal"));
    assert!(!settings(&cli).contains("default_model"), "{}", settings(&cli));
}

#[test]
fn setting_up_changes_nothing_for_a_person_who_only_looks_and_asks_in_their_language() {
    let cli = test_cli();
    cli.file("config/config.toml", writer_settings());
    let before = settings(&cli);
    let Some(mut terminal) = Terminal::begin(&cli, &["setup", "--lang", "zh-Hans"]) else { return };
    terminal.wait_for("选哪一个？");
    terminal.type_line("");
    let (shown, code) = terminal.end();
    assert_eq!(code, Some(0), "{shown}");
    assert!(shown.contains("未作任何改动"), "{shown}");
    assert_eq!(settings(&cli), before);
}
