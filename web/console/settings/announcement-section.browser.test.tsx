import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { announcementRoutes } from "../../../contract/announcements.ts";
import { creatorRoutes } from "../../../contract/creators.ts";
import { expectAccessible } from "../../testing/accessibility.ts";
import { aCreator } from "../../testing/entities.ts";
import { renderSettings } from "../../testing/render-settings.tsx";

const section = page.getByRole("region", { name: "Announcement" });
const text = section.getByRole("textbox", { name: "Announcement" });
const save = section.getByRole("button", { name: "Save announcement" });
const SAVED = { text: "Prints on Friday", url: null, ends_at: "2026-01-01T11:00:00.000Z" };

test("an announcement is saved with its link and its end", async () => {
  const { server } = await renderSettings();
  const saved = server.respond(announcementRoutes.save, {
    announcement: { ...SAVED, ends_at: "2098-01-01T12:00:00.000Z" },
  });
  await text.fill("Prints on Friday");
  await section.getByLabelText("Link").fill("nonsense");
  await save.click();
  await expect.element(section.getByText("Link must be a valid URL", { exact: false })).toBeVisible();
  await section.getByLabelText("Link").fill("https://a.example");
  await section.getByLabelText("Shown until").fill("2098-01-01T12:00");
  await save.click();
  await expect.element(page.getByText("Announcement saved")).toBeVisible();
  expect(saved.at(-1)?.body).toEqual({
    text: "Prints on Friday",
    url: "https://a.example/",
    endsAt: "2098-01-01T12:00",
  });
});

test("one that has ended says so, and is removed by an empty text", async () => {
  const { server } = await renderSettings({
    server: (define) => define.respond(announcementRoutes.show, { announcement: SAVED }),
  });
  const saved = server.respond(announcementRoutes.save, { announcement: null });
  await expect.element(section.getByText("visitors no longer see it", { exact: false })).toBeVisible();
  await expectAccessible();
  await text.fill("");
  await save.click();
  await expect.element(page.getByText("Announcement removed")).toBeVisible();
  // Its end was not changed: it is the same instant.
  expect(saved.at(-1)?.body).toMatchObject({ text: "", endsAt: "2026-01-01T11:00:00.000Z" });
});

test("an announcement that is not saved is not lost by leaving, nor by saving the settings above it", async () => {
  const { server, router } = await renderSettings();
  await text.fill("Prints on Friday");
  const question = page.getByRole("dialog", { name: "Leave without saving?" });
  await page.getByRole("link", { name: "Products", exact: true }).click();
  await question.getByRole("button", { name: "Cancel" }).click();
  server.respond(creatorRoutes.save, { creator: aCreator({ bio: "I bake." }) });
  await page.getByLabelText("Bio").fill("I bake.");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect.element(question).toBeVisible();
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect.element(text).toHaveValue("Prints on Friday");
  expect(router.state.location.pathname).toBe("/dashboard/settings");
});
