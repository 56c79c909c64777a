//! The image of `packaging/Dockerfile` without a container engine: the same tree of files on a root that cannot be written, the
//! same user, variables and command.

use crate::program::skipped;
use crate::serving::request;
use std::io::{BufRead, BufReader};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use tempfile::TempDir;

/// What the image's description says of how it is started.
struct Image {
    user: String,
    variables: Vec<String>,
    command: Vec<String>,
    health_check: Vec<String>,
}

impl Image {
    fn read() -> Self {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../packaging/Dockerfile");
        let text = std::fs::read_to_string(path).unwrap().replace("\\\n", " ");
        let after = |start: &str| {
            let line = text.lines().find_map(|line| line.strip_prefix(start));
            line.unwrap_or_else(|| panic!("no `{start}`")).to_owned()
        };
        let words = |json: &str| -> Vec<String> { serde_json::from_str(json).unwrap() };
        let health = after("HEALTHCHECK ");
        let (_, health) = health.split_once("CMD ").unwrap();
        let command = [words(&after("ENTRYPOINT ")), words(&after("CMD "))].concat();
        Self {
            user: after("USER "),
            variables: after("ENV ").split_whitespace().map(ToOwned::to_owned).collect(),
            command,
            health_check: words(health),
        }
    }
}

/// The tree of the image, and the volume beside it.
struct Container {
    folder: TempDir,
    image: Image,
    port: u16,
}

impl Container {
    /// `None` where this machine does not let us have a root of our own, which is said.
    fn new() -> Option<Self> {
        let mut may = Command::new("unshare");
        may.args(["--mount", "--propagation", "private", "chroot", "/", "true"]);
        if !Path::new("/etc/ssl/certs/ca-certificates.crt").exists() {
            skipped("the container's tree holds `ca-certificates`, which are not installed here");
            return None;
        }
        if !may.stderr(Stdio::null()).status().is_ok_and(|status| status.success()) {
            skipped("a root of its own needs root rights, `unshare` and `chroot`");
            return None;
        }
        let (folder, image) = (tempfile::tempdir().unwrap(), Image::read());
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let container = Self { folder, image, port };
        for name in ["root/library", "root/tmp", "volume"] {
            std::fs::create_dir_all(container.path(name)).unwrap();
        }
        let program = Path::new(env!("CARGO_BIN_EXE_tsumugi"));
        std::fs::copy(program, container.path("root/tsumugi")).unwrap();
        // The image has a program that needs no libraries; the one of the tests has its own beside it.
        let certificates = PathBuf::from("/etc/ssl/certs/ca-certificates.crt");
        for file in libraries(program).into_iter().chain([certificates]) {
            let to = container.path("root").join(file.strip_prefix("/").unwrap());
            std::fs::create_dir_all(to.parent().unwrap()).unwrap();
            std::fs::copy(&file, to).unwrap();
        }
        // The folder is its maker's alone; the user of the image walks through it.
        for path in [container.folder.path().to_owned(), container.path("volume")] {
            assert!(Command::new("chmod").arg("755").arg(path).status().unwrap().success());
        }
        let given = Command::new("chown").arg(&container.image.user).arg(container.path("volume")).status();
        assert!(given.unwrap().success());
        Some(container)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// A command of the image, at a port that is free here.
    fn start(&self, words: &[String]) -> Child {
        let (root, volume) = (self.path("root"), self.path("volume"));
        let script = "mount --bind \"$1\" \"$1\" && mount --bind \"$2\" \"$1/library\" && \
                      mount -o remount,bind,ro \"$1\" && shift 2 && exec \"$@\"";
        let words = words.iter().map(|word| word.replace("7878", &self.port.to_string()));
        let chroot =
            ["/usr/sbin/chroot", "/usr/bin/chroot"].into_iter().find(|path| Path::new(path).exists());
        let mut command = Command::new("unshare");
        command
            .args(["--mount", "--propagation", "private", "sh", "-c", script, "sh"])
            .args([&root, &volume]);
        command.args(["env", "-i"]).args(&self.image.variables).arg(chroot.unwrap());
        command.arg(format!("--userspec={}", self.image.user)).arg(&root).args(words);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
    }
}

/// The libraries a program is linked with at run time, and what loads them.
fn libraries(program: &Path) -> Vec<PathBuf> {
    let output = Command::new("ldd").arg(program).output().unwrap();
    let told = String::from_utf8(output.stdout).unwrap();
    let paths = told.lines().filter_map(|line| line.split_whitespace().find(|word| word.starts_with('/')));
    paths.map(PathBuf::from).collect()
}

#[test]
fn the_containers_tree_serves_as_an_ordinary_user_from_a_root_that_cannot_be_written() {
    let Some(container) = Container::new() else { return };
    let mut server = container.start(&container.image.command);
    let mut told = BufReader::new(server.stdout.take().unwrap());
    let mut line = String::new();
    while !line.contains("token=") {
        line.clear();
        assert!(
            told.read_line(&mut line).unwrap() > 0,
            "it left without a link: {:?}",
            server.wait_with_output()
        );
    }
    let token = line.split("token=").nth(1).unwrap();
    let token: String =
        token.chars().take_while(|c| c.is_ascii_alphanumeric() || "-_".contains(*c)).collect();

    let well = container.start(&container.image.health_check).wait_with_output().unwrap();
    assert!(well.status.success(), "{well:?}");
    let address = format!("127.0.0.1:{}", container.port);
    let boundary = "Content-Type: multipart/form-data; boundary=x";
    let book = "--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"tale.txt\"\r\n\r\n\
                The lamp was lit.\n\nNobody saw it.\n\r\n--x--\r\n";
    let answer = request(&address, Some(&token), "POST", "/api/v1/books", boundary, book);
    assert!(answer.starts_with("HTTP/1.1 20"), "{answer}");
    // The page itself is in the program only when it is built for others; `packaging/try` opens that one.
    let ready = request(&address, None, "GET", "/readyz", "Accept: */*", "");
    assert!(ready.starts_with("HTTP/1.1 200"), "{ready}");

    let library = std::fs::metadata(container.path("volume/library.tsumugi")).unwrap();
    let owner = std::os::unix::fs::MetadataExt::uid(&library);
    assert_eq!(format!("{owner}"), container.image.user.split(':').next().unwrap());
    let written: Vec<_> = std::fs::read_dir(container.path("root/tmp")).unwrap().collect();
    assert!(written.is_empty(), "{written:?}");

    let stopped = Command::new("kill").args(["-TERM", &server.id().to_string()]).status().unwrap();
    assert!(stopped.success());
    assert_eq!(server.wait().unwrap().code(), Some(0));
    let sick = container.start(&container.image.health_check).wait_with_output().unwrap();
    assert_eq!(sick.status.code(), Some(1), "{sick:?}");
}

#[test]
fn the_container_is_not_root_and_has_a_health_check() {
    let image = Image::read();
    assert!(!image.user.starts_with('0') && !image.user.contains("root"), "{}", image.user);
    assert!(image.command.contains(&"serve".to_owned()), "{:?}", image.command);
    assert_eq!(image.health_check.get(1).map(String::as_str), Some("doctor"));
    let compose = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../packaging/compose.yaml");
    let compose = std::fs::read_to_string(compose).unwrap();
    assert!(compose.contains("read_only: true") && compose.contains("library:/library"), "{compose}");
}
