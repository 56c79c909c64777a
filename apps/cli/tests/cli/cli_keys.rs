//! A key is used and never seen: not on the screen, not in the library, not in an export, not in an error.

use crate::cli_models::with_input;
use crate::echo_server::EchoServer;
use crate::program::with_books;
use llm::Dialect;
use llm_test_server::{Plan, TestServer};
use std::path::Path;
use testkit::cli::{CliOutput, TestCli};
use tokio::runtime::Runtime;

const CANARY: &str = "sk-canary-7Qm2xZ9vT4";

/// A server that plays a model, and the program that talks to it.
struct KeyScenario {
    cli: TestCli,
    server: TestServer,
    _runtime: Runtime,
}

impl KeyScenario {
    fn new(plan: Plan) -> Self {
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
        let server = runtime.block_on(TestServer::start(plan)).unwrap();
        Self { cli: with_books(), server, _runtime: runtime }
    }

    fn base_url(&self) -> String {
        self.server.base_url(Dialect::OpenaiChat)
    }

    /// Runs the program with the key in the environment and sees that it is not repeated.
    fn run_with_key(&self, arguments: &[&str]) -> CliOutput {
        let output = self.cli.command(arguments).env("TSUMUGI_API_KEY", CANARY).output().unwrap();
        self.silent(output.into())
    }

    fn silent(&self, said: CliOutput) -> CliOutput {
        assert!(!said.stdout.contains(CANARY), "{said:?}");
        assert!(!said.stderr.contains(CANARY), "{said:?}");
        self.nowhere_on_disk();
        said
    }

    /// The canary is in no file but the keys file.
    fn nowhere_on_disk(&self) {
        let mut n_files = 0;
        each_file(&self.cli.path(""), &mut |path, bytes| {
            n_files += 1;
            let found = bytes.windows(CANARY.len()).any(|window| window == CANARY.as_bytes());
            assert!(!found || path.ends_with("config/keys.toml"), "the key is in {}", path.display());
        });
        assert!(n_files > 2, "there is something to look through");
    }

    fn was_authorized_with_the_key(&self) -> bool {
        let requests = self.server.requests();
        let bearer = format!("Bearer {CANARY}");
        !requests.is_empty() && requests.iter().all(|seen| seen.headers.get("authorization") == Some(&bearer))
    }
}

fn each_file(folder: &Path, look: &mut dyn FnMut(&Path, &[u8])) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            each_file(&path, look);
        } else {
            look(&path, &std::fs::read(&path).unwrap());
        }
    }
}

#[test]
fn a_key_from_the_environment_leaves_no_trace_of_a_run() {
    let scenario = KeyScenario::new(Plan::agent());
    let url = scenario.base_url();
    let common = ["--to", "es", "--model", "m", "--base-url", url.as_str()];
    let said = scenario.run_with_key(&[&["translate", "tale"], &common[..], &["-o", "out.txt"]].concat());
    assert_eq!(said.code, 0, "{said:?}");
    let said =
        scenario.run_with_key(&[&["translate", "糸"], &common[..], &["-o", "out.epub", "--json"]].concat());
    assert_eq!(said.code, 0, "{said:?}");
    assert!(scenario.was_authorized_with_the_key());
    for arguments in [
        &["runs", "--json"][..],
        &["status", "--json"],
        &["cost", "--json"],
        &["history", "tale", "--json"],
        &["export", "tale", "-o", "more.txt"],
        &["verify", "out.epub", "--json"],
    ] {
        assert_eq!(scenario.run_with_key(arguments).code, 0, "{arguments:?}");
    }
    let said = scenario.run_with_key(&["models", "test", "m", "--base-url", &url]);
    assert!(said.stdout.contains("streaming"), "{said:?}");
}

