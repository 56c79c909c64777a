//! The hook of the library's driver: where commits fail, disks fill up, and processes die.

use crate::doing::Doing;
use crate::fault::FaultKind;
use crate::world::World;
use std::sync::Arc;
use std::time::Duration;
use store::driver_hook::{DriverHook, Intervention};

/// Stands between a library and its file.
#[derive(Debug)]
pub struct SimulatedDriver {
    pub world: Arc<World>,
    /// The process whose library it is.
    pub process: String,
}

/// No page beyond those that are there.
const FULL: &str = "PRAGMA max_page_count = 1";
const ROOMY: &str = "PRAGMA max_page_count = 1073741823";

impl DriverHook for SimulatedDriver {
    fn before(&self, sql: &str) -> Intervention {
        let world = &self.world;
        world.look_after_commit();
        if sql.starts_with("INSERT INTO steps") {
            world.step_by(&self.process);
        }
        if sql == "COMMIT" {
            world.doing(Doing::Committing);
            match world.commit() {
                Some(FaultKind::CommitRefused) => return Intervention::Refuse,
                Some(_) => return Intervention::SendUnheard,
                None => {}
            }
        } else if sql.starts_with("BEGIN") || sql.starts_with("SAVEPOINT") {
            world.doing(Doing::Writing);
        }
        if let Some(instead) = world.planted(sql) {
            return Intervention::SendInstead(instead);
        }
        if sql.starts_with("ROLLBACK") || sql.starts_with("RELEASE") {
            return Intervention::Send;
        }
        if world.refuses_statement() {
            return Intervention::Refuse;
        }
        if sql.starts_with("BEGIN IMMEDIATE") {
            let first = if world.is_disk_full() { FULL } else { ROOMY };
            return Intervention::SendAfter(first);
        }
        Intervention::Send
    }

    fn pause(&self, sql: &str) -> Option<Duration> {
        self.world.statement(sql)
    }
}
