//! Prints the `OpenAPI` document: `cargo run -p server --example openapi > apps/server/openapi.json`.

use std::io::Write;

fn main() -> std::io::Result<()> {
    std::io::stdout().write_all(server::openapi()?.as_bytes())
}
