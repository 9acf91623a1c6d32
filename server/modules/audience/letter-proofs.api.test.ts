import { expect, test } from "vitest";
import { ageProof, signUpVerified } from "../../testing/factories.ts";
import { prepare } from "../../testing/prepare.ts";
import { testSite } from "../../testing/test-site.ts";

const LETTERS = "/api/audience/letters";
const REFUSED = { status: 403, body: { code: "account.confirm" } };
const news = { subject: "Two new glazes", body: "Both are food safe." };
const inDays = (days: number) =>
  new Date(Date.now() + days * 86_400_000).toISOString().replace(/T.*/, "T09:00");

const site = testSite({ settings: { creatorEmails: { free: 3, creator: 10 } } });
const anna = prepare(() => signUpVerified(site));
const save = (input: object) => anna.call("POST", LETTERS, input);
const change = (id: number, input: object) => anna.call("PATCH", `${LETTERS}/${id}`, input);

test("requires recent authentication to schedule an email or change it afterwards, but not for a draft", async () => {
  const scheduled = (await save({ ...news, sendAt: inDays(30) })).body.letter;
  await ageProof(site, anna);
  expect(await save({ ...news, sendAt: inDays(30) })).toMatchObject(REFUSED);
  expect(await change(scheduled.id, { body: "Follow https://phish.example." })).toMatchObject(REFUSED);
  const draft = await save(news);
  expect(draft.status).toBe(201);
  expect(await change(draft.body.letter.id, { sendAt: inDays(2) })).toMatchObject(REFUSED);
  expect((await change(draft.body.letter.id, { subject: "Three new glazes" })).status).toBe(200);
  expect((await change(scheduled.id, { sendAt: null })).status).toBe(200);
});
