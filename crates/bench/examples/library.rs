//! Measures a library with a book of 50,000 paragraphs: `cargo run --release -p bench --example library`.
#![expect(clippy::print_stdout, reason = "a measurement is printed")]

use book::edit::Edit;
use book::id::{ChapterId, ParagraphId};
use book::text::book::Book;
use book::text::chapter::Chapter;
use book::text::markup::Marked;
use book::text::paragraph::{Paragraph, ParagraphKind, Place};
use book::text::version::{Author, Selection, TaskKind};
use std::time::{Duration, Instant};
use store::change::Cause;
use store::error::StoreError;
use store::record::NewBook;
use store::search::SearchQuery;
use store::store::Store;

const N_CHAPTERS: u32 = 500;
const N_IN_CHAPTER: u32 = 100;
const N_TIMES: u32 = 50;

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("library.db");
    let store = Store::open(&path).await?;
    let book = large_book();
    let original: Vec<u8> = book.paragraphs().flat_map(|it| it.text.as_str().bytes()).collect();
    println!(
        "source text        {:>9} kB, memory before import {} kB",
        original.len() / 1024,
        peak_memory_kb()
    );
    let new = NewBook {
        book: &book,
        original: &original,
        file_name: "x",
        series: None,
        target_language: None,
        now_ms: 0,
    };
    let start = Instant::now();
    let id = store.add_book(&new, &|_, _| {}).await?.id;
    println!("import             {:>9.2?}, memory at most {} kB", start.elapsed(), peak_memory_kb());
    println!("file               {:>9} kB", std::fs::metadata(&path)?.len() / 1024);
    drop(book);
    let library = store.library();
    let paragraph = |n: u32| ParagraphId::from_number(n * 997 % (N_CHAPTERS * N_IN_CHAPTER));
    let chapter = |n: u32| ChapterId::from_number(n * 37 % N_CHAPTERS);
    measure("list of chapters", async |_| library.chapters(id).await.map(|it| it.len())).await?;
    measure("open a chapter", async |n| {
        library.chapter_paragraphs(id, chapter(n), 0..u32::MAX).await.map(|it| it.len())
    })
    .await?;
    measure("paragraph by id", async |n| library.paragraph(id, paragraph(n)).await.map(|_| 1)).await?;
    measure("10 neighbours", async |n| {
        library.next_paragraphs(id, paragraph(n), 10).await.map(|it| it.len())
    })
    .await?;
    let cause = Cause { who: model(), run: None, task: None, note: String::new() };
    measure("accept a paragraph", async |n| {
        let text = format!("The lantern of house {n} went out. {}", "She waited in the rain. ".repeat(4));
        let edit =
            Edit::AddVersion { paragraph: paragraph(n), text, author: model(), selection: Selection::Select };
        store.commit(id, &[edit], &cause, 0).await.map(|receipt| receipt.versions.len())
    })
    .await?;
    for text in ["提灯", "雨", "の", "第777話", "lantern", "rain", "?!", "犬"] {
        let query = SearchQuery::text(text, 20);
        measure(&format!("search {text}"), async |_| {
            library.search(id, &query).await.map(|page| page.hits.len() + page.n_more as usize)
        })
        .await?;
    }
    let start = Instant::now();
    let n_all = library.all_paragraphs(id).await?.len();
    println!("read whole book    {:>9.2?} ({n_all})", start.elapsed());
    let start = Instant::now();
    store.delete_book(id, 0).await?;
    println!("remove the book    {:>9.2?}, memory at most {} kB", start.elapsed(), peak_memory_kb());
    Ok(())
}

async fn measure(what: &str, ask: impl AsyncFn(u32) -> Result<usize, StoreError>) -> Result<(), StoreError> {
    let mut times = Vec::new();
    let mut n_found = 0;
    for n in 0..N_TIMES {
        let start = Instant::now();
        n_found = ask(n).await?;
        times.push(start.elapsed());
    }
    times.sort();
    let at = |share: usize| times.get(times.len() * share / 100).copied().unwrap_or(Duration::ZERO);
    println!("{what:<18} {:>9.2?} median, {:>9.2?} at worst of {N_TIMES} ({n_found})", at(50), at(99));
    Ok(())
}

fn large_book() -> Book {
    let words = ["提灯", "雨", "古い家", "猫の影", "駅前", "手紙", "海", "約束", "冬の朝", "静かな声"];
    let mut seed = 7_usize;
    let mut word = || {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        words.get((seed >> 33) % words.len()).copied().unwrap_or_default()
    };
    let chapters = (0..N_CHAPTERS).map(|n| {
        let paragraphs = (0..N_IN_CHAPTER).map(|index| {
            let text = match index {
                0 => format!("第{n}話"),
                _ if index % 10 == 3 => String::new(),
                _ => format!(
                    "「{}は{}に{}を置いて、{}のほうへ歩いていった。」{}が{}と{}を待っている。",
                    word(),
                    word(),
                    word(),
                    word(),
                    word(),
                    word(),
                    word()
                ),
            };
            Paragraph {
                text: Marked::from_plain(&text),
                tags: Vec::new(),
                kind: ParagraphKind::Body,
                place: Place { part: n, block: index },
            }
        });
        Chapter { title: format!("第{n}話"), paragraphs: paragraphs.collect(), ..Chapter::default() }
    });
    Book { title: "五万段".to_owned(), chapters: chapters.collect(), ..Book::default() }
}

fn model() -> Author {
    Author::Model { model: "m".to_owned(), task_kind: TaskKind::Translation, task: None, run: None }
}

/// The most memory this process has held, where the system tells.
fn peak_memory_kb() -> String {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.map_or_else(|| "unknown".to_owned(), |line| line.trim().trim_end_matches(" kB").to_owned())
}
