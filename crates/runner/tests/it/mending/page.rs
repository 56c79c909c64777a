//! The report is one page that needs nothing from elsewhere, in two languages, and no book can break out of it.

use crate::mending::test_run::{PAIRS, TestRun, by_model, without_dictionaries};
use book::id::RunId;
use operations::book_findings::check_book;
use operations::judge::CheckContext;
use operations::quality::{NameInChapter, NameUse, PageLanguage, Quality, RunCost, gather, page};

async fn quality(test_run: &TestRun) -> Quality {
    let (target, none) = ("de".parse().unwrap(), without_dictionaries());
    let check_context = CheckContext { target: &target, dictionaries: &none };
    let checkup = check_book(test_run.store.library(), &test_run.book, check_context).await.unwrap();
    let runs = runner::run_costs::of_book(test_run.store.library(), test_run.book.id).await.unwrap();
    gather(
        test_run.store.library(),
        &test_run.book,
        &target,
        checkup,
        runs,
        10,
        "2026-01-01 00:00 UTC".to_owned(),
    )
    .await
    .unwrap()
}

#[tokio::test]
async fn the_page_shows_the_map_the_worst_first_and_the_counts_in_both_languages() {
    let test_run = TestRun::translated().await;
    test_run.write(0, "Der Leuchtturmwärter zählte die Lampen,  bevor der Sturm kam.", by_model()).await;
    test_run.write(1, PAIRS[1].0, by_model()).await;
    test_run.write(2, "„Sag mir deinen Bruder“, fragte die alte Frau an der Tür.", by_model()).await;
    let quality = quality(&test_run).await;
    let worst: Vec<_> = quality.worst.iter().map(|one| one.id).collect();
    let expected = [test_run.id(0).await, test_run.id(1).await, test_run.id(2).await];
    assert!(
        worst.len() == 3 && worst.iter().all(|id| expected.contains(id)) && worst[2] == expected[2],
        "{worst:?}"
    );
    let english = page(&quality, PageLanguage::English);
    for part in
        ["Chapters and checks", "Worst paragraphs first", "Source copied", "D1</b>", "<mark>", "lang=\"de\""]
    {
        assert!(english.contains(part), "{part}");
    }
    let chinese = page(&quality, PageLanguage::Chinese);
    for part in ["<html lang=\"zh-Hans\">", "章节与检查", "照抄原文", "最差的段落"] {
        assert!(chinese.contains(part), "{part}");
    }
    for html in [&english, &chinese] {
        for foreign in ["http://", "https://", "src=", "<link", "<script", "@import", "url("] {
            assert!(!html.contains(foreign), "{foreign}");
        }
    }
}

#[tokio::test]
async fn hostile_text_stays_text() {
    let mut test_run = TestRun::with_title("</title><script>alert(1)</script>").await;
    test_run.write(0, "\"><img src=x onerror=alert(1)> </article></body> \u{202e}evil", by_model()).await;
    test_run.read_book_again().await;
    let html = page(&quality(&test_run).await, PageLanguage::English);
    for broken in ["<script", "<img", "</article></body>", "\u{202e}", "\"><img"] {
        assert!(!html.contains(broken), "{broken}");
    }
    assert!(html.contains("&lt;script&gt;alert(1)&lt;/script&gt;"));
    assert_eq!(html.matches("</article>").count(), html.matches("<article").count());
}

#[tokio::test]
async fn a_clean_book_says_so() {
    let test_run = TestRun::translated().await;
    let html = page(&quality(&test_run).await, PageLanguage::English);
    assert!(html.contains("The checks find nothing."));
}

#[tokio::test]
async fn pictures_show_progress_cost_and_names_with_their_numbers_beside_them() {
    let test_run = TestRun::translated().await;
    let mut quality = quality(&test_run).await;
    let one = RunCost {
        id: RunId::from_number(1),
        kind: "translation",
        model: "m".to_owned(),
        started_at: 1_000,
        input: 10,
        cached_input: 0,
        output: 5,
        cost_micros: 2_000_000,
    };
    quality.runs = vec![RunCost { started_at: 9_000, ..one.clone() }, one];
    let in_chapter = |n_same| NameInChapter { chapter: 1, n_same, n_all: 4 };
    quality.names =
        vec![NameUse { source: "澪".to_owned(), form: "Mio".to_owned(), chapters: vec![in_chapter(3)] }];
    let html = page(&quality, PageLanguage::English);
    assert_eq!(html.matches("<svg").count(), 2, "progress and cost are drawn");
    assert!(html.contains("href=\"#c1\""), "a chapter in the strip leads to its row");
    assert!(html.contains("L0 160 L0 80 L1000 80 L1000 0"), "the line of costs climbs with each run: {html}");
    assert!(html.contains("澪 → Mio") && html.contains("3/4"), "names have their numbers in the cells");
    assert!(html.contains("role=\"img\" aria-label="));
}
