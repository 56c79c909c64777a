//! One worker computes at a time for each permit.

use task::cpu_limit::{CpuLimiter, CpuPermit};

#[tokio::test]
async fn a_worker_waits_until_a_permit_is_released_and_never_needs_two() {
    let cpu_limiter = CpuLimiter::with_permits(1);
    let (first, second) = (CpuPermit::new(&cpu_limiter), CpuPermit::new(&cpu_limiter));
    first.acquire().await;
    first.acquire().await;
    let mut waiting = Box::pin(second.acquire());
    assert!(futures::poll!(&mut waiting).is_pending());
    first.release();
    waiting.await;
    let mut waiting = Box::pin(first.acquire());
    assert!(futures::poll!(&mut waiting).is_pending());
    drop(second);
    waiting.await;
}
