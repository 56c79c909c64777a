// Why: a run is told event by event; this turns the story so far into what the live view shows. Pure, so that replaying
// the same events always gives the same state, and bounded, so that a run of days does not fill the memory.

import { type SurveyState, surveyed } from "./survey.ts";

export interface RunEvent {
  sequence: number;
  event: string;
  [field: string]: unknown;
}

export interface TaskState {
  task: string;
  chapter: number;
  model: string;
  status: string;
  reply: number;
  thinking: string;
  saying: string;
  /** The reply these words are of: they stand until the next reply has words of its own. */
  spoken: number;
  accepted: number;
  /** Why it waits before it asks again, and for how long; nothing when it does not. */
  waits: { reason: string; ms: number } | undefined;
  /** How much of the prompt its model has read, in percent; undefined when nobody tells, or when words come. */
  read: number | undefined;
}

export interface LogEntry {
  sequence: number;
  event: string;
  chapter: number;
  task: string;
  fields: Record<string, unknown>;
}

export interface AcceptedText {
  sequence: number;
  chapter: number;
  paragraph: string;
  text: string;
}

export interface RunState {
  last: number;
  /** How many paragraphs were planned; how many are done is told by the library. */
  paragraphs: number;
  retries: number;
  questions: number;
  ending: string | undefined;
  reason: string | undefined;
  tasks: ReadonlyMap<string, TaskState>;
  log: readonly LogEntry[];
  texts: readonly AcceptedText[];
  /** What a survey brought so far; other runs have none. */
  survey: SurveyState | undefined;
}

const MOST_LOG = 400;
const MOST_TEXTS = 200;
const MOST_WORDS = 4_000;

export const NOTHING: RunState = {
  last: 0,
  paragraphs: 0,
  retries: 0,
  questions: 0,
  ending: undefined,
  reason: undefined,
  tasks: new Map(),
  log: [],
  texts: [],
  survey: undefined,
};

/** The state after several events at once. */
export function reduce(state: RunState, events: readonly RunEvent[]): RunState {
  const next = { ...state, tasks: new Map(state.tasks), log: [...state.log], texts: [...state.texts] };
  for (const event of events) {
    // A connection that was lost may repeat what is known.
    if (event.event !== "snapshot" && event.sequence > 0 && event.sequence <= next.last) continue;
    // A snapshot counts up to its own number: what follows it is counted again, even if it was seen before.
    next.last = event.event === "snapshot" ? event.sequence : Math.max(next.last, event.sequence);
    apply(next, event);
  }
  next.log = next.log.slice(-MOST_LOG);
  next.texts = next.texts.slice(-MOST_TEXTS);
  return next;
}

type MutableRunState = Omit<RunState, "tasks" | "log" | "texts"> & {
  tasks: Map<string, TaskState>;
  log: LogEntry[];
  texts: AcceptedText[];
};

function apply(to: MutableRunState, event: RunEvent): void {
  to.survey = surveyed(to.survey, event.event, event);
  switch (event.event) {
    case "snapshot":
      snapshot(to, event);
      return;
    case "started":
      to.ending = undefined;
      to.reason = undefined;
      to.paragraphs = number(event.paragraphs) + number(event.open_paragraphs);
      break;
    case "thinking":
    case "saying":
      changeTask(to, event, (task) => spoken(task, event.event as "thinking" | "saying", word(event.text)));
      // The words run on in the task's own place; the log has the steps.
      return;
    case "asked":
      changeTask(to, event, (task) => ({ ...task, reply: number(event.reply), waits: undefined, read: undefined }));
      return;
    case "reading":
      changeTask(to, event, (task) => ({ ...task, read: percent(event) }));
      return;
    case "retrying":
      to.retries++;
      changeTask(to, event, (task) => ({ ...task, waits: { reason: word(event.reason), ms: number(event.wait_ms) } }));
      break;
    case "accepted":
      accepted(to, event);
      return;
    case "moved":
      changeTask(to, event, (task) => ({ ...task, status: word(event.status) }));
      // That a task ends is told once, with its outcome.
      if (event.status === "end") return;
      break;
    case "question":
      to.questions++;
      break;
    case "task_ended":
      to.tasks.delete(word(event.task));
      break;
    case "ended":
      ended(to, event);
      break;
    case "failed":
      to.ending = "failed";
      to.reason = word(event.reason);
      to.tasks.clear();
      break;
    default:
      break;
  }
  note(to, event);
}

function accepted(to: MutableRunState, event: RunEvent): void {
  const paragraph = word(event.paragraph_id);
  // A paragraph that is accepted again counts once, and is shown once with its newer text.
  if (!to.texts.some((text) => text.paragraph === paragraph)) {
    changeTask(to, event, (task) => ({ ...task, accepted: task.accepted + 1 }));
  }
  to.texts = to.texts.filter((text) => text.paragraph !== paragraph);
  to.texts.push({
    sequence: event.sequence,
    chapter: number(event.chapter),
    paragraph,
    text: word(event.translation),
  });
}

function ended(to: MutableRunState, event: RunEvent): void {
  to.ending = word(event.ending) || "finished";
  to.reason = word(event.reason) || undefined;
  to.tasks.clear();
}

/** What was missed; the events after it go on from there. */
function snapshot(to: MutableRunState, event: RunEvent): void {
  if (typeof event.retries === "number") to.retries = event.retries;
  if (typeof event.paragraphs === "number") to.paragraphs = event.paragraphs + number(event.open_paragraphs);
  // A run that goes on has no ending any more.
  to.ending = word(event.ending) || undefined;
  to.tasks.clear();
}

function changeTask(to: MutableRunState, event: RunEvent, change: (task: TaskState) => TaskState): void {
  const id = word(event.task);
  if (!id) return;
  const task = to.tasks.get(id) ?? {
    task: id,
    chapter: number(event.chapter),
    model: "",
    status: "",
    reply: 0,
    thinking: "",
    saying: "",
    spoken: 0,
    accepted: 0,
    waits: undefined,
    read: undefined,
  };
  to.tasks.set(id, change(task));
}

function spoken(task: TaskState, kind: "thinking" | "saying", text: string): TaskState {
  const before = task.spoken === task.reply ? task : { ...task, thinking: "", saying: "" };
  return { ...before, spoken: task.reply, read: undefined, [kind]: (before[kind] + text).slice(-MOST_WORDS) };
}

function note(to: MutableRunState, event: RunEvent): void {
  const { sequence, event: name, chapter, task, version: _, ...fields } = event;
  to.log.push({ sequence, event: name, chapter: number(chapter), task: word(task), fields });
}

const percent = (event: RunEvent): number => Math.floor((number(event.done) * 100) / Math.max(1, number(event.total)));
const number = (value: unknown): number => (typeof value === "number" && Number.isFinite(value) ? value : 0);
const word = (value: unknown): string => (typeof value === "string" ? value : "");
