import { expect, test } from "vitest";
import { inputErrors, rejection } from "../../testing/factories.ts";
import { openSite, testSite, testUser } from "../../testing/test-site.ts";
import { listFeedback, setFeedbackStatus } from "./index.ts";
import { insertFeedback } from "./repository.ts";

const site = testSite();
const anna = testUser(site, { displayName: "Anna" });

const PATH = "/api/feedback";
const given = { category: "bug", title: "Broken", message: "The button does nothing.", page: "/dashboard" };
const send = (more: Record<string, unknown> = {}, user = anna) =>
  user.call("POST", PATH, { ...given, ...more });

test("requires a session", async () => {
  expect(await site.call("POST", PATH, given)).toMatchObject(
    rejection(401, "accounts.signed_out", "Please sign in."),
  );
});

test("stores feedback with its author and page", async () => {
  const response = await send();
  expect(response.status).toBe(201);
  expect(response.body.feedback).toEqual({
    id: expect.any(Number),
    title: "Broken",
    message: "The button does nothing.",
    category: "bug",
    display_name: "Anna",
    email: anna.email,
    handle: anna.handle,
    page: "/dashboard",
    status: "open",
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
  });
});

test("accepts feedback without a title or with a blank one", async () => {
  for (const title of [undefined, null, "", "  "]) {
    expect((await send({ title })).body.feedback.title, String(title)).toBeNull();
  }
});

test("stores texts unchanged", async () => {
  const message = `<img src=x onerror=alert(1)> {{x}} & ' " \u202e \u2028 שלום`;
  expect((await send({ message, title: "<b>" })).body.feedback).toMatchObject({ message, title: "<b>" });
  expect((await send({ message: "m".repeat(4000) })).status).toBe(201);
});

test("reports all errors at once, in the order of the form", async () => {
  const response = await send({
    category: "praise",
    title: "t".repeat(201),
    message: " ",
    page: "dashboard",
  });
  expect(response.status).toBe(400);
  expect(response.body).toEqual(
    inputErrors({
      category: ["feedback.category", "Choose a category."],
      title: ["fields.too_long", "Title must be at most 200 characters."],
      message: ["fields.required", "Message is required."],
      page: ["feedback.page", "Page must be a path of this site."],
    }),
  );
});

test("rejects texts that are too long, and a path of another site", async () => {
  const before = (await listFeedback(site.db, { status: undefined, page: 1 })).total;
  for (const wrong of [
    { message: "m".repeat(4001) },
    { message: undefined },
    { message: "nul\u0000" },
    { page: `/${"p".repeat(300)}` },
    { page: "//evil.example" },
    { page: "/\\evil.example" },
    { page: "https://evil.example/" },
    { page: undefined },
  ]) {
    expect((await send(wrong)).status, JSON.stringify(wrong).slice(0, 60)).toBe(400);
  }
  expect((await listFeedback(site.db, { status: undefined, page: 1 })).total).toBe(before);
});

test("lets the sender choose neither author nor status", async () => {
  const other = await site.signUp();
  const response = await send({
    userId: other.creator.user_id,
    email: "x@example.org",
    status: "resolved",
    id: 1,
  });
  expect(response.body.feedback).toMatchObject({ email: anna.email, status: "open" });
});

test("accepts five per user and hour, whatever others send", async () => {
  const limited = await openSite({ databaseUrl: site.databaseUrl, limits: "database" });
  const berta = await limited.signUp();
  expect((await send({ message: "" }, berta)).status).toBe(400);
  for (let count = 1; count <= 5; count++) expect((await send({}, berta)).status).toBe(201);
  const rejected = await send({}, berta);
  expect(rejected).toMatchObject(
    rejection(429, "too_often", "Too many attempts. Please wait a moment and try again."),
  );
  expect(Number(rejected.headers["retry-after"])).toBeGreaterThan(3500);
  expect((await send({}, await limited.signUp())).status).toBe(201);
});

test("lists feedback of one status in pages of 25, newest first", async () => {
  await site.query("delete from feedback");
  const ids: number[] = [];
  for (let count = 0; count < 30; count++) ids.unshift((await send()).body.feedback.id);
  const read = async (status: "open" | "resolved" | undefined, page: number) => {
    const { feedback, ...counts } = await listFeedback(site.db, { status, page });
    return { ids: feedback.map((each) => each.id), ...counts };
  };
  const paged = { total: 30, pageSize: 25 };
  expect(await read(undefined, 1)).toEqual({ ...paged, page: 1, ids: ids.slice(0, 25) });
  expect(await read(undefined, 2)).toEqual({ ...paged, page: 2, ids: ids.slice(25) });
  expect(await read("open", 3)).toEqual({ ...paged, page: 3, ids: [] });

  const [newest = 0] = ids;
  expect(await setFeedbackStatus(site.db, { id: newest, status: "resolved" })).toMatchObject({
    id: newest,
    status: "resolved",
    handle: anna.handle,
  });
  expect(await read("resolved", 1)).toEqual({ total: 1, page: 1, pageSize: 25, ids: [newest] });
  expect((await read("open", 1)).ids).toEqual(ids.slice(1, 26));
  await setFeedbackStatus(site.db, { id: newest, status: "open" });
  expect(await read("resolved", 1)).toMatchObject({ total: 0, ids: [] });
});

test("returns 404 when unknown feedback is resolved", async () => {
  await expect(setFeedbackStatus(site.db, { id: 999_999_999, status: "resolved" })).rejects.toMatchObject({
    status: 404,
    message: "Feedback not found.",
  });
});

test("shows a user's current name and handle in the inbox, or none without a page", async () => {
  const berta = await site.signUp({ displayName: "Berta" });
  const newest = async () => (await listFeedback(site.db, { status: undefined, page: 1 })).feedback[0];
  await send({}, berta);
  const handle = `${berta.handle}-2`;
  await berta.call("POST", "/api/creators/me", { handle, displayName: "Berta <b>" });
  expect(await newest()).toMatchObject({ handle, display_name: "Berta <b>", email: berta.email });
  await site.sql`delete from creators where id = ${berta.creator.id}`;
  expect(await newest()).toMatchObject({ handle: null, display_name: null, email: berta.email });
  expect((await send({}, berta)).status).toBe(201);
});

test("deletes feedback with its author", async () => {
  const berta = await site.signUp();
  const { id } = (await send({}, berta)).body.feedback;
  await site.sql`delete from users where id = ${berta.creator.user_id}`;
  expect(await site.sql`select id from feedback where id = ${id}`).toEqual([]);
  const values = {
    userId: berta.creator.user_id,
    email: "",
    category: "bug",
    message: "m",
    page: "/",
  } as const;
  await expect(insertFeedback(site.db, values)).rejects.toMatchObject({ status: 401 });
});
