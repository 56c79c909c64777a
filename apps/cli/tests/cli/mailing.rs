//! Notices of a team by mail, through a mail server by others (`aiosmtpd`).

use crate::foreign_clients::python;
use crate::program::{is_build_server, skip, test_cli};
use crate::serving::Serving;
use crate::team_member::Member;
use serde_json::{Value, json};
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use testkit::cli::TestCli;

const PASSWORD: &str = "a word for mail";
const PAGE: &str = "https://books.example.org";
const BOOK: &str = "第一章\n\n猫が鳴いた。\n\n犬が走った。\n\n";

/// A mail server, ended when it is dropped.
struct MailServer {
    child: Child,
    port: u16,
    file: PathBuf,
}

impl MailServer {
    fn start(test: &str, folder: &Path, port: u16, mode: &str) -> Option<Self> {
        let python = python(test, "python")?;
        let has_it = Command::new(&python).args(["-c", "import aiosmtpd"]).stderr(Stdio::null()).status();
        if !has_it.is_ok_and(|status| status.success()) {
            assert!(
                !is_build_server(),
                "the build server must have `aiosmtpd`; `scripts/setup-tests` installs it"
            );
            skip(test, "`aiosmtpd` is missing in `target/python`; `scripts/setup-tests` installs it");
            return None;
        }
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/foreign/mail_server.py");
        let file = folder.join("mails.jsonl");
        let mut command = Command::new(python);
        command.arg(script).arg(port.to_string()).arg(&file).arg(mode);
        command.stdin(Stdio::piped()).stderr(Stdio::null());
        let child = command.spawn().unwrap();
        wait_until("the mail server answers", || TcpStream::connect(("127.0.0.1", port)).is_ok());
        Some(Self { child, port, file })
    }

