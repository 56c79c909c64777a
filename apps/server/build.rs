//! Has the page's files taken in again when they change: they are embedded, and the compiler does not see new ones.

fn main() {
    // An empty folder can be watched, a missing one would mean building this crate anew every time. Where it cannot be
    // made, that is all that happens.
    let _ = std::fs::create_dir_all("../ui/dist");
    println!("cargo:rerun-if-changed=../ui/dist");
}
