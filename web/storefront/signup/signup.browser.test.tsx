import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { page } from "vitest/browser";
import { audienceRoutes } from "../../../contract/api/audience.ts";
import { aTile } from "../../testing/console-entities.ts";
import { expectText } from "../../testing/expectations.ts";
import { createFakeServer } from "../../testing/fake-server.ts";
import { expectAccessibleAtEveryWidth } from "../../testing/phone.ts";
import { pressTwice } from "../../testing/press-twice.ts";
import { renderCreatorPage } from "../../testing/render-creator-page.tsx";
import { renderPage } from "../../testing/render-page.tsx";

const creator = { handle: "ada", display_name: "Ada" };
const FORM = {
  tileId: 7,
  title: "My letter",
  button: "Sign up",
  consent: "Email me Ada's letter.",
  token: "1.x",
  email: "reader@example.org",
  problem: null,
};
const dialog = page.getByRole("dialog");
const email = page.getByRole("textbox", { name: "Email" });
const button = page.getByRole("button", { name: "Sign up" });

function openTile() {
  const server = createFakeServer();
  const tile = aTile({ id: 7, type: "signup", title: "My letter", url: null });
  renderCreatorPage({ tiles: [tile], openTileId: 7 });
  return server;
}

beforeEach(() => {
  vi.spyOn(navigator, "sendBeacon").mockReturnValue(true);
});

test("signs a visitor up once in the tile's dialog, a moment after opening the form", async () => {
  const server = openTile();
  const opened = server.respond(audienceRoutes.openForm, { token: "1.x" });
  const sent = server.respond(audienceRoutes.signUp, undefined);
  await email.fill("reader@example.org");
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  await pressTwice(button);
  await expect.element(button).toHaveAttribute("aria-busy", "true");
  await expect.poll(() => vi.getTimerCount()).toBeGreaterThan(0);
  expect(sent).toEqual([]);
  vi.advanceTimersByTime(3_000);
  vi.useRealTimers();
  await expectText(/^Almost done: check your inbox/, dialog);
  expect(opened.map(({ body }) => body)).toEqual([{ tileId: 7 }]);
  expect(sent.map(({ body }) => body)).toEqual([
    { tileId: 7, email: "reader@example.org", token: "1.x", website: "" },
  ]);
  await expect.element(email).not.toBeInTheDocument();
  await expect.element(dialog.getByRole("link", { name: "Done" })).toHaveFocus();
  await expectAccessibleAtEveryWidth();
});

test.each([true, false])("is the form on the page in full width, with scripts: %s", async (withScripts) => {
  const text = "One essay, Sundays at five in the morning.";
  const tile = aTile({
    id: 7,
    type: "signup",
    title: "My letter",
    description: text,
    url: null,
    size: "full",
  });
  renderCreatorPage({ tiles: [tile], openTileId: 7 }, { withScripts });
  await expect.element(dialog).not.toBeInTheDocument();
  const form = page.getByRole("region", { name: "My letter" });
  await expectText(text, form);
  await expect.element(form.getByRole("textbox", { name: "Email" })).toBeVisible();
  await expect.element(form.getByRole("link")).not.toBeInTheDocument();
  await expectAccessibleAtEveryWidth();
});

test("moves nothing on the page when it has signed a visitor up, and announces the result", async () => {
  const server = createFakeServer();
  server.respond(audienceRoutes.openForm, { token: "1.x" });
  server.respond(audienceRoutes.signUp, undefined);
  const letter = aTile({ id: 7, type: "signup", title: "My letter", url: null, size: "full" });
  renderCreatorPage({ tiles: [letter, aTile({ id: 8, title: "Below" })] });
  const top = () => page.getByText("Below").element().getBoundingClientRect().top;
  const before = top();
  await email.fill("reader@example.org");
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  await button.click();
  await expect.poll(() => vi.getTimerCount()).toBeGreaterThan(0);
  vi.advanceTimersByTime(3_000);
  vi.useRealTimers();
  await expectText(/^Almost done: check your inbox/);
  expect(top()).toBe(before);
  expect(document.activeElement?.textContent).toMatch(/^Almost done/);
  await expect.element(button).not.toBeInTheDocument();
});

test("rejects an invalid email in the form, and removes the error once corrected", async () => {
  const server = openTile();
  server.respond(audienceRoutes.openForm, { token: "1.x" });
  server.fail(audienceRoutes.signUp, { status: 400, error: "Enter a valid email address." });
  await button.click();
  await expect.element(page.getByRole("alert")).toHaveTextContent("Enter a valid email address.");
  await email.fill("reader@example.org");
  await expect.element(page.getByRole("alert")).not.toBeInTheDocument();
  await expect.element(email).not.toHaveAttribute("aria-invalid");
});

test("shows an error in the dialog and keeps the email", async () => {
  const server = openTile();
  server.fail(audienceRoutes.openForm, { status: 409, error: "Signing up is not possible here right now." });
  await expectAccessibleAtEveryWidth();
  await email.fill("reader@example.org");
  await button.click();
  await expect
    .element(page.getByRole("alert"))
    .toHaveTextContent("Signing up is not possible here right now.");
  await expect.element(email).toHaveValue("reader@example.org");
  await expect.element(email).toHaveAttribute("aria-invalid", "true");
});

test("does not blame the email for a failed connection", async () => {
  openTile().disconnect(audienceRoutes.openForm);
  await email.fill("reader@example.org");
  await button.click();
  await expect.element(page.getByRole("alert")).toBeVisible();
  await expect.element(email).not.toHaveAttribute("aria-invalid");
});

test.each([
  ["the form", { page: "signup", creator, form: FORM }],
  [
    "a problem of the form",
    { page: "signup", creator, form: { ...FORM, problem: "Enter a valid email address." } },
  ],
  ["the answer", { page: "signup", creator, form: null }],
  [
    "the question of the emailed link",
    {
      page: "signup-confirmation",
      creator,
      pending: { token: "t", email: FORM.email, consent: FORM.consent },
    },
  ],
  ["a confirmed signup", { page: "signup-confirmation", creator, pending: null }],
  ["a link that leads nowhere", { page: "signup-missing" }],
] as const)("keeps the page of %s accessible and within a phone", async (_, model) => {
  renderPage(model);
  await expect.element(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expectAccessibleAtEveryWidth();
});
