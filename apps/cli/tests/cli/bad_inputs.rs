//! What can stand for each row of the table of bad inputs in the documents.

use crate::archive::{Archive, claiming_gigabytes, page, sharing_bytes, with_password};
use crate::program::skip;
use testkit::cli::TestCli;

/// What is given to `import`, made in the cli's folder; nothing where this machine cannot make it.
pub(crate) type Make = fn(&TestCli) -> Vec<String>;

/// A row of the table, as its first cell has it, and what can stand for it. The first way must show the message of the
/// table, the others what stands beside them.
pub(crate) struct Row {
    pub(crate) input: &'static str,
    pub(crate) first: Make,
    pub(crate) more: &'static [(Make, &'static str)],
}

const fn row(input: &'static str, first: Make) -> Row {
    Row { input, first, more: &[] }
}

const fn rows(input: &'static str, first: Make, more: &'static [(Make, &'static str)]) -> Row {
    Row { input, first, more }
}

const PAGE: &str = "<html><body><p>word</p></body></html>";
const AES: &str = "http://www.w3.org/2001/04/xmlenc#aes128-cbc";

/// One page, and a picture on it.
const SCANNED: &[u8] = b"%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1/MediaBox[0 0 9 9]>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/Contents 4 0 R/Resources<</XObject<</P 5 0 R>>>>>>endobj
4 0 obj<</Length 5>>
stream
/P Do
endstream endobj
5 0 obj<</Type/XObject/Subtype/Image/Width 1/Height 1/BitsPerComponent 8/ColorSpace/DeviceGray/Length 1>>
stream
x
endstream endobj
trailer<</Size 6/Root 1 0 R>>
%%EOF
";

/// Every row of the first table.
pub(crate) const ROWS: &[Row] = &[
    row("a file of 0 bytes", |cli| import(cli, "a.txt", b"")),
    rows(
        "a text of blank lines, subtitles without words",
        |cli| import(cli, "a.txt", "\n  \n\u{3000}\r\n".as_bytes()),
        &[(
            |cli| import(cli, "a.srt", b"1\n00:00:01,000 --> 00:00:02,000\n\n"),
            "there are no words in this file",
        )],
    ),
    row("an EPUB of scanned pages", |cli| epub(cli, &Archive::epub(&page("<p><img src=\"x.png\"/></p>")))),
    rows(
        "a file that does not exist, or may not be read",
        |_| words(&["import", "nowhere.txt"]),
        &[(forbidden, "cannot read `secret.txt`: Permission denied")],
    ),
    row("a folder without text files", |cli| {
        std::fs::create_dir(cli.path("folder")).unwrap();
        words(&["import", "folder"])
    }),
    row("`--heading '['`", |cli| {
        cli.file("a.txt", b"One line.\n");
        words(&["import", "a.txt", "--heading", "["])
    }),
    row("a file of more than 512 MB", |cli| {
        // Only the size is looked at, so the file may be a hole.
        std::fs::File::create(cli.path("huge.txt")).unwrap().set_len(513 << 20).unwrap();
        words(&["import", "huge.txt"])
    }),
    row("a PDF of scanned pages, or whose fonts do not say what any letter is", |cli| {
        import(cli, "a.pdf", SCANNED)
    }),
    row("a PDF that comes apart into fragments", |cli| import(cli, "a.pdf", &fragments())),
    rows(
        "a FictionBook or Rich Text file that was cut off",
        |cli| {
            import(cli, "a.fb2", half_of(include_bytes!("../../../../crates/formats/tests/files/tower.fb2")))
        },
        &[(
            |cli| {
                import(
                    cli,
                    "a.rtf",
                    half_of(include_bytes!("../../../../crates/formats/tests/files/rtf/ledger.rtf")),
                )
            },
            "its end is missing",
        )],
    ),
    row("a PDF with a password", |cli| {
        import(cli, "a.pdf", include_bytes!("../../../../crates/formats/tests/files/pdf/password.pdf"))
    }),
    rows(
        "a table or a JSON file without `--text`",
        |cli| import(cli, "a.csv", b"a,b\n"),
        &[(|cli| import(cli, "a.json", b"{}"), "this is a file of data")],
    ),
    rows(
        "Word (`.doc`, `.docm`), other OpenDocument files",
        |cli| import(cli, "a.doc", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"),
        &[
            (|cli| import(cli, "a.rtf", b"called so, and none"), "Rich Text document"),
            (
                |cli| {
                    let files: [(&str, &[u8]); 2] =
                        [("content.xml", b"<x/>"), ("META-INF/manifest.xml", b"<x/>")];
                    zip(cli, "a.odt", &Archive::of(&files))
                },
                "OpenDocument",
            ),
        ],
    ),
    row("a file called `.mobi`, `.azw3` or `.kfx` that is no Kindle book we read", |cli| {
        import(cli, "a.mobi", b"called so, and none")
    }),
    rows(
        "XLIFF, PO",
        |cli| import(cli, "a.txt", b"<xliff version='1.2'/>"),
        &[(|cli| import(cli, "a.txt", b"msgid \"\"\nmsgstr \"\"\n"), "program messages (PO)")],
    ),
    row("subtitles of other kinds (TTML, SBV, LRC)", |cli| import(cli, "a.lrc", b"[00:01.00]Hello.\n")),
    row("zip archive with an EPUB in it", |cli| {
        zip(cli, "a.zip", &Archive::of(&[("novel.epub", &Archive::epub(PAGE).packed())]))
    }),
    rows(
        "web archive, XML",
        |cli| import(cli, "a.mhtml", b"From: a browser\n"),
        &[(|cli| import(cli, "a.txt", b"<?xml version='1.0'?><story/>"), "an XML document")],
    ),
    rows(
        "picture (PNG, JPEG, GIF)",
        |cli| import(cli, "a.png", b"\x89PNG\r\n\x1a\n"),
        &[
            (|cli| import(cli, "a.jpg", b"\xff\xd8\xff\xe0"), "this is a picture"),
            (|cli| import(cli, "a.gif", b"GIF89a"), "this is a picture"),
        ],
    ),
    rows(
        "RAR, 7-Zip or gzip archive",
        |cli| import(cli, "a.rar", b"Rar!\x1a\x07\x00"),
        &[
            (|cli| import(cli, "a.7z", b"7z\xbc\xaf\x27\x1c"), "7-Zip archive"),
            (|cli| import(cli, "a.gz", b"\x1f\x8b\x08\x00"), "gzip archive"),
        ],
    ),
    rows(
        "zip archive without a book in it",
        |cli| zip(cli, "a.zip", &Archive::of(&[("readme.nfo", b"hello")])),
        &[(
            |cli| epub(cli, &Archive::epub(PAGE).without("META-INF/container.xml").without("p.opf")),
            "zip archive without a book",
        )],
    ),
    row("text in UTF-32", |cli| import(cli, "a.txt", b"\xff\xfe\x00\x00a\x00\x00\x00b\x00\x00\x00")),
    rows(
        "other binary data",
        |cli| import(cli, "a.bin", &[1, 2, 3, 4, 5, 6, 7, 8].repeat(20)),
        &[(
            |cli| import(cli, "program", &[b"\x7fELF\x02\x01\x01".as_slice(), &[0; 40], b"\x01"].concat()),
            "the file is damaged: there is a byte 0 at byte 7, which no text has",
        )],
    ),
    row("`--encoding klingon`", |cli| {
        cli.file("a.txt", b"a word\n");
        words(&["import", "a.txt", "--encoding", "klingon"])
    }),
    row("a text in another encoding than the one named or recognised", |cli| {
        cli.file("a.txt", "日本語の文章がここにあります。\n".repeat(40).as_bytes());
        words(&["import", "a.txt", "--encoding", "shift_jis"])
    }),
    row("a text of more than 200 MB", |cli| {
        std::fs::File::create(cli.path("a.txt")).unwrap().set_len(201 << 20).unwrap();
        words(&["import", "a.txt"])
    }),
    rows(
        "EPUB with DRM (Adobe ADEPT, Readium LCP, Apple FairPlay, encrypted content, a zip password)",
        |cli| {
            let locked = Archive::epub(PAGE).with("META-INF/encryption.xml", encryption().as_bytes());
            epub(cli, &locked.with("META-INF/rights.xml", b"<rights/>"))
        },
        &[
            (|cli| epub(cli, &Archive::epub(PAGE).with("META-INF/license.lcpl", b"{}")), "(Readium LCP)"),
            (|cli| epub(cli, &Archive::epub(PAGE).with("META-INF/sinf.xml", b"<x/>")), "(Apple FairPlay)"),
            (
                |cli| {
                    epub(cli, &Archive::epub(PAGE).with("META-INF/encryption.xml", encryption().as_bytes()))
                },
                "(encrypted content)",
            ),
            (|cli| import(cli, "a.epub", &with_password(Archive::epub(PAGE).packed())), "protected"),
        ],
    ),
    rows(
        "EPUB that was cut off while downloading, or whose zip is corrupt",
        |cli| {
            let whole = Archive::epub(PAGE).packed();
            import(cli, "a.epub", &whole[..whole.len() / 2])
        },
        &[
            (|cli| import(cli, "a.epub", b"PK\x03\x04 and then nothing of the kind"), "the file is damaged"),
            (|cli| import(cli, "a.epub", b"just some words\n"), "the file is damaged"),
        ],
    ),
    rows(
        "EPUB without a package document, or whose package names no page that exists",
        |cli| epub(cli, &Archive::epub(PAGE).without("p.opf")),
        &[
            (|cli| epub(cli, &Archive::epub(PAGE).without("c.xhtml")), "the file is damaged"),
            (|cli| epub(cli, &Archive::epub(PAGE).with("p.opf", b"<package/>")), "names no page"),
        ],
    ),
    rows(
        "zip bomb: an entry which unpacks to more than 150 times its size, or to more than 1 GB",
        |cli| epub(cli, &Archive::epub(&page(&format!("<p>word</p>{}", " ".repeat(8 << 20))))),
        &[(
            |cli| import(cli, "a.epub", &claiming_gigabytes(Archive::epub(PAGE).packed())),
            "the file was refused because `c.xhtml` unpacks to more than",
        )],
    ),
    row("zip whose entries share the same bytes", |cli| {
        import(cli, "a.epub", &sharing_bytes(Archive::epub(PAGE).packed()))
    }),
    rows(
        "EPUB with more than 20,000 files, a page of more than 24 MB, or pages of more than 256 MB together",
        |cli| {
            let mut files = Archive::epub(PAGE);
            files.0.extend((0..20_000).map(|number| (format!("x{number}"), Vec::new())));
            epub(cli, &files)
        },
        &[(
            |cli| {
                let words = "word ".repeat((25 << 20) / 5);
                import(cli, "a.epub", &Archive::epub(&page(&format!("<p>{words}</p>"))).unpacked())
            },
            "24 MB",
        )],
    ),
    rows(
        "EPUB with a name that leads out of the book (`../../x`, `/x`, `C:\\x`)",
        |cli| epub(cli, &Archive::epub(PAGE).with("../../x", b"x")),
        &[
            (|cli| epub(cli, &Archive::epub(PAGE).with("/x", b"x")), "leads out of the book"),
            (|cli| epub(cli, &Archive::epub(PAGE).with("C:\\x", b"x")), "leads out of the book"),
        ],
    ),
    row("XML entity bomb (“billion laughs”)", |cli| {
        let doctype = "<!DOCTYPE html [<!ENTITY a \"haha\"><!ENTITY b \"&a;&a;&a;\">]>";
        epub(cli, &Archive::epub(&format!("{doctype}{}", page("<p>&b;</p>"))))
    }),
    row("markup nested more than 200 deep", |cli| {
        epub(cli, &Archive::epub(&page(&format!("{}x{}", "<div>".repeat(300), "</div>".repeat(300)))))
    }),
    row("the same file a second time", |cli| {
        cli.file("a.txt", b"a word\n");
        cli.run(&["import", "a.txt"]).succeeded();
        words(&["import", "a.txt"])
    }),
    rows(
        "a library that is some other file",
        |cli| {
            cli.file("a.txt", b"a word\n");
            cli.file("other.db", b"not a library at all, only words ".repeat(40));
            words(&["--library", "other.db", "import", "a.txt"])
        },
        &[(
            |cli| {
                cli.file("a.txt", b"a word\n");
                std::fs::create_dir(cli.path("folder")).unwrap();
                words(&["--library", "folder", "import", "a.txt"])
            },
            "is a folder, and a library is one file",
        )],
    ),
    row("a library written by a newer Tsumugi", |cli| {
        cli.file("a.txt", b"a word\n");
        cli.run(&["books"]).succeeded();
        let mut bytes = std::fs::read(cli.library()).unwrap();
        // The place in the head of an SQLite file where the shape of the library is noted.
        bytes[60..64].copy_from_slice(&9_999_u32.to_be_bytes());
        cli.file("newer.tsumugi", &bytes);
        words(&["--library", "newer.tsumugi", "import", "a.txt"])
    }),
];

/// A file that was cut off in its middle.
fn half_of(bytes: &[u8]) -> &[u8] {
    &bytes[..bytes.len() / 2]
}

/// Sixty pages on which nearly every line is two letters and a paragraph of its own.
fn fragments() -> Vec<u8> {
    let long = "The lamp burned all night and nobody came to put it out before the morning came.";
    let lines = (0..50).map(|at| {
        let text = if at % 10 == 5 { long } else { "a." };
        format!("1 0 0 1 72 {} Tm ({text}) Tj ", 760 - at * 14)
    });
    let page = format!("BT /F 12 Tf {}ET", lines.collect::<String>());
    let numbers: Vec<String> = (5..65).map(|number| number.to_string()).collect();
    let kids: Vec<String> = numbers.iter().map(|number| format!("{number} 0 R")).collect();
    let mut pdf = format!(
        "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n\
         2 0 obj<</Type/Pages/Kids[{}]/Count 60/MediaBox[0 0 612 792]>>endobj\n\
         3 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj\n\
         4 0 obj<</Length {}>>\nstream\n{page}\nendstream endobj\n",
        kids.join(" "),
        page.len()
    );
    for number in numbers {
        pdf += &number;
        pdf += " 0 obj<</Type/Page/Parent 2 0 R/Contents 4 0 R/Resources<</Font<</F 3 0 R>>>>>>endobj\n";
    }
    pdf += "trailer<</Size 65/Root 1 0 R>>\n%%EOF\n";
    pdf.into_bytes()
}

fn words(arguments: &[&str]) -> Vec<String> {
    arguments.iter().map(|argument| (*argument).to_owned()).collect()
}

fn import(cli: &TestCli, name: &str, bytes: &[u8]) -> Vec<String> {
    cli.file(name, bytes);
    words(&["import", name])
}

fn zip(cli: &TestCli, name: &str, archive: &Archive) -> Vec<String> {
    import(cli, name, &archive.packed())
}

fn epub(cli: &TestCli, archive: &Archive) -> Vec<String> {
    zip(cli, "a.epub", archive)
}

fn encryption() -> String {
    format!(
        "<encryption><EncryptedData><EncryptionMethod Algorithm='{AES}'/><CipherData><CipherReference URI='c.xhtml'/></CipherData></EncryptedData></encryption>"
    )
}

#[cfg(unix)]
fn forbidden(cli: &TestCli) -> Vec<String> {
    use std::os::unix::fs::PermissionsExt;
    let path = cli.file("secret.txt", b"a word\n");
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o000)).unwrap();
    if std::fs::read(&path).is_ok() {
        skip("a file that may not be read", "whoever runs this test may read everything");
        return Vec::new();
    }
    words(&["import", "secret.txt"])
}

#[cfg(not(unix))]
fn forbidden(_desk: &TestCli) -> Vec<String> {
    Vec::new()
}
