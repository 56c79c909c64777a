// Why: a real login service for the tests. `node login_service.mjs PACKAGES REDIRECT NOW` prints the address it listens at;
// whoever is named in `login_hint` is logged in without a question.
import { createServer } from "node:http";
import { pathToFileURL } from "node:url";

const [packages, redirect, now] = process.argv.slice(2);
// The clock of the tests hardly moves, however long they take.
const real = Date.now;
const began = real();
Date.now = () => Number(now) + Math.floor((real() - began) / 1000);

const { Provider } = await import(pathToFileURL(`${packages}/oidc-provider/lib/index.js`).href);
const groups = { olive: ["tsumugi-owners"], ann: ["translators", "readers"], sid: ["strangers"], nora: [] };

const server = createServer((request, response) => answer(request, response));
server.listen(0, "127.0.0.1", () => {
  const issuer = `http://127.0.0.1:${server.address().port}`;
  provider = make(issuer);
  callback = provider.callback();
  process.stdout.write(`${issuer}\n`);
});

let provider;
let callback;

async function answer(request, response) {
  const url = new URL(request.url, "http://127.0.0.1");
  // What somebody is in can change between two logins.
  if (url.pathname === "/groups") {
    groups[url.searchParams.get("person")] = url.searchParams.get("groups").split(",").filter(Boolean);
    response.end();
    return;
  }
  if (!url.pathname.startsWith("/interaction/")) {
    callback(request, response);
    return;
  }
  const { params } = await provider.interactionDetails(request, response);
  const answered =
    params.login_hint === "denied"
      ? { error: "access_denied", error_description: "<script>" }
      : { login: { accountId: params.login_hint } };
  await provider.interactionFinished(request, response, answered, { mergeWithLastSubmission: false });
}

function make(issuer) {
  return new Provider(issuer, {
    clients: [
      {
        client_id: "tsumugi",
        client_secret: "a secret: with/odd+characters",
        redirect_uris: [redirect],
        token_endpoint_auth_method: "client_secret_basic",
      },
    ],
    claims: { openid: ["sub"], profile: ["name"], groups: ["groups"] },
    scopes: ["openid", "profile", "groups"],
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, interaction) => `/interaction/${interaction.uid}` },
    pkce: { required: () => true },
    findAccount: (_, id) => ({ accountId: id, claims: () => ({ sub: id, name: id.toUpperCase(), groups: groups[id] }) }),
    async loadExistingGrant({ oidc }) {
      const grant = new oidc.provider.Grant({ clientId: oidc.client.clientId, accountId: oidc.session.accountId });
      grant.addOIDCScope("openid profile groups");
      await grant.save();
      return grant;
    },
  });
}
