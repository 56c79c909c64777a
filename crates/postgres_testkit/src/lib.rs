//! PostgreSQL for tests: a cluster in a temporary folder that all test processes share, with a database for each test.
//!
//! The first process that asks starts the cluster, under a lock. A small shell beside it stops the cluster and removes the
//! folder when no test has asked for two minutes, so that nothing is left behind however the tests end.
#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::missing_panics_doc,
    clippy::disallowed_methods,
    clippy::print_stderr,
    clippy::zombie_processes,
    reason = "a test fails by panicking, says why it is skipped, and lets the cluster outlive it"
)]

mod conversation;
mod other_session;
mod proxy;

pub use other_session::OtherSession;
pub use proxy::{CommitFate, HeldAt, Proxy};

use std::ffi::OsStr;
use std::fs::File;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::net::TcpListener;
use std::os::unix::fs::MetadataExt;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;
use std::time::Duration;

/// Stops the cluster when nobody has asked for it: `$1` is its folder, `$2` the folder of the programs.
/// It looks again under the lock, so that it does not stop what a test has just found running. Under the lock the folder only
/// gets another name: stopping the cluster and removing its files may take minutes, and a test that comes meanwhile makes
/// another cluster at once.
const WATCH: &str = r#"is_used() { [ -n "$(find "$1/used" -mmin -2 2>/dev/null)" ]; }
while :; do
  while is_used "$1"; do sleep 5; done
  exec 9<"$1.lock"
  if command -v flock >/dev/null; then flock 9; fi
  is_used "$1" || break
  exec 9<&-
done
unused="$1-unused-$$"
mv "$1" "$unused" || exit 1
exec 9<&-
"$2/pg_ctl" -D "$unused/data" -m immediate stop
rm -rf "$unused""#;

/// A running cluster.
#[derive(Debug, Clone)]
pub struct Cluster {
    folder: PathBuf,
    programs: PathBuf,
    port: u16,
}

/// The cluster the tests share. Without PostgreSQL there is none, and the test says so and is skipped; on a machine of the
/// continuous integration it fails.
pub fn cluster() -> Option<&'static Cluster> {
    static CLUSTER: OnceLock<Option<Cluster>> = OnceLock::new();
    let cluster = CLUSTER.get_or_init(|| {
        let programs = programs();
        if programs.is_none() {
            assert!(
                std::env::var_os("CI").is_none_or(|ci| ci != "true"),
                "PostgreSQL is missing; scripts/setup-tests installs it"
            );
            eprintln!("skipped: PostgreSQL is missing; scripts/setup-tests installs it");
        }
        let cluster = programs.map(|programs| start(&std::env::temp_dir().join(name()), &programs));
        if let Some(cluster) = &cluster {
            cluster.keep();
        }
        cluster
    });
    if let Some(cluster) = cluster {
        cluster.touch();
    }
    cluster.as_ref()
}

/// The cluster the tests share. Without PostgreSQL the test ends here, and so does its process: nextest gives each test one
/// of its own, and in a process of several all need the cluster.
pub fn needed() -> &'static Cluster {
    cluster().unwrap_or_else(|| skip())
}

#[expect(clippy::exit, reason = "a test cannot skip itself otherwise from within a helper")]
fn skip() -> ! {
    std::process::exit(0)
}

impl Cluster {
    /// The address of a database of this name, which is made if it is not there.
    pub fn database(&self, name: &str) -> String {
        self.touch();
        let made = self.psql(
            "postgres",
            &format!("CREATE DATABASE \"{name}\" TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C'"),
        );
        if let Err(error) = made {
            assert!(error.contains("already exists"), "{error}");
        }
        self.address(name)
    }

    /// The address of the database that belongs to a path of a test.
    pub fn database_for(&self, path: &Path) -> String {
        self.database(&name_for(path))
    }

