//! Keys in the keyring of a desktop: a real one, on a bus that belongs to the test alone.

use crate::cli_models::with_input;
use crate::program::{LineWriter, skipped, test_cli};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use testkit::cli::{CliOutput, TestCli};

const CANARY: &str = "sk-canary-keyring-8Wd3";

/// A session bus with an unlocked keyring on it.
struct Desktop {
    bus: Child,
    keyring: Child,
    address: String,
}

impl Desktop {
    /// `None` where a program for it is missing, which is said.
    fn begin(folder: &Path) -> Option<Self> {
        let daemon = |name: &str| {
            let mut command = Command::new(name);
            command
                .env_clear()
                .env("PATH", "/usr/bin:/bin")
                .env("HOME", folder)
                .env("XDG_RUNTIME_DIR", folder);
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
            command
        };
        let bus = daemon("dbus-daemon").args(["--session", "--nofork", "--print-address"]).spawn();
        let Ok(mut bus) = bus else {
            skipped("`dbus-daemon` is missing, so there is no keyring; `scripts/setup-tests` installs it");
            return None;
        };
        let mut address = String::new();
        BufReader::new(bus.stdout.as_mut().unwrap()).read_line(&mut address).unwrap();
        let address = address.trim().to_owned();
        let keyring = daemon("gnome-keyring-daemon")
            .args(["--foreground", "--unlock", "--components=secrets"])
            .env("DBUS_SESSION_BUS_ADDRESS", &address)
            .spawn();
        let Ok(mut keyring) = keyring else {
            let _ = bus.kill();
            let _ = bus.wait();
            skipped("`gnome-keyring-daemon` is missing; `scripts/setup-tests` installs it");
            return None;
        };
        // The password it is unlocked with; it reads until the end.
        keyring.stdin.take().unwrap().write_all(b"password").unwrap();
        Some(Self { bus, keyring, address })
    }

    fn lose_keyring(&mut self) {
        self.keyring.kill().unwrap();
        self.keyring.wait().unwrap();
    }
}

impl Drop for Desktop {
    fn drop(&mut self) {
        for child in [&mut self.keyring, &mut self.bus] {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

fn place_of_keys(cli: &TestCli) -> String {
    cli.json(&["doctor"])["keys_kept_in"].as_str().unwrap().to_owned()
}

fn keys_file(cli: &TestCli) -> String {
    std::fs::read_to_string(cli.path("config/keys.toml")).unwrap_or_default()
}

fn add(cli: &TestCli, model: &LineWriter) -> CliOutput {
    let url = model.url();
    let arguments = ["models", "add", "mine", "--base-url", &url, "--model", "m", "--key-stdin", "--default"];
    with_input(cli, &arguments, &format!("{CANARY}\n")).succeeded()
}

#[test]
fn a_key_goes_to_the_systems_keyring_and_comes_back_from_there() {
    let folder = tempfile::tempdir().unwrap();
    let Some(mut desktop) = Desktop::begin(folder.path()) else { return };
    let cli = test_cli()
        .with_variable("DBUS_SESSION_BUS_ADDRESS", &desktop.address)
        .with_variable("TSUMUGI_KEYRING", "on");
    let model = LineWriter::begin();
    // The keyring takes a moment to be on the bus; each look takes longer than that.
    let is_there = (0..30).any(|_| place_of_keys(&cli) == "keyring");
    assert!(is_there, "the keyring is not found");
    let words = cli.ok(&["doctor"]).stdout;
    assert!(words.contains("a new key goes to: the system's keyring"), "{words}");

    let said = add(&cli, &model);
    assert!(said.stderr.contains("key kept in the system's keyring"), "{said:?}");
    assert!(keys_file(&cli).contains("in = \"keyring\"") && !keys_file(&cli).contains(CANARY));
    cli.ok(&["models", "test"]);
    let bearer = format!("Bearer {CANARY}");
    assert!(model.server.requests().iter().any(|seen| seen.headers.get("authorization") == Some(&bearer)));

    desktop.lose_keyring();
    let said = cli.run(&["models", "test"]);
    assert_eq!(said.code, 1, "{said:?}");
    assert!(said.stderr.contains("is in the system's keyring, which does not give it"), "{said:?}");
    // Given again, it goes where there is a place for it.
    let said = add(&cli, &model);
    assert!(said.stderr.contains("keys.toml`, readable only by you"), "{said:?}");
    assert!(keys_file(&cli).contains(CANARY));
    cli.ok(&["models", "test"]);
}

#[test]
fn without_a_keyring_or_with_the_setting_turned_off_keys_go_to_a_file_and_the_doctor_says_so() {
    let cli = test_cli().with_variable("TSUMUGI_KEYRING", "on");
    assert!(place_of_keys(&cli).ends_with("keys.toml"));
    let folder = tempfile::tempdir().unwrap();
    let Some(desktop) = Desktop::begin(folder.path()) else { return };
    let cli = test_cli()
        .with_variable("DBUS_SESSION_BUS_ADDRESS", &desktop.address)
        .with_variable("TSUMUGI_KEYRING", "");
    cli.file("config/config.toml", "keyring = false\n");
    let model = LineWriter::begin();
    assert!(place_of_keys(&cli).ends_with("keys.toml"));
    assert!(add(&cli, &model).stderr.contains("readable only by you"));
}
