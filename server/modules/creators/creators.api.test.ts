import { describe, expect, test } from "vitest";
import { concurrently } from "../../testing/concurrently.ts";
import { inputErrors, rejection } from "../../testing/factories.ts";
import { PUBLIC_URL } from "../../testing/harness.ts";
import { openSite, testSite, testUser } from "../../testing/test-site.ts";

const site = testSite();
const anna = testUser(site, { handle: "anna", displayName: "Anna" });

const PATH = "/api/creators/me";
const save = (given: Record<string, unknown>, user = anna) =>
  user.call("POST", PATH, { handle: user.handle, displayName: user.displayName, ...given });
const read = async (user = anna) => (await user.call("GET", PATH)).body.creator;
const setPlan = (id: number, plan: string, active = false) =>
  site.sql`update creators set plan = ${plan}, subscription_active = ${active} where id = ${id}`;

test("requires a session", async () => {
  for (const method of ["GET", "POST"] as const) {
    expect(
      await site.call(method, PATH, method === "POST" ? { handle: "mallory" } : undefined),
    ).toMatchObject(rejection(401, "accounts.signed_out", "Please sign in."));
  }
});

test("returns, stores and publishes a saved profile", async () => {
  const berta = await site.signUp();
  const response = await save(
    {
      handle: "Berta-Bakes",
      displayName: " Berta Bakes ",
      bio: " Bread. ",
      avatarUrl: "https://pictures.example/berta.png",
      socials: [{ platform: "website", url: "https://berta.example" }],
      paymentProvider: "mollie",
      paymentAccountId: " acct_1 ",
    },
    berta,
  );
  expect(response.status).toBe(200);
  expect(response.body.creator).toMatchObject({
    handle: "berta-bakes",
    display_name: "Berta Bakes",
    bio: "Bread.",
    avatar_url: "https://pictures.example/berta.png",
    socials: [{ platform: "website", url: "https://berta.example/" }],
    payment_provider: "mollie",
    payment_account_id: "acct_1",
  });
  expect(await read(berta)).toEqual(response.body.creator);
  const page = await site.call("GET", "/api/public/creator/berta-bakes");
  expect(page.body.creator).toMatchObject({ display_name: "Berta Bakes", bio: "Bread." });
  expect((await site.call("GET", `/api/public/creator/${berta.handle}`)).status).toBe(404);
});

test("keeps missing fields and clears empty ones", async () => {
  const social = { platform: "instagram", url: "https://instagram.com/anna" };
  await save({ bio: "Pots.", socials: [social], avatarUrl: "https://a.example/a.png" });
  expect((await save({})).body.creator).toMatchObject({ bio: "Pots.", socials: [social] });
  const emptied = await save({ bio: "", socials: [], avatarUrl: "", paymentAccountId: null });
  expect(emptied.body.creator).toMatchObject({
    bio: null,
    socials: [],
    avatar_url: null,
    payment_account_id: null,
  });
});

test("reports all errors at once, in the order of the form", async () => {
  const before = await read();
  const response = await anna.call("POST", PATH, {
    handle: "a b",
    displayName: " ",
    avatarUrl: "javascript:alert(1)",
    socials: [{ platform: "website", url: "berta" }],
  });
  expect(response.status).toBe(400);
  expect(response.text).toBe(
    JSON.stringify(
      inputErrors({
        handle: ["fields.handle", "Handle must be 3 to 32 letters, numbers, hyphens or underscores."],
        displayName: ["fields.required", "Display name is required."],
        avatarUrl: ["fields.url", "Avatar must be a valid URL (include http:// or https://)."],
        socials: ["socials.website", "Website: enter an address such as https://example.com."],
      }),
    ),
  );
  expect(await read()).toEqual(before);
});

test("rejects a profile without handle or name", async () => {
  const response = await anna.call("POST", PATH, {});
  expect(Object.keys(response.body.details.fieldErrors)).toEqual(["handle", "displayName"]);
});

test("applies the limits of each field", async () => {
  for (const given of [
    { bio: "b".repeat(501) },
    { displayName: "n".repeat(101) },
    { displayName: "two\r\nlines" },
    { handle: "h".repeat(33) },
    { handle: "admin" },
    { socials: Array.from({ length: 21 }, () => ({ platform: "website", url: "https://a.example" })) },
    { socials: [{ platform: "myspace", url: "https://a.example" }] },
    { paymentProvider: "paypal" },
    { plan: "gold" },
  ]) {
    expect((await save(given)).status, JSON.stringify(given).slice(0, 60)).toBe(400);
  }
  expect((await save({ bio: "b".repeat(500) })).status).toBe(200);
});

