//! What an answer for several tasks cost is shared out whole.

use task::driver::share_of;

#[test]
fn the_shares_of_a_number_add_up_to_it() {
    let weights = [3, 0, 7, 1, 5];
    for whole in [0_u64, 1, 2, 99, 1_000_003] {
        let shares: Vec<u64> = (0..weights.len()).map(|place| share_of(whole, &weights, place)).collect();
        assert_eq!(shares.iter().sum::<u64>(), whole);
        assert_eq!(shares[1], 0);
    }
}