    /// The same, but a new database is a copy of one that `fill` has filled, once for all tests of a program.
    pub async fn filled_database_for(&self, path: &Path, fill: impl AsyncFnOnce(String)) -> String {
        let template = self.template(fill).await;
        let name = name_for(path);
        while let Err(error) = self.psql("postgres", &format!("CREATE DATABASE {name} TEMPLATE {template}")) {
            if error.contains("already exists") {
                break;
            }
            // What filled it has closed its connections; the server is told of it a moment later.
            assert!(error.contains("is being accessed by other users"), "{error}");
            std::thread::sleep(Duration::from_millis(20));
        }
        self.address(&name)
    }

    /// The name of the database that `fill` has filled. It is made under a lock, and anew for each build of a program.
    async fn template(&self, fill: impl AsyncFnOnce(String)) -> String {
        let program = std::env::current_exe().unwrap();
        let built = program.metadata().unwrap().modified().unwrap();
        let mut hasher = DefaultHasher::new();
        (program, built).hash(&mut hasher);
        let name = format!("template{:016x}", hasher.finish());
        let filled = self.folder.join(&name);
        if filled.exists() {
            return name;
        }
        let lock = File::create(self.folder.join("template.lock")).unwrap();
        lock.lock().unwrap();
        if !filled.exists() {
            // A test that was killed may have left half of it.
            self.psql("postgres", &format!("DROP DATABASE IF EXISTS {name}")).unwrap();
            fill(self.database(&name)).await;
            File::create(filled).unwrap();
        }
        name
    }

    fn address(&self, name: &str) -> String {
        format!("postgres://postgres@127.0.0.1:{}/{name}", self.port)
    }

    /// The port the cluster listens on.
    pub const fn port(&self) -> u16 {
        self.port
    }

    /// What a statement gives, without heads and spaces.
    pub fn psql(&self, database: &str, sql: &str) -> Result<String, String> {
        let output = Command::new(self.programs.join("psql"))
            .args(["-h", "127.0.0.1", "-U", "postgres", "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1"])
            .args(["-p", &self.port.to_string(), "-d", database, "-c", sql])
            .output()
            .unwrap();
        if output.status.success() {
            return Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned());
        }
        Err(String::from_utf8_lossy(&output.stderr).into_owned())
    }

    /// A session beside the program's, which has done this and keeps what it holds.
    pub fn other_session(&self, address: &str, sql: &str) -> OtherSession {
        let psql = Command::new(self.programs.join("psql"));
        OtherSession::begin(psql, self.port, address.rsplit('/').next().unwrap(), sql)
    }

    /// Kills the cluster as a power cut would, and starts it again.
    pub fn crash(&self) {
        self.pg_ctl(["-m", "immediate", "restart"]);
    }

    /// Stops the cluster, for one that belongs to one test.
    pub fn stop(&self) {
        self.pg_ctl(["-m", "immediate", "stop"]);
    }

    fn pg_ctl<const N: usize>(&self, arguments: [&str; N]) {
        let data = self.folder.join("data");
        let log = self.folder.join("log");
        let mut command = as_owner(Command::new(self.programs.join("pg_ctl")));
        command.arg("-D").arg(data).arg("-w").arg("-l").arg(log).args(["-t", "120"]).args(arguments);
        let status =
            command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status().unwrap();
        assert!(status.success(), "pg_ctl {arguments:?}");
    }

    /// Keeps the cluster as long as this process lives: a test may take longer than it is kept for nobody.
    fn keep(&self) {
        let used = self.folder.join("used");
        std::thread::spawn(move || {
            loop {
                std::thread::sleep(Duration::from_secs(20));
                let _ = File::create(&used);
            }
        });
    }

    fn touch(&self) {
        File::create(self.folder.join("used")).unwrap();
    }
}

/// A cluster of its own, for a test that kills it.
pub fn cluster_of_its_own() -> Cluster {
    // A number of a process is given again; what another left behind is not taken for ours.
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    let name = format!("{}-{}-{:x}", name(), std::process::id(), now.as_nanos());
    let folder = std::env::temp_dir().join(name);
    let cluster = start(&folder, &needed().programs);
    cluster.keep();
    cluster
}

