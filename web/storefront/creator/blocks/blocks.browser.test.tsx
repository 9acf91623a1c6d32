import { afterEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { DEFAULT_APPEARANCE, THEME_NAMES } from "../../../../contract/api/appearance.ts";
import type { Goal } from "../../../../contract/api/goals.ts";
import type { PageTile } from "../../../../contract/pages/pages.ts";
import { aTile } from "../../../testing/console-entities.ts";
import { expectAccessibleAtEveryWidth, expectFitsPhone } from "../../../testing/phone.ts";
import { renderCreatorPage } from "../../../testing/render-creator-page.tsx";

const PICTURE = "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='30' height='60'/>";
const END = "2026-08-03T12:00:00.000Z";
let id = 0;
const block = (changes: Partial<PageTile>) => aTile({ id: ++id, url: null, description: null, ...changes });
const text = block({
  type: "text",
  title: "Made by hand",
  title_shown: false,
  description:
    "# Studio\n\nMade **by hand**, see https://studio.example/\n\n> A quiet place.\n\n- Clay\n- Glaze",
});
const questions = block({
  type: "questions",
  title: "Before you ask",
  description: "Mail for the rest.\n\n# Do you ship?\nYes, **everywhere**.\n# Returns?\nWithin 14 days.",
});
const picture = block({
  type: "picture",
  title: "The kiln",
  image_url: PICTURE,
  image_alt: "A kiln at night",
  description: "Fired twice.",
});
const countdown = block({ type: "countdown", title: "Out soon", ends_at: END });
const kiln: Goal = {
  from: "tips",
  currency: "eur",
  target: 100_000,
  product_ids: [],
  current: 0,
  since: null,
};
const goal = block({ type: "goal", title: "A new kiln", goal: kiln, goal_reached: 34_000 });
const gallery = block({
  type: "gallery",
  title: "Studio",
  images: [1, 2, 3, 4, 5].map((n) => ({ url: `${PICTURE}#${n}`, alt: "", focus: { x: 50, y: 50 } })),
});
const BLOCKS = [text, questions, picture, countdown, goal, gallery];

afterEach(() => void vi.useRealTimers());

test("shows blocks in the page's outline, accessibly at every width", async () => {
  renderCreatorPage({ tiles: BLOCKS });
  const outline = [...document.querySelectorAll("h2")].map(({ textContent }) => textContent);
  expect(outline).toEqual(["Studio", "Before you ask", "The kiln", "Out soon", "A new kiln", "Studio"]);
  expect(document.querySelector("blockquote")?.textContent).toBe("A quiet place.");
  await expect.element(page.getByRole("img", { name: "A kiln at night" })).toBeVisible();
  await expectAccessibleAtEveryWidth();
});

test("unfolds an answer without scripts", async () => {
  renderCreatorPage({ tiles: [questions] }, { withScripts: false });
  const answer = page.getByText("Within 14 days.");
  await expect.element(answer).not.toBeVisible();
  await page.getByText("Returns?").click();
  await expect.element(answer).toBeVisible();
});

test("counts days, hours and minutes to the end, and then shows zeros", async () => {
  vi.useFakeTimers({ now: Date.parse(END) - 90_000_000 - 61_000 });
  renderCreatorPage({ tiles: [countdown] });
  const timer = page.getByRole("timer");
  await expect.element(timer).toHaveTextContent("1 day1 hour2 minutes");
  vi.advanceTimersByTime(2000);
  await expect.element(timer).toHaveTextContent("1 day1 hour1 minute");
  vi.advanceTimersByTime(90_000_000 + 120_000);
  await expect.element(timer).toHaveTextContent("0 days0 hours0 minutes");
});

test.each(THEME_NAMES)("starts the latest emails at the edge of the blocks in %s", async (theme) => {
  const latestEmails = [{ key: "a", subject: "On glaze", sentAt: END }];
  renderCreatorPage({ tiles: [picture], latestEmails, appearance: { ...DEFAULT_APPEARANCE, theme } });
  const textOf = (name: string) => {
    const range = document.createRange();
    range.selectNodeContents(page.getByText(name, { exact: true }).element());
    return range.getBoundingClientRect().left;
  };
  for (const text of ["Latest emails", "On glaze", "All emails"])
    expect.soft(Math.abs(textOf(text) - textOf("The kiln")), text).toBeLessThanOrEqual(1);
});

test("shows the progress of a goal, with a full bar beyond its target", async () => {
  const past = block({ ...goal, goal_reached: 120_000 });
  const byHand = { ...kiln, from: "hand" as const, currency: null, target: 40, current: 10 };
  renderCreatorPage(
    { tiles: [goal, past, block({ type: "goal", title: "Readers", goal: byHand })] },
    { withScripts: false },
  );
  for (const text of ["€340 of €1,000 34%", "€1,200 of €1,000 120%", "10 of 40 25%"])
    await expect.element(page.getByText(text)).toBeVisible();
  const bars = page.getByRole("progressbar");
  const parts = bars.elements().map((bar) => (bar as HTMLProgressElement).position);
  expect(parts).toEqual([0.34, 1, 0.25]);
});

test.each(THEME_NAMES)("shows the bar of a goal in a colour apart from the page in %s", async (theme) => {
  renderCreatorPage({ tiles: [goal], appearance: { ...DEFAULT_APPEARANCE, theme } });
  const bar = getComputedStyle(page.getByRole("progressbar").element());
  expect(bar.borderTopColor).not.toBe(bar.backgroundColor);
});

test("keeps the room of a picture with known dimensions before it arrives", () => {
  const arriving = { ...picture, image_url: "data:,", image_dimensions: { width: 300, height: 600 } };
  renderCreatorPage({ tiles: [arriving] });
  const { width, height } = page
    .getByRole("img", { name: "A kiln at night" })
    .element()
    .getBoundingClientRect();
  expect([width, height]).toEqual([300, 600]);
});

test.each(THEME_NAMES)("fits ten blocks and ten wide tiles into 320 px in %s", async (theme) => {
  const long = "Donaudampfschifffahrtsgesellschaftskapitän".repeat(2);
  const blocks = [...BLOCKS, ...BLOCKS].map((each, index) => ({
    ...each,
    id: 100 + index,
    title: `${each.title} ${long}`,
    description: each.description && `${each.description}\n\n${long}`,
  }));
  const wide = Array.from({ length: 10 }, (_, index) =>
    aTile({ id: 200 + index, title: long, size: "wide" }),
  );
  renderCreatorPage({
    tiles: [...blocks, ...wide],
    appearance: { ...DEFAULT_APPEARANCE, theme },
  });
  await expectFitsPhone();
});