test("completes social links to URLs and links them on the page", async () => {
  const response = await save({
    socials: [
      { platform: "instagram", url: " @anna " },
      { platform: "tiktok", url: "" },
      { platform: "website", url: "anna.example" },
      { url: "nowhere" },
    ],
  });
  expect(response.status).toBe(200);
  expect(response.body.creator.socials).toEqual([
    { platform: "instagram", url: "https://instagram.com/anna" },
    { platform: "website", url: "https://anna.example/" },
  ]);
  const page = await site.call("GET", "/api/public/creator/anna");
  expect(page.body.creator.socials).toEqual(response.body.creator.socials);
  expect((await save({ socials: response.body.creator.socials })).body).toEqual(response.body);
});

test("keeps an image of this site valid when PUBLIC_URL changes", async () => {
  const avatarUrl = `${PUBLIC_URL}/uploads/${"a".repeat(32)}/960.webp`;
  expect((await save({ avatarUrl })).body.creator.avatar_url).toBe(avatarUrl);
  const moved = await openSite({ databaseUrl: site.databaseUrl, publicUrl: "http://new.example" });
  const page = await moved.call("GET", "/api/public/creator/anna");
  expect(page.body.creator.avatar_url).toBe(avatarUrl.replace(PUBLIC_URL, "http://new.example"));
});

test("rejects another creator's handle in any case, and accepts the creator's own", async () => {
  const berta = await site.signUp();
  const response = await save({ handle: "ANNA", bio: "stolen" }, berta);
  expect(response.status).toBe(409);
  expect(response.body).toEqual(
    inputErrors(
      { handle: ["creators.handle_taken", "This handle is already taken."] },
      "creators.handle_taken",
    ),
  );
  expect(await read(berta)).toMatchObject({ handle: berta.handle, bio: null });
  expect((await save({ handle: "Anna" })).status).toBe(200);
});

test("gives a handle to one of several concurrent requests", async () => {
  const users = await concurrently(8, () => site.signUp());
  const responses = await Promise.all(users.map((user) => save({ handle: "Sought-After" }, user)));
  const statuses = responses.map((response) => response.status).sort();
  expect(statuses).toEqual([200, ...Array.from({ length: 7 }, () => 409)]);
});

describe("the plan", () => {
  test("cannot be upgraded by saving the profile", async () => {
    expect(await save({ plan: "creator", bio: "now paid" })).toMatchObject(
      rejection(403, "creators.plan_needs_payment", "The Creator plan can only be chosen by paying."),
    );
    expect((await read()).plan).toBe("free");
    expect((await read()).bio).not.toBe("now paid");
  });

  test.each([
    ["stays when it is saved again", "creator", true],
    ["can be downgraded, which cancels the subscription", "free", false],
  ])("%s", async (_name, plan, isActive) => {
    const berta = await site.signUp();
    await setPlan(berta.creator.id, "creator", true);
    expect(await save({ plan }, berta)).toMatchObject({
      status: 200,
      body: { creator: { plan, stripe_subscription_active: isActive } },
    });
  });
});

test("ignores fields that only the server sets", async () => {
  const before = await read();
  const response = await save({
    is_admin: true,
    isAdmin: true,
    id: 999,
    user_id: "x",
    userId: "x",
    email: "other@example.org",
    email_verified_at: "2020-01-01T00:00:00Z",
    emailVerifiedAt: "2020-01-01T00:00:00Z",
    stripe_subscription_active: true,
    subscriptionActive: true,
    stripe_account_id: "acct_1",
    stripeAccountId: "acct_1",
    tips_enabled: true,
    tipsEnabled: true,
    created_at: "2020-01-01T00:00:00Z",
    createdAt: "2020-01-01T00:00:00Z",
  });
  expect(response.status).toBe(200);
  expect(await read()).toEqual(before);
});

test("does not enable tips by a typed payment account", async () => {
  const response = await save({ paymentProvider: "stripe", paymentAccountId: "acct_victim" });
  expect(response.body.creator).toMatchObject({ payment_account_id: "acct_victim", stripe_account_id: null });
  const page = await site.call("GET", "/api/public/creator/anna");
  expect(page.body.creator).toMatchObject({ has_payment_account: false, tips_enabled: false });
  expect(page.text).not.toContain("acct_victim");
});

test("keeps a profile private and uncached", async () => {
  expect((await anna.call("GET", PATH)).headers["cache-control"]).toBe("no-store");
  expect((await save({})).headers["cache-control"]).toBe("no-store");
});
