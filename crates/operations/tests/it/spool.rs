//! What waits in memory or on disk comes back as it was.

use operations::spool::{LARGEST_IN_MEMORY, Spool};
use std::io::Write as _;

#[test]
fn what_was_written_comes_back_from_memory_and_from_disk() {
    for n_expected in [0, LARGEST_IN_MEMORY + 1] {
        let mut spool = Spool::new(n_expected);
        assert_eq!(matches!(spool, Spool::Disk(_)), n_expected > LARGEST_IN_MEMORY);
        for number in 0..100_000_u32 {
            spool.write_all(&number.to_le_bytes()).unwrap();
        }
        let expected: Vec<u8> = (0..100_000_u32).flat_map(u32::to_le_bytes).collect();
        assert!(spool.into_bytes().unwrap() == expected, "other bytes");
    }
}
