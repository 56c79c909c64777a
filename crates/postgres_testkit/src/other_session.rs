//! Another program's session, which holds a lock as long as a test wishes.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, Stdio};

/// A session that holds what it has locked until it is dropped.
#[derive(Debug)]
pub struct OtherSession {
    psql: Child,
}

impl OtherSession {
    /// Returns when the statements are done.
    pub(crate) fn begin(mut psql: Command, port: u16, database: &str, sql: &str) -> Self {
        psql.args(["-h", "127.0.0.1", "-U", "postgres", "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1"]);
        psql.args(["-p", &port.to_string(), "-d", database]);
        psql.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::inherit());
        let mut psql = psql.spawn().unwrap();
        psql.stdin.as_mut().unwrap().write_all(format!("{sql};\n\\echo done\n").as_bytes()).unwrap();
        let said = BufReader::new(psql.stdout.take().unwrap());
        assert!(said.lines().any(|line| line.unwrap() == "done"), "{sql} was refused");
        Self { psql }
    }
}

impl Drop for OtherSession {
    fn drop(&mut self) {
        // The end of its input is the end of its session. The server has ended it only a moment later.
        drop(self.psql.stdin.take());
        let _ = self.psql.wait();
    }
}
