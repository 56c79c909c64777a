// Why: the way to the login service of a team and back: the browser leaves the page, comes back with a code in the address,
// and hands it over. Where the person was is kept in this tab, never in an address somebody else could write.
import { beginOidc, finishOidc } from "../api/people.ts";

const CALLBACK = "/oidc/callback";
const WAS_AT = "login.was_at";

/** Leaves for the login service. */
export async function leaveForService(): Promise<void> {
  const { url } = await beginOidc();
  sessionStorage.setItem(WAS_AT, location.hash);
  location.assign(url);
}

/** What the browser came back with, which stands in the address until it is taken. */
export function takeReturn(): URLSearchParams | undefined {
  if (location.pathname !== CALLBACK) return undefined;
  const returned = new URLSearchParams(location.search);
  const wasAt = sessionStorage.getItem(WAS_AT) ?? "";
  sessionStorage.removeItem(WAS_AT);
  // The code must not stay in the history, and a reload must not offer it again.
  history.replaceState(null, "", `/${wasAt.startsWith("#/") ? wasAt : ""}`);
  return returned;
}

/** Hands over what the browser came back with. */
export const finishLogin = (returned: URLSearchParams): Promise<unknown> =>
  finishOidc({
    state: returned.get("state") ?? "",
    code: returned.get("code"),
    error: returned.get("error"),
    iss: returned.get("iss"),
  });
