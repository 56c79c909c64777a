// Why: a model that waits for an answer, or a run that ended, is seen without looking at the run: in the title, in the
// navigation, and, for those who want it, as a message of the system.
import { questions as fetchQuestions, openEvents } from "../api/runs.ts";
import { follow } from "../api/sse.ts";
import { t } from "../i18n/index.svelte.ts";
import { parsed } from "./live.svelte.ts";

const KEPT_AS = "tsumugi.notify";

class Attention {
  /** How many questions wait for an answer in the book that is open. */
  waiting = $state(0);
  notifies = $state(localStorage.getItem(KEPT_AS) === "on" && permission() === "granted");

  /** Follows a run of a book until stopped; only what a person must know is listened for. */
  watch(run: string, title: string): () => void {
    let over = false;
    const count = async () => {
      const open = await fetchQuestions(run).catch(() => undefined);
      if (!open) return;
      const waiting = open.items.filter((question) => question.is_live).length;
      // Also one that was asked before anybody listened.
      const isNew = waiting > this.waiting;
      this.waiting = waiting;
      if (isNew) this.#say(title, t("question.title"));
    };
    void count();
    const stop = follow({
      open: openEvents(run),
      onEvent: ({ name, data }) => {
        if (name === "ended" || name === "failed") {
          over = true;
          this.#say(title, t(`notify.${ending(parsed(data).ending)}`));
        }
        if (name === "question" || name === "called" || name === "ended") void count();
      },
      again: () => !over,
    });
    return () => {
      stop();
      this.waiting = 0;
    };
  }

  /** Asks the browser for leave once, when the person wants to be told. */
  async choose(on: boolean): Promise<void> {
    const granted = on && "Notification" in globalThis && (await Notification.requestPermission()) === "granted";
    this.notifies = granted;
    localStorage.setItem(KEPT_AS, granted ? "on" : "off");
  }

  #say(title: string, body: string): void {
    if (!this.notifies || !document.hidden) return;
    try {
      new Notification(title, { body, tag: "tsumugi" });
    } catch {
      // Some phones allow messages only from a service worker, which this page does not have.
    }
  }
}

const permission = () => ("Notification" in globalThis ? Notification.permission : "denied");

function ending(word: unknown): "finished" | "budget" | "failed" | "stopped" {
  if (word === "finished" || word === "unresolved") return "finished";
  return word === "budget" ? "budget" : word === "interrupted" ? "stopped" : "failed";
}

export const attention = new Attention();
