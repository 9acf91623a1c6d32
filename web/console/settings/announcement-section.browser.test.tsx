import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { announcementRoutes } from "../../../contract/api/announcements.ts";
import { creatorRoutes } from "../../../contract/api/creators.ts";
import { expectAccessible } from "../../testing/accessibility.ts";
import { aCreator } from "../../testing/console-entities.ts";
import { afterSaving, renderSettings } from "../../testing/render-settings.tsx";
import { endSession, signIn } from "../../testing/session.ts";

const section = page.getByRole("region", { name: "Announcement" });
const text = section.getByRole("textbox", { name: "Announcement" });
const save = section.getByRole("button", { name: "Save changes" });
const SAVED = { text: "Prints on Friday", url: null, ends_at: "2026-01-01T11:00:00.000Z" };

test("saves an announcement with its link and end", async () => {
  const { server } = await renderSettings({ only: ["announcement"] });
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
  await expect.element(page.getByText("Changes saved")).toBeVisible();
  expect(saved.at(-1)?.body).toEqual({
    text: "Prints on Friday",
    url: "https://a.example/",
    endsAt: "2098-01-01T12:00",
  });
});

test("says that an announcement has ended, and removes it by an empty text", async () => {
  const { server } = await renderSettings({
    only: ["announcement"],
    server: (define) => define.respond(announcementRoutes.show, { announcement: SAVED }),
  });
  const saved = server.respond(announcementRoutes.save, { announcement: null });
  await expect.element(section.getByText("visitors no longer see it", { exact: false })).toBeVisible();
  await expectAccessible();
  await text.fill("");
  await save.click();
  await expect.element(page.getByText("Changes saved")).toBeVisible();
  // The unchanged end is sent as the saved instant.
  expect(saved.at(-1)?.body).toMatchObject({ text: "", endsAt: "2026-01-01T11:00:00.000Z" });
});

test("keeps an unsaved announcement when leaving or saving another section", async () => {
  const { server, router } = await renderSettings();
  await text.fill("Prints on Friday");
  const question = page.getByRole("dialog", { name: "Leave without saving?" });
  await page.getByRole("link", { name: "Products", exact: true }).click();
  await question.getByRole("button", { name: "Cancel" }).click();
  server.respond(creatorRoutes.save, { creator: aCreator({ bio: "I bake." }) });
  await page.getByLabelText("Bio").fill("I bake.");
  const profile = page.getByRole("region", { name: "Profile" });
  await expect.element(profile.getByText("Not saved yet: Bio")).toBeVisible();
  // Longer than the delay before the redirect to the dashboard.
  await afterSaving(profile.getByRole("button", { name: "Save changes" }), () =>
    vi.advanceTimersByTimeAsync(1500),
  );
  await expect.element(section.getByText("Not saved yet: Announcement")).toBeVisible();
  await expect.element(text).toHaveValue("Prints on Friday");
  expect(router.state.location.pathname).toBe("/dashboard/settings");
});

test("keeps the focus and newly typed text during a save", async () => {
  const { server } = await renderSettings();
  const response = Promise.withResolvers<void>();
  server.respond(announcementRoutes.save, async ({ body }) => {
    await response.promise;
    return { announcement: { ...SAVED, ends_at: null, text: (body as { text: string }).text } };
  });
  await text.fill("Second text");
  await save.click();
  await expect.element(section.getByRole("button", { name: "Saving…" })).toBeVisible();
  await text.fill("Second text, longer");
  (await section.getByRole("button", { name: "Saving…" }).findElement()).focus();
  response.resolve();
  await expect.element(page.getByText("Changes saved")).toBeVisible();
  await expect.element(text).toHaveValue("Second text, longer");
  await expect.element(save).toHaveFocus();
  await page.getByRole("link", { name: "Products", exact: true }).click();
  await expect.element(page.getByRole("dialog", { name: "Leave without saving?" })).toBeVisible();
});

test("keeps a half-typed text when another device saves an announcement", async () => {
  const { server, queryClient } = await renderSettings();
  await text.fill("Half-typed third");
  server.respond(announcementRoutes.show, {
    announcement: { text: "From the phone", url: "https://a.example/", ends_at: null },
  });
  await queryClient.invalidateQueries({ queryKey: ["announcement"] });
  await expect.element(section.getByLabelText("Link")).toHaveValue("https://a.example/");
  await expect.element(text).toHaveValue("Half-typed third");
  await page.getByRole("link", { name: "Products", exact: true }).click();
  await expect.element(page.getByRole("dialog", { name: "Leave without saving?" })).toBeVisible();
});

test("restores a typed announcement after signing in again", async () => {
  const { server } = await renderSettings();
  await text.fill("Prints on Friday");
  endSession(server, announcementRoutes.save);
  await save.click();
  await expect.element(page.getByRole("heading", { name: "Welcome back" })).toBeVisible();
  await signIn(server);
  await expect.element(text).toHaveValue("Prints on Friday");
  await expect.element(section.getByText("We kept your unsaved changes.")).toBeVisible();
});

test("keeps typed text for its creator while another creator is signed in in another tab", async () => {
  const { server, queryClient } = await renderSettings();
  const signInElsewhere = async (creator: ReturnType<typeof aCreator>) => {
    server.respond(creatorRoutes.me, { creator });
    await queryClient.invalidateQueries({ queryKey: ["me"] });
    await expect.element(page.getByLabelText("Display name")).toHaveValue(creator.display_name);
  };
  await page.getByLabelText("Bio").fill("My secret plan");
  await signInElsewhere(aCreator({ id: 2, display_name: "Jon Berg" }));
  await expect.element(page.getByLabelText("Bio")).toHaveValue("");
  await signInElsewhere(aCreator());
  await expect.element(page.getByLabelText("Bio")).toHaveValue("My secret plan");
});
