//! Tables that line up.

use messages::Language;
use tsumugi::parts::{Align, TextTable};
use unicode_width::UnicodeWidthStr;

#[test]
fn columns_line_up_with_wide_characters() {
    let mut table = TextTable::new(&[("title", Align::Left), ("n", Align::Right)], 0, Language::English);
    table.row(vec!["羅生門".to_owned(), "7".to_owned()]);
    table.row(vec!["Alice".to_owned(), "1200".to_owned()]);
    assert_eq!(table.render(80), "title      n\n羅生門     7\nAlice   1200");
}

#[test]
fn the_flexible_column_gives_way_and_says_so() {
    let mut table = TextTable::new(&[("title", Align::Left), ("n", Align::Right)], 0, Language::English);
    table.row(vec!["銀河鉄道の夜銀河鉄道の夜".to_owned(), "1".to_owned()]);
    let rendered = table.render(20);
    assert!(rendered.lines().all(|line| line.width() <= 20), "{rendered}");
    assert!(rendered.contains('…'));
}

#[test]
fn a_cell_never_breaks_a_line() {
    let mut table = TextTable::new(&[("a", Align::Left)], 0, Language::English);
    table.row(vec!["one\ntwo\tthree".to_owned()]);
    assert_eq!(table.render(80), "a\none two three");
}
