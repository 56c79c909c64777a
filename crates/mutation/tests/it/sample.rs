//! A small fixed sample of the rig: our own story in two pairs, so that a change anywhere is seen quickly.

use checks::suite::Suite;
use mutation::corpora::story;
use mutation::table::Table;
use mutation::{Thoroughness, run};
use std::path::Path;

#[test]
fn defects_planted_in_a_story_are_found_and_its_clean_paragraphs_pass() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../checks/tests/story");
    for (source, target) in [("ja", "en"), ("en", "zh-Hans")] {
        let suite = Suite::for_pair(&source.parse().unwrap(), &target.parse().unwrap());
        let corpus = story::read(&folder, source, target, 1).unwrap();
        let mut table = Table::default();
        run(&suite, &corpus, Thoroughness { seed: 20, most: 5 }, &mut table);
        assert_eq!(table.n_clean_blocked, 0, "{table}");
        for name in ["copy source", "empty", "think tags", "json"] {
            let row = &table.operators[name];
            assert!(row.n_right == row.n_planted && row.n_planted > 0, "{name}: {table}");
        }
        let (n_right, n_planted) = table
            .operators
            .values()
            .fold((0, 0), |(right, planted), row| (right + row.n_right, planted + row.n_planted));
        assert!(n_planted > 100 && n_right * 100 >= n_planted * 85, "{n_right} of {n_planted}\n{table}");
    }
}