    fn mails(&self) -> Vec<Value> {
        let text = std::fs::read_to_string(&self.file).unwrap_or_default();
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    /// The mails of notices.
    fn digests(&self) -> Vec<Value> {
        let has_link = |mail: &Value| mail["headers"]["list-unsubscribe"].is_string();
        self.mails().into_iter().filter(has_link).collect()
    }

    fn wait_for(&self, n: usize) -> Vec<Value> {
        wait_until("mails come", || self.digests().len() >= n);
        self.digests()
    }

    /// The path of the link in the last mail to an address that asks to confirm it.
    fn confirming(&self, address: &str) -> String {
        let mails = self.mails();
        let is_it = |mail: &&Value| mail["to"][0] == address && mail["headers"]["list-unsubscribe"].is_null();
        let plain = mails.iter().rfind(is_it).unwrap()["plain"].as_str().unwrap();
        let link = plain.lines().find(|line| line.starts_with(PAGE)).unwrap();
        link.strip_prefix(PAGE).unwrap().to_owned()
    }
}

impl Drop for MailServer {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn wait_until(what: &str, is_so: impl Fn() -> bool) {
    let began = Instant::now();
    while !is_so() {
        assert!(began.elapsed() < Duration::from_secs(30), "waited in vain: {what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}

/// The program with a book and these settings of mail.
fn cli_with(mail: &str) -> TestCli {
    let cli = test_cli().with_variable("TSUMUGI_SMTP_PASSWORD", PASSWORD);
    let settings = format!("public_url = \"{PAGE}\"\n[mail]\n{mail}\n");
    cli.file("config/config.toml", settings);
    cli.file("book.txt", BOOK);
    cli
}

fn in_the_clear(port: u16) -> String {
    let from = "Tsumugi <books@example.org>";
    format!("host = \"127.0.0.1\"\nport = {port}\ntls = \"none\"\nuser = \"books\"\nfrom = \"{from}\"")
}

impl Member<'_> {
    fn wants_mail(&self, address: &str, frequency: &str) {
        self.ask("PUT", "/me/mail", &json!({"address": address, "frequency": frequency}));
    }

    /// The same, with an address that is confirmed.
    fn gets_mail(&self, server: &MailServer, address: &str, frequency: &str) {
        self.wants_mail(address, frequency);
        let answer = from_elsewhere(self.serving, "POST", &server.confirming(address), "");
        assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    }

    fn mail(&self) -> Value {
        self.ask("GET", "/me/mail", &Value::Null)
    }

    fn comments(&self, book: &str, paragraph: &str, text: &str) {
        self.ask("POST", &format!("/books/{book}/paragraphs/{paragraph}/comments"), &json!({"text": text}));
    }
}

/// What a program that shows mail sends: no cookie, nothing that says where it comes from, and what RFC 8058 wants.
fn from_elsewhere(serving: &Serving, method: &str, path: &str, language: &str) -> String {
    let mut stream = TcpStream::connect(&serving.address).unwrap();
    let body = if method == "POST" { "List-Unsubscribe=One-Click" } else { "" };
    write!(
        stream,
        "{method} {path} HTTP/1.1\r\nHost: books.example.org\r\nSec-Fetch-Site: cross-site\r\nOrigin: null\r\n\
         Accept-Language: {language}\r\nConnection: close\r\nContent-Type: application/x-www-form-urlencoded\r\n\
         Content-Length: {}\r\n\r\n{body}",
        body.len()
    )
    .unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}

/// A server with an owner, and what the owner's link says.
fn begin(cli: &TestCli) -> (Serving, String, String, String) {
    cli.ok(&["import", "book.txt", "--to", "zh"]);
    let book = cli.books().pop().unwrap();
    let paragraph = cli.paragraphs(&book).iter().find(|one| one.text.contains('猫')).unwrap().id.clone();
    let serving = Serving::begin(cli, &["--team", "--log-json"]);
    let secret = serving.url.rsplit_once('/').unwrap().1.to_owned();
    (serving, secret, book, paragraph)
}

#[test]
fn a_digest_comes_in_the_members_language_once_and_not_again_after_a_kill() {
    let test = "a_digest_comes_in_the_members_language_once_and_not_again_after_a_kill";
    let port = free_port();
    let cli = cli_with(&in_the_clear(port));
    let Some(server) = MailServer::start(test, cli.folder(), port, "") else { return };
    let (serving, secret, book, paragraph) = begin(&cli);
    let olive = Member::join(&serving, &secret, "Olive", "en");
    let mika = Member::join(&serving, &olive.invites("translator"), "Mika", "zh-Hans");
    let noa = Member::join(&serving, &olive.invites("translator"), "Noa", "en");
    let pat = Member::join(&serving, &olive.invites("reader"), "Pat", "en");
    mika.gets_mail(&server, "mika@example.org", "hourly");
    noa.wants_mail("noa@example.org", "never");
    pat.gets_mail(&server, "pat@example.org", "daily");
    assert_eq!(server.mails().len(), 2, "who wants no mail is asked nothing");
    assert_eq!(mika.mail()["address"], "mika@example.org");
    let people = olive.ask("GET", "/people", &Value::Null).to_string();
    assert!(!people.contains("example.org"), "nobody else is shown an address: {people}");

    olive.comments(&book, &paragraph, "@Mika @Noa @Pat <b>猫</b>?");
    let mut mails = server.wait_for(2);
    mails.sort_by_key(|mail| mail["to"].to_string());
    let (mika_mail, pat_mail) = (&mails[0], &mails[1]);
    assert_eq!(
        (&mika_mail["to"], &mika_mail["from"]),
        (&json!(["mika@example.org"]), &json!("books@example.org"))
    );
    let header = |name: &str| mika_mail["headers"][name].as_str().unwrap_or_default().to_owned();
    assert_eq!(header("subject"), "Tsumugi：1 条通知");
    assert_eq!(header("auto-submitted"), "auto-generated");
    assert!(header("message-id").ends_with("@books.example.org>"), "{mika_mail}");
    let (plain, html) = (mika_mail["plain"].as_str().unwrap(), mika_mail["html"].as_str().unwrap());
    for words in [
        "Mika，你好",
        "Olive 提到了你",
        "第 1 章",
        "<b>猫</b>?",
        "https://books.example.org/#/settings/account",
    ] {
        assert!(plain.contains(words), "{words} is not in {plain}");
    }
    let place = format!("https://books.example.org/#/books/{book}/chapters/");
    assert!(plain.contains(&place) && plain.contains(&format!("?p={paragraph}")), "{plain}");
    assert!(html.contains("&lt;b&gt;猫&lt;/b&gt;") && html.contains(&place), "{html}");
    assert_eq!(pat_mail["headers"]["subject"], "Tsumugi: 1 notice");
    assert!(pat_mail["plain"].as_str().unwrap().contains("Olive mentioned you"), "{pat_mail}");

    serving.signal("KILL");
    serving.wait();
    let serving = Serving::begin(&cli, &["--team", "--log-json"]);
    let olive = Member::log_in(&serving, "Olive", "en");
    olive.comments(&book, &paragraph, "@Mika again");
    std::thread::sleep(Duration::from_millis(500));
    let log = serving.stop_and_read_log();
    assert_eq!(server.digests().len(), 2, "one mail an hour, none twice, none for Noa");
    assert!(!log.contains("@example.org") && !log.contains(PASSWORD), "{log}");
    assert_eq!(server.port, port);
}

#[test]
fn mail_that_is_refused_is_tried_again_also_after_a_kill_and_told_without_addresses() {
    let test = "mail_that_is_refused_is_tried_again_also_after_a_kill_and_told_without_addresses";
    let port = free_port();
    let cli = cli_with(&in_the_clear(port));
    let Some(server) = MailServer::start(test, cli.folder(), port, "") else { return };
    let (mut serving, secret, book, paragraph) = begin(&cli);
    let log = serving.follow_log();
    let olive = Member::join(&serving, &secret, "Olive", "en");
    let mika = Member::join(&serving, &olive.invites("translator"), "Mika", "en");
    mika.gets_mail(&server, "mika@example.org", "daily");
    drop(server);
    std::fs::remove_file(cli.path("mails.jsonl")).unwrap();
    let refusing = MailServer::start(test, cli.folder(), port, "refuse").unwrap();
    let chapter = olive.ask("GET", &format!("/books/{book}"), &Value::Null)["chapters"][0]["id"].clone();
    let given = json!({"chapters": [chapter], "person": "p2", "work": "translate", "due": "2026-01-01"});
    olive.ask("POST", &format!("/books/{book}/assignments"), &given);
    wait_until("it is told", || log.text().contains("could not be mailed"));
    olive.comments(&book, &paragraph, "@Mika look");
    serving.signal("KILL");
    serving.wait();
    let told = log.text();
    assert!(told.contains("refused it for now (451)") && told.contains("\"p2\""), "{told}");
    assert!(!told.contains("mika@") && !told.contains(PASSWORD), "{told}");
    assert!(refusing.mails().iter().all(|mail| mail["refused"] == "mika@example.org"));
    drop(refusing);
    std::fs::remove_file(cli.path("mails.jsonl")).unwrap();

    let server = MailServer::start(test, cli.folder(), port, "").unwrap();
    let serving = Serving::begin(&cli, &["--team"]);
    let mails = server.wait_for(1);
    assert!(mails[0]["plain"].as_str().unwrap().contains("Olive assigned a chapter to you"), "{mails:?}");
    let mika = Member::log_in(&serving, "Mika", "en");
    let kinds = || -> Vec<String> {
        let notices = mika.ask("GET", "/me/notices", &Value::Null)["items"].take();
        let kinds =
            notices.as_array().unwrap().iter().map(|notice| notice["kind"].as_str().unwrap().to_owned());
        kinds.collect()
    };
    wait_until("a due day is told when the server looks", || kinds().len() == 3);
    assert_eq!(kinds(), ["due", "mentioned", "assigned"]);
    assert_eq!(serving.stop(), Some(0));
    assert_eq!(server.mails().len(), 1, "what came later waits for tomorrow");
}

#[test]
fn mail_goes_only_to_an_address_that_was_confirmed_and_another_address_asks_anew() {
    let test = "mail_goes_only_to_an_address_that_was_confirmed_and_another_address_asks_anew";
    let port = free_port();
    let cli = cli_with(&in_the_clear(port));
    let Some(server) = MailServer::start(test, cli.folder(), port, "") else { return };
    let (serving, secret, book, paragraph) = begin(&cli);
    let olive = Member::join(&serving, &secret, "Olive", "en");
    let mika = Member::join(&serving, &olive.invites("translator"), "Buymeds", "zh-Hans");
    let pat = Member::join(&serving, &olive.invites("reader"), "Pat", "en");
    mika.wants_mail("mika@example.org", "daily");
    let asked = server.mails().pop().unwrap();
    assert_eq!(
        (&asked["to"], &asked["headers"]["subject"]),
        (&json!(["mika@example.org"]), &json!("Tsumugi：请确认这个邮件地址"))
    );
    assert!(!asked.to_string().contains("Buymeds"), "a stranger is not mailed what a member typed: {asked}");
    let link = server.confirming("mika@example.org");
    pat.gets_mail(&server, "pat@example.org", "daily");
    olive.comments(&book, &paragraph, "@Buymeds @Pat");
    let digests = server.wait_for(1);
    assert_eq!(digests[0]["to"], json!(["pat@example.org"]), "Mika's would have been the first");

    for _ in 0..2 {
        let page = from_elsewhere(&serving, "GET", &link, "zh-Hans");
        assert!(page.starts_with("HTTP/1.1 200") && page.contains("确认这个地址</button>"), "{page}");
    }
    assert_eq!((&mika.mail()["is_confirmed"], server.digests().len()), (&json!(false), 1));
    let page = from_elsewhere(&serving, "POST", &link, "zh-Hans");
    assert!(page.starts_with("HTTP/1.1 200") && page.contains("地址已确认"), "{page}");
    assert_eq!(mika.mail()["is_confirmed"], true);
    assert_eq!(server.wait_for(2)[1]["to"], json!(["mika@example.org"]), "what waited comes now");
    for method in ["GET", "POST"] {
        let spent = from_elsewhere(&serving, method, &link, "en");
        assert!(spent.starts_with("HTTP/1.1 404") && spent.contains("not valid any more"), "{spent}");
        assert!(!spent.contains("<button"), "{spent}");
    }

    mika.wants_mail("mika@elsewhere.org", "daily");
    assert_eq!(mika.mail()["is_confirmed"], false);
    let n_mails = server.mails().len();
    mika.wants_mail("mika@elsewhere.org", "hourly");
    assert_eq!(server.mails().len(), n_mails, "the same address is asked once");
    mika.ask("POST", "/me/mail/confirmation", &Value::Null);
    let again = server.confirming("mika@elsewhere.org");
    assert!(from_elsewhere(&serving, "POST", &again, "en").starts_with("HTTP/1.1 200"));
    assert_eq!(
        (mika.mail()["is_confirmed"].take(), mika.mail()["address"].take()),
        (json!(true), json!("mika@elsewhere.org"))
    );
    let log = serving.stop_and_read_log();
    let secret = link.rsplit_once('/').unwrap().1;
    assert!(log.contains("a mail address was confirmed") && !log.contains("example.org"), "{log}");
    assert!(!log.contains("elsewhere.org") && !log.contains(secret), "{log}");
}

#[test]
fn one_click_ends_the_mails_to_whom_it_was_mailed_and_opening_its_link_changes_nothing() {
    let test = "one_click_ends_the_mails_to_whom_it_was_mailed_and_opening_its_link_changes_nothing";
    let port = free_port();
    let cli = cli_with(&in_the_clear(port));
    let Some(server) = MailServer::start(test, cli.folder(), port, "") else { return };
    let (serving, secret, book, paragraph) = begin(&cli);
    let olive = Member::join(&serving, &secret, "Olive", "en");
    let mika = Member::join(&serving, &olive.invites("translator"), "Mika", "en");
    let pat = Member::join(&serving, &olive.invites("reader"), "Pat", "en");
    mika.gets_mail(&server, "mika@example.org", "hourly");
    pat.gets_mail(&server, "pat@example.org", "hourly");
    olive.comments(&book, &paragraph, "@Mika @Pat");
    let mails = server.wait_for(2);
    let mail = mails.iter().find(|mail| mail["to"][0] == "mika@example.org").unwrap();
    assert_eq!(mail["headers"]["list-unsubscribe-post"], "List-Unsubscribe=One-Click");
    let link = mail["headers"]["list-unsubscribe"].as_str().unwrap();
    let link = link.strip_prefix('<').and_then(|link| link.strip_suffix('>')).unwrap();
    assert!(mail["plain"].as_str().unwrap().contains(link) && mail["html"].as_str().unwrap().contains(link));
    let path = link.strip_prefix(PAGE).unwrap();
    let token = path.strip_prefix("/api/v1/mail/unsubscribe/").unwrap();
    assert!(token.len() == 64 && mails.iter().filter(|mail| mail.to_string().contains(token)).count() == 1);

    let page = from_elsewhere(&serving, "GET", path, "zh-Hans");
    assert!(page.starts_with("HTTP/1.1 200") && page.contains("不再接收邮件</button>"), "{page}");
    assert!(page.contains("form-action 'self'") && !page.contains("sandbox"), "{page}");
    assert_eq!(mika.mail()["frequency"], "hourly");
    let wrong = from_elsewhere(&serving, "POST", &path.replace(token, &"0".repeat(64)), "en");
    assert!(wrong.starts_with("HTTP/1.1 404"), "{wrong}");
    for _ in 0..2 {
        let page = from_elsewhere(&serving, "POST", path, "en");
        assert!(page.starts_with("HTTP/1.1 200") && page.contains("No more notices are mailed"), "{page}");
    }
    let chosen = mika.mail();
    assert_eq!((&chosen["frequency"], &chosen["is_confirmed"]), (&json!("never"), &json!(true)));
    assert_eq!(pat.mail()["frequency"], "hourly");
    mika.wants_mail("mika@example.org", "daily");
    assert_eq!(
        (mika.mail()["is_confirmed"].take(), server.mails().len()),
        (json!(true), 4),
        "no new question"
    );
    let log = serving.stop_and_read_log();
    assert!(log.contains("mails were ended by a link in one") && !log.contains(token), "{log}");
}

#[test]
fn what_leaves_the_library_has_no_address_and_the_names_of_comments_alone() {
    let cli = test_cli();
    cli.file("book.txt", BOOK);
    let (serving, secret, book, paragraph) = begin(&cli);
    let olive = Member::join(&serving, &secret, "Olive", "en");
    let mika = Member::join(&serving, &olive.invites("translator"), "Mikazuki", "en");
    mika.wants_mail("mika@example.org", "daily");
    let versions = format!("/books/{book}/paragraphs/{paragraph}/versions");
    mika.ask("POST", &versions, &json!({"text": "猫叫了。"}));
    olive.comments(&book, &paragraph, "a cat?");
    let log = serving.stop_and_read_log();
    let is_silent =
        |text: &str| !["example.org", "Mikazuki", "mikazuki"].iter().any(|word| text.contains(word));
    assert!(is_silent(&log) && !log.contains("Olive"), "{log}");
    cli.ok(&["export", &book, "-o", "out.txt"]);
    cli.ok(&["export", &book, "-o", "out.epub", "--format", "epub"]);
    cli.ok(&["bundle", &book, "-o", "out.tsumugi-bundle"]);
    for (file, has_comments) in [("out.txt", false), ("out.epub", false), ("out.tsumugi-bundle", true)] {
        let text = contents(&std::fs::read(cli.path(file)).unwrap());
        assert!(text.contains("猫叫了。") && is_silent(&text), "{file}: {text}");
        assert_eq!(text.contains("Olive"), has_comments, "{file}: {text}");
    }
    for file in ["out.xlf", "out.xlsx", "out.docx"] {
        cli.ok(&["exchange", "export", &book, "-o", file]);
        let text = contents(&std::fs::read(cli.path(file)).unwrap());
        assert!(text.contains("a cat?") && is_silent(&text), "{file}: {text}");
    }
}

/// The text of a file, and of the files in it where it is an archive.
fn contents(bytes: &[u8]) -> String {
    let Ok(mut archive) = zip::ZipArchive::new(std::io::Cursor::new(bytes)) else {
        return String::from_utf8_lossy(bytes).into_owned();
    };
    let mut text = String::new();
    for at in 0..archive.len() {
        let mut file = Vec::new();
        archive.by_index(at).unwrap().read_to_end(&mut file).unwrap();
        text.push_str(&String::from_utf8_lossy(&file));
    }
    text
}

#[test]
fn a_test_mail_goes_encrypted_to_a_mail_server_with_a_certificate_that_is_trusted() {
    let test = "a_test_mail_goes_encrypted_to_a_mail_server_with_a_certificate_that_is_trusted";
    let port = free_port();
    let mail = format!("host = \"localhost\"\nport = {port}\nuser = \"books\"\nfrom = \"books@example.org\"");
    let cli = cli_with(&mail);
    let Some(server) = MailServer::start(test, cli.folder(), port, "starttls") else { return };
    let stranger = cli.run(&["team", "mail-test", "you@example.org"]);
    assert_eq!(stranger.code, 1, "{stranger:?}");
    assert!(stranger.stderr.contains("did not take the mail"), "{stranger:?}");
    let cli = cli.with_variable("SSL_CERT_FILE", server.file.with_file_name("ca.pem"));
    let sent = cli.ok(&["team", "mail-test", "you@example.org", "--lang", "zh-Hans"]);
    assert!(sent.stdout.contains("you@example.org"), "{sent:?}");
    let mails = server.mails();
    assert_eq!((mails.len(), &mails[0]["is_encrypted"]), (1, &json!(true)), "{mails:?}");
    assert_eq!(mails[0]["headers"]["subject"], "Tsumugi：邮件可用");
    let cli = cli.with_variable("TSUMUGI_SMTP_PASSWORD", "another word");
    let refused = cli.run(&["team", "mail-test", "you@example.org"]);
    assert_eq!(refused.code, 1, "{refused:?}");
    assert!(refused.stderr.contains("535") && !refused.stderr.contains("another word"), "{refused:?}");
}

#[test]
fn settings_of_mail_that_cannot_work_are_refused_before_the_server_listens() {
    let from = "from = \"books@example.org\"";
    for (mail, words) in [
        (format!("host = \"mail.example.org\"\ntls = \"none\"\n{from}"), "could be read on its way"),
        (format!("host = \"\"\n{from}"), "is not the name of a mail server"),
        ("host = \"localhost\"\nfrom = \"nobody\"".to_owned(), "no address that mail can come from"),
        (format!("host = \"localhost\"\ntls = \"maybe\"\n{from}"), "maybe"),
        (format!("host = \"localhost\"\npasword = \"x\"\n{from}"), "pasword"),
    ] {
        let refused = cli_with(&mail).run(&["serve", "--team", "--port", "0"]);
        assert_ne!(refused.code, 0, "{mail}");
        assert!(refused.stderr.contains(words), "{words} is not in {refused:?}");
    }
    let cli = test_cli();
    cli.file("config/config.toml", format!("[mail]\nhost = \"localhost\"\n{from}\n"));
    let nowhere = cli.run(&["serve", "--team", "--port", "0"]);
    assert!(nowhere.stderr.contains("--public-url"), "{nowhere:?}");
    cli.file("config/config.toml", format!("[mail]\nhost = \"localhost\"\nuser = \"me\"\n{from}\n"));
    let unknown = cli.run(&["team", "mail-test", "you@example.org"]);
    assert_eq!(unknown.code, 2, "{unknown:?}");
    assert!(unknown.stderr.contains("TSUMUGI_SMTP_PASSWORD"), "{unknown:?}");
    let none = test_cli().run(&["team", "mail-test", "you@example.org"]);
    assert!(none.code == 2 && none.stderr.contains("no mail server"), "{none:?}");
}