#[test]
fn a_key_that_is_refused_and_repeated_by_the_service_is_not_repeated_by_us() {
    let scenario = KeyScenario::new(Plan::agent());
    for status in [400, 401, 403] {
        let server = EchoServer::start(status);
        let url = server.base_url();
        let said = scenario.run_with_key(&["models", "test", "m", "--base-url", &url]);
        assert_eq!(said.code, 1, "{said:?}");
        assert!(said.stderr.contains("Incorrect API key provided"), "the service is quoted: {said:?}");
        assert!(said.stderr.contains("\nhint: "), "{said:?}");
        let arguments = ["translate", "tale", "--to", "es", "--model", "m", "--base-url", &url, "--json"];
        let said = scenario.run_with_key(&arguments);
        assert!(said.code == 1 || said.code == 3, "{said:?}");
        for arguments in [&["status"][..], &["runs", "--json"], &["export", "tale", "-o", "out.txt"]] {
            assert_eq!(scenario.run_with_key(arguments).code, 0, "{arguments:?}");
        }
        assert!(server.n_answered() >= 2);
    }
}

#[test]
fn a_key_that_is_kept_is_in_its_file_only_and_that_file_is_its_owners() {
    let scenario = KeyScenario::new(Plan::agent());
    let url = scenario.base_url();
    let arguments = ["models", "add", "mine", "--base-url", &url, "--model", "m", "--key-stdin", "--default"];
    let said = scenario.silent(with_input(&scenario.cli, &arguments, &format!("{CANARY}\n"))).succeeded();
    assert!(said.stderr.contains("keys.toml`, readable only by you"), "{said:?}");
    let keys = scenario.cli.path("config/keys.toml");
    assert!(std::fs::read_to_string(&keys).unwrap().contains(CANARY));
    is_private(&keys);
    for arguments in [
        &["translate", "tale", "--to", "es", "-o", "out.txt"][..],
        &["models", "list", "mine"],
        &["models", "list", "--json"],
        &["models", "test"],
    ] {
        let said = scenario.silent(scenario.cli.run(arguments));
        assert!(said.code == 0 || arguments.contains(&"test"), "{said:?}");
    }
    assert!(scenario.was_authorized_with_the_key());
    // Another key for the same service replaces it, and the file stays private.
    with_input(&scenario.cli, &arguments, "sk-another\n").succeeded();
    assert!(!std::fs::read_to_string(&keys).unwrap().contains(CANARY));
    is_private(&keys);
}

#[cfg(unix)]
fn is_private(path: &Path) {
    use std::os::unix::fs::PermissionsExt;
    assert_eq!(std::fs::metadata(path).unwrap().permissions().mode() & 0o777, 0o600);
}

#[cfg(not(unix))]
fn is_private(_path: &Path) {}

#[cfg(unix)]
#[test]
fn keys_that_others_can_read_are_refused() {
    use std::os::unix::fs::PermissionsExt;
    let scenario = KeyScenario::new(Plan::agent());
    let keys = scenario.cli.file("config/keys.toml", format!("DEEPSEEK_API_KEY = \"{CANARY}\"\n").as_bytes());
    std::fs::set_permissions(&keys, std::fs::Permissions::from_mode(0o644)).unwrap();
    for arguments in
        [&["models", "test", "deepseek/m"][..], &["translate", "tale", "--to", "es", "--model", "deepseek/m"]]
    {
        let said = scenario.silent(scenario.cli.run(arguments));
        assert_eq!(said.code, 1, "{said:?}");
        assert!(said.stderr.contains("others on this machine can read `"), "{said:?}");
        assert!(said.stderr.contains("\nhint: `chmod 600 "), "{said:?}");
    }
    assert!(scenario.server.requests().is_empty());
}

#[test]
fn a_keys_file_that_cannot_be_read_is_not_quoted() {
    let scenario = KeyScenario::new(Plan::agent());
    let keys = scenario.cli.file("config/keys.toml", format!("DEEPSEEK_API_KEY = {CANARY}\n").as_bytes());
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        std::fs::set_permissions(&keys, std::fs::Permissions::from_mode(0o600)).unwrap();
    }
    let said = scenario.silent(scenario.cli.run(&["models", "test", "deepseek/m"]));
    assert!(said.code == 1 && said.stderr.contains("cannot understand `"), "{said:?}");
    assert!(keys.exists());
    let said = scenario.silent(with_input(
        &scenario.cli,
        &["models", "add", "deepseek/m", "--key-stdin"],
        &format!("{CANARY}\n"),
    ));
    assert_eq!(said.code, 1, "{said:?}");
}