fn start(folder: &Path, programs: &Path) -> Cluster {
    std::fs::create_dir_all(folder).unwrap();
    let lock = File::create(folder.with_extension("lock")).unwrap();
    lock.lock().unwrap();
    // The watching shell may have removed it while the lock was waited for.
    std::fs::create_dir_all(folder).unwrap();
    let mut cluster = Cluster { folder: folder.to_owned(), programs: programs.to_owned(), port: 0 };
    cluster.touch();
    let port = std::fs::read_to_string(folder.join("port")).ok().and_then(|port| port.parse().ok());
    if let Some(port) = port {
        cluster.port = port;
        if cluster.psql("postgres", "SELECT 1").is_ok() {
            return cluster;
        }
    }
    make(&mut cluster);
    cluster
}

fn make(cluster: &mut Cluster) {
    let data = cluster.folder.join("data");
    let _ = std::fs::remove_dir_all(&data);
    std::fs::create_dir_all(&data).unwrap();
    if let Some((user, group)) = owner() {
        for path in [&cluster.folder, &data] {
            std::os::unix::fs::chown(path, Some(user), Some(group)).unwrap();
        }
    }
    let mut initdb = as_owner(Command::new(cluster.programs.join("initdb")));
    initdb.args(["-A", "trust", "-U", "postgres", "-E", "UTF8", "--locale=C", "--no-sync", "-D"]).arg(&data);
    let output = initdb.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    cluster.port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let settings = format!(
        "port = {}\nlisten_addresses = '127.0.0.1'\nunix_socket_directories = ''\nfsync = off\n\
         max_connections = 400\nautovacuum = off\nshared_buffers = 64MB\n",
        cluster.port
    );
    let configuration = data.join("postgresql.conf");
    let present = std::fs::read_to_string(&configuration).unwrap();
    std::fs::write(&configuration, present + &settings).unwrap();
    cluster.pg_ctl(["start"]);
    std::fs::write(cluster.folder.join("port"), cluster.port.to_string()).unwrap();
    as_owner(watch(&cluster.folder, &cluster.programs)).spawn().unwrap();
}

/// The shell that stops a cluster which nobody uses, in a group of its own, so that it outlives the test.
pub fn watch(folder: &Path, programs: &Path) -> Command {
    let mut watch = Command::new("sh");
    watch.arg("-c").arg(WATCH).arg("sh").arg(folder).arg(programs);
    watch.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).process_group(0);
    watch
}

/// The newest PostgreSQL of Debian, or the one in the path.
fn programs() -> Option<PathBuf> {
    let debian = std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let mut found: Vec<PathBuf> = debian.map(|entry| entry.path().join("bin")).collect();
    let path = std::env::var_os("PATH").unwrap_or_default();
    found.extend(std::env::split_paths(&path));
    found.retain(|folder| ["initdb", "pg_ctl", "psql"].iter().all(|name| folder.join(name).is_file()));
    found.sort();
    found.pop()
}

/// PostgreSQL does not run as root: there its own user runs it.
fn owner() -> Option<(u32, u32)> {
    let is_root = std::fs::metadata("/proc/self").is_ok_and(|process| process.uid() == 0);
    let users = is_root.then(|| std::fs::read_to_string("/etc/passwd").unwrap_or_default())?;
    let line = users.lines().find(|line| line.starts_with("postgres:"));
    let mut fields = line.expect("a user `postgres`, because root may not run it").split(':').skip(2);
    let mut number = || fields.next().and_then(|field| field.parse().ok());
    Some((number()?, number()?))
}

fn as_owner(mut command: Command) -> Command {
    if let Some((user, group)) = owner() {
        command.uid(user).gid(group);
    }
    command.current_dir(OsStr::new("/"));
    command
}

fn name_for(path: &Path) -> String {
    let mut hasher = DefaultHasher::new();
    path.hash(&mut hasher);
    format!("t{:016x}", hasher.finish())
}

/// One cluster for each checkout, so that two of them do not meet.
fn name() -> String {
    let mut hasher = DefaultHasher::new();
    env!("CARGO_MANIFEST_DIR").hash(&mut hasher);
    format!("tsumugi-postgres-{:x}", hasher.finish())
}
