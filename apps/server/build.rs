//! Has the page's files embedded again when one comes or goes: the compiler sees only changes of those it knows.

fn main() {
    println!("cargo:rerun-if-changed=page");
}
