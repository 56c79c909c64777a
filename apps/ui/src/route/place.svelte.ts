// Why: the views watch one value for where the person is.
import { type Route, readRoute } from "./route.ts";

class Place {
  route: Route = $state.raw(readRoute(location.hash));

  constructor() {
    addEventListener("hashchange", () => {
      this.route = readRoute(location.hash);
    });
  }

  go(address: string): void {
    location.hash = address;
  }

  /** Changes the address without a step in the history, for places inside a view. */
  mark(address: string): void {
    history.replaceState(null, "", address);
  }
}

export const place = new Place();
