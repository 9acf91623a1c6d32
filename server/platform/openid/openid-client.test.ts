import { generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { createServer } from "node:http";
import { afterAll, expect, test } from "vitest";
import { listen } from "../../testing/listen.ts";
import { openIdClient } from "./adapters/openid-client.ts";
import { OpenIdRejected } from "./port.ts";

const CLIENT_ID = "tessera";
const REDIRECT_URI = "http://localhost:3000/api/auth/google/callback";
const SECRETS = {
  state: "the state",
  nonce: "the nonce",
  codeVerifier: "a code verifier that is long enough for PKCE.",
};
const newKey = () => generateKeyPairSync("rsa", { modulusLength: 2048 });
const published = newKey();

let signingKey: KeyObject;
let claimsDepth = 0;
const nestedList = (depth: number) => JSON.parse("[".repeat(depth) + "]".repeat(depth));
let header: Record<string, string>;
const server = createServer((request, response) => {
  response.setHeader("content-type", "application/json");
  response.end(JSON.stringify(responseTo(request.url ?? "")));
});
const { url: issuer } = await listen(server);
afterAll(() => void server.close());

function responseTo(path: string): object {
  if (path === "/keys") {
    return {
      keys: [{ ...published.publicKey.export({ format: "jwk" }), kid: "1", use: "sig", alg: "RS256" }],
    };
  }
  if (path === "/token" && claimsDepth > 0) return { access_token: "x", nested: nestedList(claimsDepth) };
  if (path === "/token") return { access_token: "x", token_type: "Bearer", id_token: idToken() };
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/keys`,
    id_token_signing_alg_values_supported: ["RS256"],
  };
}

function idToken(): string {
  const now = Math.floor(Date.now() / 1000);
  const claims = {
    iss: issuer,
    aud: CLIENT_ID,
    sub: "1",
    nonce: SECRETS.nonce,
    iat: now,
    exp: now + 60,
    email: "owner@example.org",
    email_verified: true,
  };
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString("base64url");
  const signed = `${encode(header)}.${encode(claims)}`;
  return `${signed}.${sign("sha256", Buffer.from(signed), signingKey).toString("base64url")}`;
}

function finish() {
  const client = openIdClient({
    issuer,
    clientId: CLIENT_ID,
    clientSecret: "a client secret",
    redirectUri: REDIRECT_URI,
  });
  return client.finish(new URL(`${REDIRECT_URI}?code=c&state=${encodeURIComponent(SECRETS.state)}`), SECRETS);
}

test("accepts an ID token signed by the provider's key", async () => {
  signingKey = published.privateKey;
  header = { alg: "RS256", kid: "1" };
  expect(await finish()).toMatchObject({ subject: "1", email: "owner@example.org", emailVerified: true });
});

test("rejects an ID token signed by another key", async () => {
  signingKey = newKey().privateKey;
  for (const kid of ["1", "2"]) {
    header = { alg: "RS256", kid };
    await expect(finish(), kid).rejects.toThrow(OpenIdRejected);
  }
});

test("rejects a response that is nested deeply", async () => {
  claimsDepth = 1000;
  await expect(finish()).rejects.toThrow("the JSON is too deep");
  claimsDepth = 0;
});
