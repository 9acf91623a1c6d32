import { createServer } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import { TestBrowser } from "../../testing/browser.ts";
import { concurrently } from "../../testing/concurrently.ts";
import { PUBLIC_URL } from "../../testing/harness.ts";
import { listen } from "../../testing/listen.ts";
import { testProvider } from "../../testing/test-open-id.ts";
import { openSite, testSite } from "../../testing/test-site.ts";

const EXPIRED = "/auth?error=google_expired";
const UNAVAILABLE = "/auth?error=google_unavailable";
const FAILED = "/auth?error=google_failed";

const provider = testProvider();
const connect = (issuer = provider.issuer, requestTimeoutSeconds = 1) =>
  provider.connect({ issuer, requestTimeoutSeconds });
const site = testSite(() => ({ openId: connect() }));
const other = testSite(() => ({ databaseUrl: site.databaseUrl, openId: connect() }));
let userCount = 0;

const newBrowser = () => new TestBrowser(site, PUBLIC_URL);
/** Returns a new user of the provider, who is signed in there. */
function arrive() {
  userCount += 1;
  const user = {
    sub: `g-${userCount}`,
    email: `g${userCount}@example.org`,
    email_verified: true,
    name: `Gil ${userCount}`,
  };
  provider.signInAs(user);
  return user;
}
const count = async () =>
  (
    await site.query(
      "select (select count(*) from users)::int as users, (select count(*) from sessions)::int as sessions",
    )
  )[0];

describe("the redirect to the provider", () => {
  test("has a new state, nonce and PKCE challenge each time", async () => {
    const seen = new Set<string>();
    for (let round = 0; round < 2; round++) {
      const response = await newBrowser().open("/api/auth/google");
      expect(response).toMatchObject({ status: 302, text: "" });
      expect(response.headers["cache-control"]).toBe("no-store");
      const url = new URL(response.location ?? "");
      expect(url.origin + url.pathname).toBe(`${provider.issuer}/auth`);
      const query = Object.fromEntries(url.searchParams);
      expect(query).toEqual({
        client_id: "tessera",
        redirect_uri: `${PUBLIC_URL}/api/auth/google/callback`,
        response_type: "code",
        scope: "openid email profile",
        // An id of 122 random bits and a derived token of 256 bits.
        state: expect.stringMatching(/^[0-9a-f-]{36}\.[\w-]{43}$/),
        nonce: expect.stringMatching(/^[\w-]{43}$/),
        code_challenge: expect.stringMatching(/^[\w-]{43}$/),
        code_challenge_method: "S256",
      });
      const [cookie] = response.cookies;
      expect(response.cookies).toEqual([
        {
          name: "tessera_sign_in",
          value: expect.stringMatching(/^[\w-]{43}$/),
          path: "/",
          httpOnly: true,
          sameSite: "Lax",
          maxAge: 600,
        },
      ]);
      for (const secret of [query.state, query.nonce, query.code_challenge, cookie?.value])
        seen.add(String(secret));
    }
    expect(seen.size).toBe(8);
  });

  test("uses a callback of PUBLIC_URL, whatever the request's host, and over HTTPS a cookie bound to this host", async () => {
    const redirectUri = "https://tessera.example/api/auth/google/callback";
    const secure = await openSite({
      databaseUrl: site.databaseUrl,
      publicUrl: "https://tessera.example",
      openId: provider.connect({ redirectUri }),
    });
    const hostile = { host: "evil.tld", "x-forwarded-host": "evil.tld", "x-forwarded-proto": "http" };
    const response = await secure.call("GET", "/api/auth/google", undefined, hostile);
    expect(new URL(response.headers.location ?? "").searchParams.get("redirect_uri")).toBe(redirectUri);
    expect(response.cookies).toMatchObject([{ name: "__Host-tessera_sign_in", secure: true, path: "/" }]);
    expect(response.cookies[0]).not.toHaveProperty("domain");
  });

  test("stores no readable secret", async () => {
    arrive();
    const browser = newBrowser();
    const url = await browser.leave("/dashboard/products");
    const callback = await browser.passProvider(url);
    const code = new URL(callback, PUBLIC_URL).searchParams.get("code") ?? "";
    await browser.open(callback);
    const second = newBrowser();
    const { searchParams } = await second.leave();
    const rows = await site.query("select t::text as row from sign_in_attempts t");
    const text = rows.map(({ row }) => row).join("\n") + site.logLines.join("");
    for (const secret of [
      url.searchParams.get("nonce"),
      searchParams.get("nonce"),
      searchParams.get("state")?.split(".")[1],
      searchParams.get("code_challenge"),
      second.cookies.get("tessera_sign_in"),
      code,
    ]) {
      expect(secret?.length).toBeGreaterThan(20);
      expect(text).not.toContain(secret);
    }
  });

  test("is limited per IP", async () => {
    const limited = await openSite({ databaseUrl: site.databaseUrl, limits: "database", openId: connect() });
    const locations = await concurrently(62, () =>
      limited.call("GET", "/api/auth/google").then((a) => a.headers.location),
    );
    expect(locations.filter((location) => location === UNAVAILABLE)).toHaveLength(2);
  });
});

