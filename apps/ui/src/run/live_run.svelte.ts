// Why: follows one run and keeps its state; events are taken in batches, so that a fast run does not drown the page.
import { questions as fetchQuestions, run as fetchRun, openEvents } from "../api/runs.ts";
import { follow } from "../api/sse.ts";
import type { Question, RunPage } from "../api/types.ts";
import { parsed } from "../state/live.svelte.ts";
import { attempt } from "../state/toasts.svelte.ts";
import { Pace } from "./pace.ts";
import { NOTHING, type RunEvent, type RunState, reduce } from "./reduce.ts";

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

  constructor(id: string) {
    this.id = id;
  }

  async start(): Promise<void> {
    await this.reload();
    this.listen();
  }

  /** Listens from the beginning; also after a resume. */
  listen(): void {
    this.#stop?.();
    this.state = NOTHING;
    this.#stop = follow({
      open: openEvents(this.id),
      onEvent: (event) => {
        this.#queue.push({ sequence: Number(event.id ?? 0), event: event.name, ...parsed(event.data) });
        this.#timer ??= setTimeout(() => this.#take(), 120);
      },
      onState: (connected) => (this.connected = connected),
      again: () => this.page?.state === "running" && this.state.ending === undefined,
    });
  }

  stop(): void {
    this.#stop?.();
    clearTimeout(this.#timer);
  }

  async reload(): Promise<void> {
    const [page, open] = await Promise.all([
      attempt(() => fetchRun(this.id)),
      fetchQuestions(this.id).catch(() => undefined),
    ]);
    if (page) this.page = page;
    if (open) this.questions = open.items;
  }

  #take(): void {
    this.#timer = undefined;
    const events = this.#queue;
    this.#queue = [];
    const before = this.state;
    this.state = reduce(before, events);
    this.#pace.note(performance.now(), this.state.accepted);
    this.left = this.#pace.left(this.state.paragraphs);
    const asked = this.state.questions !== before.questions;
    const ended = this.state.ending !== before.ending;
    if (asked || ended) void this.reload();
  }
}
