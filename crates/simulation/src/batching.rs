//! The service's batches: requests are handed in together, and answered when the client asks for the answers.

use crate::fault::{FaultKind, Lie};
use crate::lies::bent;
use crate::replies::{BatchedReply, PlannedReply, Tokens};
use crate::wire::{SimulatedService, billed, delivery, estimate, honest_reply};
use crate::world::{FOR_EVER, World};
use fastrand::Rng;
use llm::{Dialect, WireResponse};
use llm_test_server::{BatchAnswers, SeenRequest, WireFault};
use serde_json::Value;
use std::io;
use std::pin::Pin;
use std::time::Duration;

/// A batch that is stuck goes on when the service was asked so often.
const STUCK_FOR: u64 = 7;

/// The model answers the requests of a batch, all of them with the same lie if there is one.
struct Answers<'a> {
    world: &'a World,
    number: u64,
    lie: Option<Lie>,
}

impl BatchAnswers for Answers<'_> {
    fn answer<'a>(
        &'a self,
        dialect: Dialect,
        body: &'a Value,
    ) -> Pin<Box<dyn Future<Output = Value> + Send + 'a>> {
        Box::pin(async move {
            let bytes = body.to_string().into_bytes();
            let seen = SeenRequest { dialect, ..SeenRequest::at("", &bytes) };
            let mut reply = honest_reply(&seen).await;
            if let Some(lie) = self.lie {
                reply = bent(reply, lie);
            }
            reply.usage = billed(&bytes, body, &reply);
            let usage = Tokens { input: reply.usage.input, output: reply.usage.output };
            // The guard that cuts off a repetitive reply counts what it has received, and not the bill.
            let at_most =
                if self.lie == Some(Lie::Repeats) { usage.or_more(estimate(&bytes, &reply)) } else { usage };
            let reply_in_batch = BatchedReply {
                body: &bytes,
                number: self.number,
                usage,
                at_most,
                is_good: self.lie.is_none(),
            };
            self.world.answered_in_batch(&reply_in_batch);
            seen.in_batch(&reply)
        })
    }
}

impl SimulatedService {
    /// A request about batches.
    pub(crate) async fn about_batches(&self, path: &str, body: Option<Vec<u8>>) -> io::Result<WireResponse> {
        let world = &self.0;
        let method = if body.is_some() { "POST" } else { "GET" };
        let body = body.unwrap_or_default();
        let is_handed_in =
            method == "POST" && (path.ends_with("/batches") || path.contains(":batchGenerateContent"));
        let about = if is_handed_in { &body } else { path.as_bytes() };
        let Some(PlannedReply { number, fault }) = world.request_about_batch(about, is_handed_in) else {
            tokio::time::sleep(FOR_EVER).await;
            return Err(io::ErrorKind::ConnectionAborted.into());
        };
        let rng = Rng::with_seed(world.scenario.seed ^ number.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        tokio::time::sleep(Duration::from_millis(20 + number % 400)).await;
        let (mut wire, mut lie) = (WireFault::Nothing, None);
        match fault {
            Some(FaultKind::Unreachable) => return Err(io::ErrorKind::ConnectionRefused.into()),
            Some(FaultKind::Lie(told)) => lie = Some(told),
            Some(FaultKind::Wire(fault)) => wire = fault,
            Some(FaultKind::Burst { status: 429, .. }) => wire = WireFault::RateLimited { retry_after: None },
            Some(FaultKind::Burst { status, .. }) => wire = WireFault::Status(status),
            Some(FaultKind::Batch(fate)) => world.batches.set_next_fate(fate),
            _ => {}
        }
        let seen = SeenRequest::at(path, &[]);
        // What is refused never reaches the batches.
        let refused = seen.delivered(200, b"", wire);
        if refused.status != 200 {
            return Ok(delivery(world, refused, rng));
        }
        if number.is_multiple_of(STUCK_FOR) {
            world.batches.release();
        }
        let answers = Answers { world, number, lie };
        let answered = world.batches.reply(&answers, method, path, &body).await;
        let Some((status, text)) = answered.unwrap_or_else(|| Some((404, String::new()))) else {
            return Err(io::ErrorKind::ConnectionReset.into());
        };
        world.note(&format!("about batches: {status}"));
        Ok(delivery(world, seen.delivered(status, text.as_bytes(), wire), rng))
    }
}