describe("the callback", () => {
  test("redirects to the requested page with a session and clears the attempt's cookie", async () => {
    arrive();
    const browser = newBrowser();
    expect(await browser.signInElsewhere("/dashboard/products?sort=name#x")).toBe("/auth/complete");
    expect(browser.cookies.get("tessera_sign_in")).toBeUndefined();
    expect(await newBrowser().signInElsewhere("/dashboard/products?sort=name#x")).toBe(
      "/dashboard/products?sort=name#x",
    );
    expect(await newBrowser().signInElsewhere()).toBe("/dashboard");
  });

  test.for([
    "https://evil.tld",
    "//evil.tld",
    "/\\evil.tld",
    "\\\\evil.tld",
    "/%09/evil.tld",
    "/\t/evil.tld",
    "javascript:alert(1)",
    "https:evil.tld",
    "/@evil",
    "",
    "/..//evil.tld",
  ])("never redirects to another site: %j", async (wanted) => {
    provider.signInAs({ sub: "hostile", email: "hostile@example.org", email_verified: true });
    const location = await newBrowser().signInElsewhere(wanted);
    expect(new URL(location ?? "", PUBLIC_URL).origin).toBe(PUBLIC_URL);
    if (wanted !== "/@evil") expect(["/dashboard", "/auth/complete"]).toContain(location);
  });

  test("redirects to the dashboard if the requested path is too long or repeated", async () => {
    for (const query of [`redirect=/${"a".repeat(5000)}`, "redirect=/a&redirect=/b"]) {
      const browser = newBrowser();
      const { location } = await browser.open(`/api/auth/google?${query}`);
      const callback = await browser.passProvider(new URL(location ?? ""));
      expect((await browser.open(callback)).location).toBe("/dashboard");
    }
  });

  test("replaces another user's session in this browser", async () => {
    const anna = await site.signUp();
    const browser = newBrowser();
    browser.cookies.take([anna.cookie]);
    const user = arrive();
    await browser.signInElsewhere();
    expect((await browser.whoAmI()).email).toBe(user.email);
    expect((await anna.call("GET", "/api/creators/me")).status).toBe(401);
  });

  test("works once per URL", async () => {
    arrive();
    const browser = newBrowser();
    const callback = await browser.passProvider(await browser.leave());
    const cookie = browser.cookies.header;
    const before = await count();
    const responses = await concurrently(12, (index) =>
      (index % 2 ? site : other).call("GET", callback, undefined, { cookie }),
    );
    const locations = responses.map(({ headers }) => headers.location);
    expect(locations.filter((location) => location === "/auth/complete")).toHaveLength(1);
    expect(locations.filter((location) => location === EXPIRED)).toHaveLength(11);
    expect(await count()).toEqual({ users: before.users + 1, sessions: before.sessions + 1 });
    expect((await site.call("GET", callback, undefined, { cookie })).headers.location).toBe(EXPIRED);
  });
});

