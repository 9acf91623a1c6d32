import { setTimeout as delay } from "node:timers/promises";
import { expect, test } from "vitest";
import { modelOf } from "../../testing/factories.ts";
import { testSite, testUser } from "../../testing/test-site.ts";

const site = testSite();
const anna = testUser(site, { handle: "anna" });

const PATH = "/api/announcement";
const shown = async () => modelOf((await site.call("GET", "/@anna")).text).creator.announcement;
const save = (input: object) => anna.call("POST", PATH, input);

test("shows an announcement immediately and removes it with its text", async () => {
  expect((await anna.call("GET", PATH)).body).toEqual({ announcement: null });
  expect(await shown()).toBeNull();
  const input = {
    text: " New prints <b>today</b> ",
    url: "https://a.example/x y",
    endsAt: "2099-01-01T12:00",
  };
  const saved = {
    text: "New prints <b>today</b>",
    url: "https://a.example/x%20y",
    ends_at: "2099-01-01T12:00:00.000Z",
  };
  expect((await save(input)).body).toEqual({ announcement: saved });
  expect(await shown()).toEqual(saved);
  expect((await site.call("GET", "/api/public/creator/anna")).body.creator.announcement).toEqual(saved);
  expect((await save({ text: "  " })).body).toEqual({ announcement: null });
  expect(await shown()).toBeNull();
});

test("reads the end of an announcement in the creator's time zone", async () => {
  await anna.call("POST", "/api/creators/me", {
    handle: "anna",
    displayName: "Anna",
    timeZone: "Europe/Berlin",
  });
  const { body } = await save({ text: "Summer", endsAt: "2098-07-01T12:00" });
  expect(body.announcement.ends_at).toBe("2098-07-01T10:00:00.000Z");
});

test("drops an announcement from a cached page within a second of its end", async () => {
  const [{ end }] = await site.query("select now() + interval '1500 milliseconds' as end");
  expect((await save({ text: "Ends soon", endsAt: new Date(end).toISOString() })).status).toBe(200);
  expect(await shown()).toMatchObject({ text: "Ends soon" });
  await delay(Math.max(0, new Date(end).getTime() - Date.now()) + 900);
  expect(await shown()).toBeNull();
  // The creator still sees an announcement that has ended.
  expect((await anna.call("GET", PATH)).body.announcement.text).toBe("Ends soon");
});

test("rejects invalid fields with messages, and changes of another creator's announcement", async () => {
  for (const [input, field] of [
    [{ text: "a".repeat(161) }, "text"],
    [{ text: "one\ntwo" }, "text"],
    [{ text: "x", url: "javascript:alert(1)" }, "url"],
    [{ text: "x", endsAt: "soon" }, "endsAt"],
    [{}, "text"],
  ] as const) {
    const { status, body } = await save(input);
    expect([status, Object.keys(body.details.fieldErrors)]).toEqual([400, [field]]);
  }
  expect((await site.call("POST", PATH, { text: "x" })).status).toBe(401);
  const berta = await site.signUp();
  await berta.call("POST", PATH, { text: "Mine" });
  expect((await anna.call("GET", PATH)).body.announcement?.text).not.toBe("Mine");
});
