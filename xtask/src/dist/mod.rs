//! `cargo xtask dist`: what is handed to people, for the machine it runs on: an archive with the program, its man pages,
//! completions, licence and third-party notices; a Debian package; the sums of both.

mod notices;
mod templates;

use anyhow::{Context as _, Result, bail};
use clap::Args;
use std::path::{Path, PathBuf};
use std::process::Command;
use xtask::{process, tree};

/// What is made.
#[derive(Args)]
pub(crate) struct Options {
    /// Fill in the files for Homebrew, Scoop, winget and the install script from the `SHA256SUMS` in this folder, and make
    /// nothing else. A sum that is missing is an error.
    #[arg(long, value_name = "FOLDER", requires = "releases")]
    manifests: Option<PathBuf>,
    /// The address below which released files are, each version in a folder of its own.
    #[arg(long, value_name = "URL")]
    releases: Option<String>,
    /// Take the program as it was built before.
    #[arg(long)]
    no_build: bool,
    /// Then use and remove the package and the archive in a bare Debian root, which needs root rights.
    #[arg(long = "try")]
    is_tried: bool,
}

/// How the program is built that is handed out: the profile of this name in `Cargo.toml`.
const PROFILE: &str = "packaged";

pub(crate) const VERSION: &str = env!("CARGO_PKG_VERSION");

pub(crate) fn run(options: &Options) -> Result<()> {
    if let (Some(folder), Some(releases)) = (&options.manifests, &options.releases) {
        return templates::fill(folder, releases);
    }
    let root = tree::root();
    if !options.no_build {
        process::run(
            process::cargo()
                .args(["build", "--profile", PROFILE, "--locked", "--package", "tsumugi"])
                .current_dir(&root),
        )?;
    }
    let out = root.join("target/dist");
    if out.exists() {
        std::fs::remove_dir_all(&out).context("the files made before cannot be removed")?;
    }
    let name = format!("tsumugi-{VERSION}-{}", target()?);
    // The Debian package takes its files from a folder whose name says nothing of the machine.
    let stage = out.join("stage");
    fill(&stage)?;
    std::fs::rename(&stage, out.join(&name))?;
    let archive = pack(&out, &name)?;
    std::fs::rename(out.join(&name), &stage)?;
    let mut made = vec![archive];
    match debian(&root, &out)? {
        Some(package) => made.push(package),
        None => process::print_note(
            "skipped: the Debian package needs `cargo-deb` (`cargo install cargo-deb --locked`)",
        ),
    }
    let sums = made.iter().map(|file| sum(&out, file)).collect::<Result<String>>()?;
    std::fs::write(out.join("SHA256SUMS"), &sums)?;
    process::print(sums.trim_end())?;
    if options.is_tried {
        process::run(&mut Command::new(root.join("packaging/try")))?;
    }
    Ok(())
}

/// The kind of machine this one is, as Rust names it.
fn target() -> Result<String> {
    let output = Command::new("rustc").arg("-vV").output().context("`rustc` cannot be started")?;
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    let host = said.lines().find_map(|line| line.strip_prefix("host: "));
    Ok(host.context("`rustc -vV` names no host")?.to_owned())
}

fn program() -> PathBuf {
    tree::root().join("target").join(PROFILE).join(format!("tsumugi{}", std::env::consts::EXE_SUFFIX))
}

/// Puts everything into the folder that becomes the archive.
fn fill(folder: &Path) -> Result<()> {
    let root = tree::root();
    let program = program();
    if !program.exists() {
        bail!("`{}` is missing\nhint: run without `--no-build`", program.display());
    }
    std::fs::create_dir_all(folder.join("completions"))?;
    for file in ["LICENSE", "README.md", "README.zh-CN.md", "CHANGELOG.md"] {
        std::fs::copy(root.join(file), folder.join(file)).with_context(|| format!("cannot copy `{file}`"))?;
    }
    for file in ["tsumugi.desktop", "tsumugi.svg"] {
        std::fs::copy(root.join("packaging").join(file), folder.join(file))?;
    }
    let name = program.file_name().unwrap_or_default();
    std::fs::copy(&program, folder.join(name)).context("cannot copy the program")?;
    std::fs::write(folder.join("THIRD-PARTY.txt"), notices::collect()?)?;
    for (shell, file) in [("bash", "tsumugi.bash"), ("zsh", "_tsumugi"), ("fish", "tsumugi.fish")] {
        let output = quiet(&program, folder).args(["completions", shell]).output()?;
        if !output.status.success() || output.stdout.is_empty() {
            bail!("the program wrote no completions for {shell}");
        }
        std::fs::write(folder.join("completions").join(file), output.stdout)?;
    }
    process::run(quiet(&program, folder).arg("man").arg(folder.join("man")))
}

/// The program, with settings of its own: nothing of this machine's models gets into what it prints.
fn quiet(program: &Path, folder: &Path) -> Command {
    let mut command = Command::new(program);
    command.env("TSUMUGI_CONFIG", folder.join("no-settings")).env("TSUMUGI_LANG", "en");
    command
}

/// Packs the folder; with the tar of Linux, the same bytes for the same files.
fn pack(out: &Path, name: &str) -> Result<String> {
    if cfg!(windows) {
        let archive = format!("{name}.zip");
        process::run(Command::new("tar").args(["-a", "-cf", &archive, name]).current_dir(out))?;
        return Ok(archive);
    }
    let archive = format!("{name}.tar.gz");
    if !cfg!(target_os = "linux") {
        process::run(Command::new("tar").args(["-czf", &archive, name]).current_dir(out))?;
        return Ok(archive);
    }
    process::run(
        Command::new("tar")
            .args(["--sort=name", "--mtime=@0", "--owner=0", "--group=0", "--numeric-owner", "-czf"])
            .arg(&archive)
            .arg(name)
            .current_dir(out),
    )?;
    Ok(archive)
}

/// Makes the Debian package, where `cargo-deb` is at hand.
fn debian(root: &Path, out: &Path) -> Result<Option<String>> {
    if !process::is_installed("cargo", &["deb", "--version"]) {
        return Ok(None);
    }
    let made =
        format!("tsumugi_{VERSION}_{}.deb", if cfg!(target_arch = "x86_64") { "amd64" } else { "arm64" });
    process::run(
        process::cargo()
            .args(["deb", "--no-build", "--no-strip", "--quiet", "--package", "tsumugi", "--output"])
            .arg(out.join(&made))
            .current_dir(root),
    )?;
    Ok(Some(made))
}

/// A line of `SHA256SUMS`.
fn sum(out: &Path, file: &str) -> Result<String> {
    for (program, arguments) in [("sha256sum", &[][..]), ("shasum", &["-a", "256"][..])] {
        if let Ok(output) = Command::new(program).args(arguments).arg(file).current_dir(out).output()
            && output.status.success()
        {
            return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
        }
    }
    bail!("neither `sha256sum` nor `shasum` can be started")
}
