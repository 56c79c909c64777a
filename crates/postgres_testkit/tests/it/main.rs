//! The cluster that tests share makes room for the next one.

use postgres_testkit::watch;
use std::fs::{File, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::time::Duration;

fn wait_for(path: &Path) {
    while !path.exists() {
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn a_test_does_not_wait_while_an_unused_cluster_is_removed() {
    let place = tempfile::tempdir().unwrap();
    let (folder, programs) = (place.path().join("cluster"), place.path().join("programs"));
    std::fs::create_dir_all(folder.join("data")).unwrap();
    std::fs::create_dir_all(&programs).unwrap();
    let (stops, may_stop) = (place.path().join("stops"), place.path().join("may-stop"));
    // A cluster that takes its time to stop, but no longer than this test.
    let pg_ctl = format!(
        "#!/bin/sh\n: >'{0}'\nwhile [ -e '{0}' ] && [ ! -e '{1}' ]; do sleep 0.01; done\n",
        stops.display(),
        may_stop.display()
    );
    std::fs::write(programs.join("pg_ctl"), pg_ctl).unwrap();
    std::fs::set_permissions(programs.join("pg_ctl"), Permissions::from_mode(0o755)).unwrap();
    let lock = File::create(folder.with_extension("lock")).unwrap();
    // Nobody has ever used it.
    let mut watching = watch(&folder, &programs).spawn().unwrap();
    wait_for(&stops);
    assert!(lock.try_lock().is_ok(), "whoever wants a cluster waits until the old one is gone");
    assert!(!folder.exists(), "the next cluster would be made among the files of the old one");
    File::create(&may_stop).unwrap();
    assert!(watching.wait().unwrap().success());
    let mut left: Vec<_> =
        std::fs::read_dir(place.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    left.sort();
    assert_eq!(left, ["cluster.lock", "may-stop", "programs", "stops"], "its files are removed");
}
