//! `packaging/install.sh` fetches an archive, checks its sum and puts the program in place, and does nothing else.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use tempfile::TempDir;
use xtask::{process, tree};

/// A folder as a release is, with an archive for this machine, and a home to install into.
struct Release {
    folder: TempDir,
    name: String,
}

const VERSION: &str = "9.8.7";

impl Release {
    /// `None` where the script cannot work, which is said.
    fn new() -> Option<Self> {
        if !process::is_installed("curl", &["--version"])
            || !cfg!(all(target_os = "linux", target_arch = "x86_64"))
        {
            process::print_note("skipped: the install script needs curl, and here an x86-64 Linux");
            return None;
        }
        let folder = tempfile::tempdir().unwrap();
        let name = format!("tsumugi-{VERSION}-x86_64-unknown-linux-gnu");
        let files = folder.path().join(format!("releases/v{VERSION}"));
        std::fs::create_dir_all(files.join(&name)).unwrap();
        std::fs::create_dir(folder.path().join("home")).unwrap();
        std::fs::write(files.join(&name).join("tsumugi"), "#!/bin/sh\necho the program\n").unwrap();
        run(Command::new("chmod").arg("755").arg(files.join(&name).join("tsumugi")));
        let archive = format!("{name}.tar.gz");
        run(Command::new("tar").args(["-czf", &archive, &name]).current_dir(&files));
        let sums = run(Command::new("sha256sum").arg(&archive).current_dir(&files));
        std::fs::write(files.join("SHA256SUMS"), sums.stdout).unwrap();
        Some(Self { folder, name })
    }

    fn home(&self) -> PathBuf {
        self.folder.path().join("home")
    }

    fn archive(&self) -> PathBuf {
        self.folder.path().join(format!("releases/v{VERSION}/{}.tar.gz", self.name))
    }

    fn install(&self, variables: &[(&str, &str)]) -> Output {
        let mut command = Command::new("sh");
        command.arg(tree::root().join("packaging/install.sh")).env_clear().env("PATH", "/usr/bin:/bin");
        command.env("HOME", self.home()).env("TMPDIR", self.folder.path());
        command.envs(variables.iter().copied()).output().unwrap()
    }

    fn install_from_release(&self) -> Output {
        let releases = format!("file://{}", self.folder.path().join("releases").display());
        self.install(&[("TSUMUGI_VERSION", VERSION), ("TSUMUGI_RELEASES", &releases)])
    }
}

fn run(command: &mut Command) -> Output {
    let output = command.output().unwrap();
    assert!(output.status.success(), "{output:?}");
    output
}

/// Every file below a folder.
fn files(folder: &Path) -> Vec<String> {
    let listed = run(Command::new("find").arg(".").args(["-type", "f"]).current_dir(folder));
    String::from_utf8(listed.stdout).unwrap().lines().map(ToOwned::to_owned).collect()
}

#[test]
fn the_install_script_places_the_program_and_leaves_nothing_else() {
    let Some(release) = Release::new() else { return };
    let output = release.install_from_release();
    assert!(output.status.success(), "{output:?}");
    assert_eq!(files(&release.home()), ["./.local/bin/tsumugi"]);
    let said = run(&mut Command::new(release.home().join(".local/bin/tsumugi")));
    assert_eq!(said.stdout, b"the program\n");
    let left = std::fs::read_dir(release.folder.path()).unwrap().count();
    assert_eq!(left, 2, "the folder in which it unpacked is still there");
}

#[test]
fn an_archive_with_a_wrong_sum_is_not_installed() {
    let Some(release) = Release::new() else { return };
    let mut bytes = std::fs::read(release.archive()).unwrap();
    bytes.push(0);
    std::fs::write(release.archive(), bytes).unwrap();
    let output = release.install_from_release();
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("nothing was installed"), "{output:?}");
    assert_eq!(files(&release.home()), Vec::<String>::new());
}

#[test]
fn a_script_that_no_release_filled_in_says_so() {
    let Some(release) = Release::new() else { return };
    let output = release.install(&[]);
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("was not filled in"), "{output:?}");
    assert_eq!(files(&release.home()), Vec::<String>::new());
}
