// Why: whether several people use this library, and who of them this browser is.
import { me } from "../api/people.ts";
import type { Me, Role } from "../api/types.ts";

export const ROLES: readonly Role[] = ["owner", "editor", "translator", "reader"];

class Team {
  /** Whether people log in with accounts of their own. */
  exists = $state(false);
  /** Who is logged in. */
  me: Me | undefined = $state.raw();

  /** Learns who is logged in; throws when nobody is. */
  async load(): Promise<void> {
    this.exists = true;
    this.me = await me();
  }
}

export const team = new Team();
