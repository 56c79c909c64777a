// Why: everything can be done from the keyboard, and `?` tells how. Views name their keys here and take them back when
// they go. Single-letter keys can be switched off, for people whose voice or switch input types by accident.
import { untrack } from "svelte";
import type { Key } from "../i18n/index.svelte.ts";

export interface Command {
  /** As `KeyboardEvent.key` says it, with `Ctrl+` before it where needed (also Command on a Mac). */
  key: string;
  label: Key;
  run: () => void;
  /** Also while typing in a field. */
  always?: boolean;
}

const KEPT_AS = "tsumugi.single-keys";

class Keys {
  sets: Command[][] = $state.raw([]);
  single = $state(localStorage.getItem(KEPT_AS) !== "off");

  listen(target: EventTarget): void {
    target.addEventListener("keydown", (event) => this.#pressed(event as KeyboardEvent));
  }

  /** Adds commands for as long as a component lives; meant for `$effect(() => keys.use([...]))`. */
  use(commands: Command[]): () => void {
    // Whoever adds keys must not be told that keys were added.
    this.sets = [...untrack(() => this.sets), commands];
    return () => {
      this.sets = untrack(() => this.sets).filter((set) => set !== commands);
    };
  }

  allowSingle(on: boolean): void {
    this.single = on;
    localStorage.setItem(KEPT_AS, on ? "on" : "off");
  }

  #pressed(event: KeyboardEvent): void {
    if (event.defaultPrevented || event.isComposing || event.altKey) return;
    const pressed = nameOf(event);
    const typing = isField(event.target);
    const inDialog = document.querySelector("dialog[open]") !== null;
    for (const set of this.sets.toReversed()) {
      const command = set.find((candidate) => candidate.key === pressed);
      if (!command) continue;
      if ((typing || inDialog) && !command.always) return;
      if (!this.single && pressed.length === 1) return;
      event.preventDefault();
      command.run();
      return;
    }
  }
}

export const keys = new Keys();

export function nameOf(event: Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey">): string {
  return event.ctrlKey || event.metaKey ? `Ctrl+${event.key.toLowerCase()}` : event.key;
}

function isField(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.matches("input, select, textarea") || target.isContentEditable);
}
