// Why: the server may go away and come back (a restart, a sleeping laptop). The page says so once, in one place, asks
// until it is back, and then every view loads again.

const FIRST_MS = 500;
const LONGEST_MS = 5_000;

class Connection {
  /** Whether the last request found nobody. */
  away = $state(false);
  /** Whether the server asks for a token this browser does not have. */
  locked = $state(false);
  /** Counts how often the server came back; views that load something watch it. */
  epoch = $state(0);
  #asking = false;

  /** A request found nobody there. */
  lost(): void {
    this.away = true;
    if (!this.#asking) void this.#ask();
  }

  /** A request was refused for want of a token. */
  refused(): void {
    this.locked = true;
  }

  /** The server answers again. */
  back(): void {
    if (!this.away && !this.locked) return;
    this.away = false;
    this.locked = false;
    this.epoch++;
  }

  async #ask(): Promise<void> {
    this.#asking = true;
    let pause = FIRST_MS;
    while (this.away) {
      await new Promise((later) => setTimeout(later, pause));
      pause = Math.min(pause * 2, LONGEST_MS);
      try {
        const { status } = await fetch("/api/v1/about", { credentials: "same-origin", cache: "no-store" });
        if (status === 401) {
          this.away = false;
          this.refused();
        } else if (status < 500) this.back();
      } catch {
        // Still away.
      }
    }
    this.#asking = false;
  }
}

export const connection = new Connection();
