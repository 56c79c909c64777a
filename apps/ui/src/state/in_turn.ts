// Why: two requests at once may be answered in either order, and the older answer must not be the one that stays.

/** Runs `work` once at a time: calls while it is under way are followed by one more run. `work` must not fail. */
export function inTurn(work: () => Promise<void>): () => void {
  let isWorking = false;
  let isCalled = false;
  const run = async () => {
    isWorking = true;
    do {
      isCalled = false;
      await work();
    } while (isCalled);
    isWorking = false;
  };
  return () => {
    isCalled = true;
    if (!isWorking) void run();
  };
}