describe("a callback without a matching attempt of this browser", () => {
  /** Expects no new session and no new account. */
  async function expectRejected(browser: TestBrowser, path: string, location = EXPIRED) {
    const before = await count();
    expect(await browser.open(path), path).toMatchObject({ status: 302, location });
    expect(await count()).toEqual(before);
    expect(browser.cookies.get("tessera_session")).toBeUndefined();
  }
  const ready = async () => {
    arrive();
    const browser = newBrowser();
    const callback = new URL(await browser.passProvider(await browser.leave()), PUBLIC_URL);
    return { browser, callback };
  };
  const pathOf = ({ pathname, search }: URL) => pathname + search;

  test("is rejected with a missing, invalid or another user's state", async () => {
    const foreign = (await newBrowser().leave()).searchParams.get("state") ?? "";
    for (const change of [
      (query: URLSearchParams) => query.delete("state"),
      (query: URLSearchParams) => query.set("state", ""),
      (query: URLSearchParams) => query.set("state", "nonsense"),
      (query: URLSearchParams) => query.set("state", foreign),
      (query: URLSearchParams) => query.set("state", `${query.get("state")}x`),
      (query: URLSearchParams) =>
        query.set("state", query.get("state")?.replace(/\..*/, `.${"A".repeat(43)}`) ?? ""),
      (query: URLSearchParams) => query.append("state", "twice"),
    ]) {
      const { browser, callback } = await ready();
      change(callback.searchParams);
      await expectRejected(browser, pathOf(callback));
    }
    await expectRejected(newBrowser(), "/api/auth/google/callback");
  });

  test("is rejected in another browser", async () => {
    const { callback } = await ready();
    await expectRejected(newBrowser(), pathOf(callback));
    const elsewhere = newBrowser();
    await elsewhere.leave();
    await expectRejected(elsewhere, pathOf(callback));
  });

  test("is rejected after ten minutes by the database's clock", async () => {
    const { browser, callback } = await ready();
    await site.query("update sign_in_attempts set created_at = created_at - interval '601 seconds'");
    await expectRejected(browser, pathOf(callback));
    const inTime = await ready();
    await site.query("update sign_in_attempts set created_at = created_at - interval '590 seconds'");
    expect((await inTime.browser.open(pathOf(inTime.callback))).location).toBe("/auth/complete");
  });

  test("is rejected with the code of another attempt", async () => {
    const [theirs, mine] = [await ready(), await ready()];
    mine.callback.searchParams.set("code", theirs.callback.searchParams.get("code") ?? "");
    await expectRejected(mine.browser, pathOf(mine.callback), FAILED);
  });

  test("is rejected with an invalid code or one of another provider", async () => {
    const changes: [string, string | null][] = [
      ["code", "nonsense"],
      ["code", null],
      ["iss", "https://evil.tld"],
      ["error", "server_error"],
    ];
    for (const [name, value] of changes) {
      const { browser, callback } = await ready();
      if (value === null) callback.searchParams.delete(name);
      else callback.searchParams.set(name, value);
      await expectRejected(browser, pathOf(callback), FAILED);
    }
  });

  test("keeps the requested page for the next attempt", async () => {
    const wanted = "/dashboard/products?a=1";
    const kept = (error: string) => `/auth?error=${error}&redirect=${encodeURIComponent(wanted)}`;
    provider.signInAs(null);
    const denied = newBrowser();
    await expectRejected(
      denied,
      await denied.passProvider(await denied.leave(wanted)),
      kept("google_denied"),
    );
    arrive();
    const late = newBrowser();
    const callback = await late.passProvider(await late.leave(wanted));
    await site.query("update sign_in_attempts set created_at = created_at - interval '601 seconds'");
    await expectRejected(late, callback, kept("google_expired"));
  });
});

describe("an identity provider", () => {
  const at = (issuer: string, seconds = 1) =>
    openSite({ databaseUrl: site.databaseUrl, openId: connect(issuer, seconds) });

  test("redirects to the sign-in page with a reason if it is not configured", async () => {
    const without = await openSite({ databaseUrl: site.databaseUrl });
    for (const path of ["/api/auth/google", "/api/auth/google/callback?code=x&state=y"]) {
      const response = await without.call("GET", path);
      expect(response).toMatchObject({ status: 302, cookies: [] });
      expect(response.headers.location).toBe(UNAVAILABLE);
    }
  });

  test("redirects to the sign-in page with a reason if it is unavailable or sends invalid responses", async () => {
    for (const address of ["http://127.0.0.1:1", `${provider.issuer}/nothing`]) {
      const down = await at(address);
      const response = await down.call("GET", "/api/auth/google");
      expect(response).toMatchObject({ status: 302, cookies: [] });
      expect(response.headers.location).toBe(UNAVAILABLE);
    }
  });

  test("times out if it does not respond", async () => {
    const silentServer = createServer(() => {});
    const { url } = await listen(silentServer);
    onTestFinished(() => void silentServer.close());
    // As in the product, where the three requests of a callback take nine seconds at most.
    const slow = await at(url, 3);
    expect((await slow.call("GET", "/api/auth/google")).headers.location).toBe(UNAVAILABLE);
  });

  test("can be used again after a failure during a sign-in", async () => {
    arrive();
    const browser = newBrowser();
    const callback = await browser.passProvider(await browser.leave());
    provider.breakDown(true);
    onTestFinished(() => provider.breakDown(false));
    const fresh = await at(provider.issuer);
    expect((await browser.open(callback)).location).toBe(UNAVAILABLE);
    expect((await fresh.call("GET", "/api/auth/google")).headers.location).toBe(UNAVAILABLE);
    provider.breakDown(false);
    expect((await fresh.call("GET", "/api/auth/google")).headers.location).toContain(provider.issuer);
    expect(await browser.signInElsewhere()).toBe("/auth/complete");
  });

  test("cannot be used while this site's database fails, which the sign-in page explains", async () => {
    const broken = await openSite({ openId: connect() });
    await broken.query("alter table sign_in_attempts rename to elsewhere");
    expect((await broken.call("GET", "/api/auth/google")).headers.location).toBe(UNAVAILABLE);
  });
});
