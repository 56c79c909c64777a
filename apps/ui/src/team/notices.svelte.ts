// Why: how many notices wait, wherever one is on the page.
import { nUnread } from "../api/teamwork.ts";
import { CONNECTED, live, throttle } from "../state/live.svelte.ts";
import { team } from "./team.svelte.ts";

class Unread {
  n = $state(0);

  async load(): Promise<void> {
    if (!team.exists || !team.me) return;
    // A number that cannot be had now comes with the next event.
    this.n = await nUnread().then(
      (answer) => answer.n_unread,
      () => this.n,
    );
  }

  /** Meant for `$effect(() => unread.watch())`. */
  watch(): () => void {
    void this.load();
    const reload = throttle(() => void this.load());
    return live.subscribe((name, data) => {
      const isMine = name === "notices_changed" && data.person === team.me?.id;
      if (isMine || name === "library_changed" || name === CONNECTED) reload();
    });
  }
}

export const unread = new Unread();
