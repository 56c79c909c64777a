//! What the checks find of the faults real engines made does not fall behind what it was.

use mutation::real_faults::{measure, read};

#[test]
fn faults_of_real_engines_are_found_and_good_pairs_left_alone() {
    assert!(read().len() >= 170);
    let recall = measure();
    assert!(recall.precision() >= 0.95, "{recall}");
    let (n, n_found) = recall.visible;
    assert!(n_found * 10 >= n * 7, "{recall}");
}
