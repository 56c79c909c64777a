// Why: follows one run and keeps its state; events are taken in batches, so that a fast run does not drown the page.
import { questions as fetchQuestions, run as fetchRun, openEvents } from "../api/runs.ts";
import { follow } from "../api/sse.ts";
import type { Question, RunPage } from "../api/types.ts";
import { parsed, throttle } from "../state/live.svelte.ts";
import { attempt } from "../state/toasts.svelte.ts";
import { Pace } from "./pace.ts";
import { NOTHING, type RunEvent, type RunState, reduce } from "./reduce.ts";

/** Counts and sums come from the library, so often at most. */
const COUNT_EVERY_MS = 1_000;

export class LiveRun {
  readonly id: string;
  state: RunState = $state.raw(NOTHING);
  page: RunPage | undefined = $state.raw();
  questions: readonly Question[] = $state.raw([]);
  connected = $state(false);
  left: number | undefined = $state();
  #pace = new Pace();
  #queue: RunEvent[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #stop: (() => void) | undefined;
  /** How often the library was asked, and which of the answers is shown: an older one may come after a newer one. */
  #asked = 0;
  #shown = 0;
  readonly #count = throttle(() => void this.reload(), COUNT_EVERY_MS);

  constructor(id: string) {
    this.id = id;
  }

  /** How many paragraphs are done, by the library: one that was accepted twice counts once. */
  get done(): number {
    const { ledger } = this.page ?? {};
    return ledger ? ledger.accepted + ledger.kept : 0;
  }

  /** How many there are: what the tasks of the run have, and at least what was planned. */
  get all(): number {
    const { ledger } = this.page ?? {};
    const inTasks = ledger ? ledger.accepted + ledger.kept + ledger.pending + ledger.failed : 0;
    return Math.max(this.state.paragraphs, inTasks);
  }

  /** Listens from the beginning, and asks for the run once that is open; also after a resume. */
  start(): void {
    this.#stop?.();
    this.state = NOTHING;
    void this.reload();
    this.#stop = follow({
      open: openEvents(this.id),
      onEvent: (event) => {
        this.#queue.push({ sequence: Number(event.id ?? 0), event: event.name, ...parsed(event.data) });
        this.#timer ??= setTimeout(() => this.#take(), 120);
      },
      onState: (connected) => {
        this.connected = connected;
        // A run that ended while nobody listened is only told by the library.
        void this.reload();
      },
      again: () => this.page?.state === "running" && this.state.ending === undefined,
    });
  }

  stop(): void {
    this.#stop?.();
    clearTimeout(this.#timer);
  }

  async reload(): Promise<void> {
    this.#asked += 1;
    const asked = this.#asked;
    const [page, open] = await Promise.all([
      attempt(() => fetchRun(this.id)),
      fetchQuestions(this.id).catch(() => undefined),
    ]);
    if (asked < this.#shown) return;
    this.#shown = asked;
    if (page) this.page = page;
    if (open) this.questions = open.items;
    this.#pace.note(performance.now(), this.done);
    this.left = this.#pace.left(this.all);
  }

  #take(): void {
    this.#timer = undefined;
    const events = this.#queue;
    this.#queue = [];
    const before = this.state;
    this.state = reduce(before, events);
    const asked = this.state.questions !== before.questions;
    const ended = this.state.ending !== before.ending;
    if (asked || ended) void this.reload();
    else this.#count();
  }
}
