// Why: the views watch one value for where the person is.
import { type Route, readRoute } from "./route.ts";

class Place {
  route: Route = $state.raw(readRoute(location.hash));
  /** Counts visits: a link to where one already is, is a visit too. */
  visits = $state(0);

  constructor() {
    addEventListener("hashchange", () => this.#arrive());
    addEventListener("click", (event) => {
      const anchor = event.target instanceof Element ? event.target.closest("a[href^='#']") : null;
      // The browser says nothing when the address stays the same.
      if (anchor && !event.defaultPrevented && anchor.getAttribute("href") === location.hash) this.#arrive();
    });
  }

  go(address: string): void {
    if (address === location.hash) this.#arrive();
    else location.hash = address;
  }

  /** Changes the address without a step in the history, for places inside a view. */
  mark(address: string): void {
    if (address !== location.hash) history.replaceState(null, "", address);
  }

  #arrive(): void {
    this.route = readRoute(location.hash);
    this.visits++;
  }
}

export const place = new Place();
