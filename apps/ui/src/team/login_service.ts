// Why: the way to the login service of a team and back: the browser leaves the page, comes back with a code in the address,
// and hands it over. Where the person was, and what for, is kept in this tab, never in an address somebody else could write.
import { beginLink, beginOidc, finishOidc, linkIdentity } from "../api/people.ts";

const CALLBACK = "/oidc-callback";
const WAS_AT = "login.was_at";
const PURPOSE = "login.purpose";
const LINK = "link";

function leave(url: string, purpose: string): void {
  sessionStorage.setItem(WAS_AT, location.hash);
  sessionStorage.setItem(PURPOSE, purpose);
  location.assign(url);
}

/** Leaves for the login service, to log in. */
export async function leaveForService(): Promise<void> {
  leave((await beginOidc()).url, "");
}

/** Leaves for the login service, to link the account there with the one that is logged in here. */
export async function leaveToLink(password: string): Promise<void> {
  leave((await beginLink(password)).url, LINK);
}

export interface Returned {
  query: URLSearchParams;
  /** Whether an account was to be linked; otherwise it is a login. */
  links: boolean;
}

/** What the browser came back with, which stands in the address until it is taken. */
export function takeReturn(): Returned | undefined {
  if (location.pathname !== CALLBACK) return undefined;
  const query = new URLSearchParams(location.search);
  const wasAt = sessionStorage.getItem(WAS_AT) ?? "";
  const links = sessionStorage.getItem(PURPOSE) === LINK;
  sessionStorage.removeItem(WAS_AT);
  sessionStorage.removeItem(PURPOSE);
  // The code must not stay in the history, and a reload must not offer it again.
  history.replaceState(null, "", `/${wasAt.startsWith("#/") ? wasAt : ""}`);
  // Nobody else is told of a replaced address.
  dispatchEvent(new HashChangeEvent("hashchange"));
  return { query, links };
}

/** Hands over what the browser came back with. */
export function handOver({ query, links }: Returned): Promise<unknown> {
  const body = {
    state: query.get("state") ?? "",
    code: query.get("code"),
    error: query.get("error"),
    iss: query.get("iss"),
  };
  return links ? linkIdentity(body) : finishOidc(body);
}
