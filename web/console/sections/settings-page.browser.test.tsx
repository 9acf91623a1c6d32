import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { announcementRoutes } from "../../../contract/api/announcements.ts";
import { type Creator, creatorRoutes, type ProfileInput } from "../../../contract/api/creators.ts";
import { productRoutes } from "../../../contract/api/products.ts";
import { sellerRoutes } from "../../../contract/api/sellers.ts";
import { aCreator } from "../../testing/console-entities.ts";
import { expectAccessibleAtEveryWidth } from "../../testing/phone.ts";
import { afterSaving, renderSettings } from "../../testing/render-settings.tsx";

const section = (name: string) => page.getByRole("region", { name, exact: true });
const saveOf = (name: string) => section(name).getByRole("button", { name: "Save changes" });
const list = page.getByRole("navigation", { name: "Settings sections" });
const linkTo = (name: string) => list.getByRole("link", { name });
const addInstagram = async (name: string) => {
  await page.getByRole("button", { name: "Add social link" }).click();
  await page.getByLabelText("Instagram username or URL").fill(name);
};

/** Waits for the forms that load later. */
async function expectFormsLoaded() {
  await expect.element(page.getByLabelText("Shown until")).toBeInTheDocument();
  await expect.element(page.getByLabelText("Postal address")).toBeInTheDocument();
}

/** Like the server: saves the sent fields and keeps the others. */
const savesOver = (stored: Creator) => {
  let creator = stored;
  return ({ body }: { body: unknown }) => {
    const { displayName, bio, socials, language } = body as ProfileInput;
    const links = socials?.map(({ platform, url }) => ({ platform, url: `https://instagram.com/${url}` }));
    creator = {
      ...creator,
      display_name: displayName,
      ...(bio !== undefined && { bio }),
      ...(links && { socials: links }),
      ...(language && { language }),
    };
    return { creator };
  };
};

test("lists each section, and marks the one in view and unsaved ones", async () => {
  const { router } = await renderSettings();
  await expect.element(list.getByRole("link")).toHaveLength(13);
  await expect.element(linkTo("Profile")).toHaveAttribute("aria-current", "true");
  for (const name of ["Payment provider", "Tips", "Plan"]) {
    await linkTo(name).click();
    await expect.element(section(name).getByRole("heading", { name })).toHaveFocus();
    await expect.element(section(name).getByRole("heading", { name })).toBeInViewport();
    await expect.element(linkTo(name)).toHaveAttribute("aria-current", "true");
    await expect.poll(() => list.element().querySelectorAll("[aria-current]")).toHaveLength(1);
  }
  expect(router.state.location.hash).toBe("#plan");
  await page.getByLabelText("Bio").fill("Slow afternoons.");
  await expect.element(linkTo("Profile (not saved yet)")).toBeVisible();
  await addInstagram("vera");
  await expect.element(linkTo("Social links (not saved yet)")).toBeVisible();
  await expectAccessibleAtEveryWidth();
  await page.getByLabelText("Bio").fill("");
  await expect.element(linkTo("Profile (not saved yet)")).not.toBeInTheDocument();
});

test("marks the section in view while scrolling, up to the last one", async () => {
  await renderSettings();
  await expectFormsLoaded();
  await expect.element(section("Tips").getByRole("switch")).toBeInTheDocument();
  const current = () => list.element().querySelector("[aria-current]")?.textContent;
  /** A background window does not report scrolling, and late sections move the others. */
  const scrolledBy = (scroll: () => void) =>
    expect.poll(() => {
      scroll();
      window.dispatchEvent(new Event("scroll"));
      return current();
    });
  await scrolledBy(() => section("Seller details").element().scrollIntoView()).toBe("Seller details");
  await scrolledBy(() => window.scrollTo(0, document.documentElement.scrollHeight)).toBe("Tips");
  await scrolledBy(() => window.scrollTo(0, 0)).toBe("Profile");
});

test("scrolls to the section in the URL, also while sections above it load", async () => {
  const wait = () => new Promise((resolve) => setTimeout(resolve, 300));
  await renderSettings({
    query: "#tips",
    server: (server) => {
      server.respond(announcementRoutes.show, () => wait().then(() => ({ announcement: null })));
      server.respond(sellerRoutes.show, () => wait().then(() => ({ seller: null })));
    },
  });
  await expectFormsLoaded();
  await expect.element(section("Tips").getByRole("heading", { name: "Tips" })).toBeInViewport();
  await expect.element(section("Tips").getByRole("heading", { name: "Tips" })).toHaveFocus();
  await expect.element(linkTo("Tips")).toHaveAttribute("aria-current", "true");
});

test("shows the save button in unsaved sections, or in the profile if nothing is unsaved", async () => {
  const { server } = await renderSettings();
  const all = page.getByRole("button", { name: "Save changes" });
  await expect.element(page.getByLabelText("Postal address")).toBeInTheDocument();
  await expect.element(all).toHaveLength(1);
  await expect.element(saveOf("Profile")).toBeVisible();
  await page.getByLabelText("Shown until").fill("2098-01-01T12:00");
  await expect.element(saveOf("Profile")).not.toBeInTheDocument();
  await expect.element(section("Announcement").getByText("Not saved yet: Shown until")).toBeVisible();
  await expect.element(section("Profile").getByText("No unsaved changes")).toBeVisible();
  const announcement = { text: "", url: null, ends_at: null };
  server.respond(announcementRoutes.save, { announcement });
  await saveOf("Announcement").click();
  await expect.poll(() => document.activeElement?.textContent).toBe("Saved");
  await expect.element(all).toHaveLength(1);
  await expect.element(saveOf("Profile")).toBeVisible();
});

test("saves a section's own fields and keeps unsaved changes of the others", async () => {
  const { server, router } = await renderSettings({ creator: aCreator({ bio: "Bread." }) });
  server.respond(productRoutes.list, { products: [] });
  const saves = server.respond(creatorRoutes.save, savesOver(aCreator({ bio: "Bread." })));
  await page.getByLabelText("Bio").fill("Slow afternoons.");
  await addInstagram("vera");
  // Longer than the delay before the redirect to the dashboard.
  await afterSaving(saveOf("Social links"), () => vi.advanceTimersByTimeAsync(1500));
  expect(saves.map(({ body }) => body)).toEqual([
    {
      handle: "vera",
      displayName: "Vera Stone",
      socials: [{ platform: "instagram", url: expect.stringContaining("vera") }],
    },
  ]);
  expect(router.state.location.pathname).toBe("/dashboard/settings");
  await expect.element(page.getByText("Not saved yet: Profile")).toBeInTheDocument();
  await expect.element(section("Profile").getByText("Not saved yet: Bio")).toBeVisible();
  await expect.element(page.getByLabelText("Bio")).toHaveValue("Slow afternoons.");
  await expect.element(section("Social links").getByText("Saved", { exact: true })).toBeVisible();
  await page.getByRole("link", { name: "Products" }).click();
  const question = page.getByRole("dialog", { name: "Leave without saving?" });
  await expect.element(question).toHaveTextContent("Not saved yet: Profile.");
  await question.getByRole("button", { name: "Cancel" }).click();
  await saveOf("Profile").click();
  await expect.poll(() => router.state.location.pathname).toBe("/dashboard");
  expect(saves[1]?.body).toMatchObject({ bio: "Slow afternoons." });
  expect(saves[1]?.body).not.toHaveProperty("socials");
});

test("saves two sections one after the other, without reverting the first", async () => {
  const { server, router } = await renderSettings();
  const first = Promise.withResolvers<void>();
  const save = savesOver(aCreator());
  const saves = server.respond(creatorRoutes.save, async (request) => {
    await first.promise;
    return save(request);
  });
  await page.getByLabelText("Bio").fill("Slow afternoons.");
  await page.getByLabelText("Language of your texts").selectOptions("Arabic · العربية");
  await expect
    .element(section("Profile").getByRole("button", { name: "Save changes of Profile", exact: true }))
    .toBeVisible();
  await saveOf("Profile").click();
  await saveOf("Language and time").click();
  await expect.element(section("Language and time").getByRole("button", { name: "Saving…" })).toBeVisible();
  expect(saves).toHaveLength(1);
  first.resolve();
  await expect.poll(() => saves.length).toBe(2);
  expect(saves.map(({ body }) => body)).toMatchObject([
    { handle: "vera", displayName: "Vera Stone", bio: "Slow afternoons.", avatarUrl: null },
    { handle: "vera", displayName: "Vera Stone", language: "ar", timeZone: "UTC" },
  ]);
  await expect.poll(() => router.state.location.pathname).toBe("/dashboard");
});

test("shows a rejection only in its section", async () => {
  const { server } = await renderSettings();
  const message = "Enter a username or a full link.";
  await addInstagram("vera");
  await page.getByLabelText("Display name").fill("Vera");
  server.reject(creatorRoutes.save, { displayName: message });
  await saveOf("Profile").click();
  await expect.element(section("Profile").getByText(message)).toBeVisible();
  await expect.element(page.getByLabelText("Display name")).toHaveFocus();
  // It concerns a field of another section, so a line names it.
  await saveOf("Social links").click();
  await expect.element(section("Social links").getByRole("alert")).toHaveTextContent(message);
  await expect.element(page.getByLabelText("Instagram username or URL")).toHaveValue("vera");
});

test("saves a section by Enter in one of its fields", async () => {
  const { server } = await renderSettings();
  const saves = server.fail(sellerRoutes.save, { status: 500, error: "" });
  await section("Seller details").getByLabelText("Legal name").fill("Vera");
  await userEvent.keyboard("{Enter}");
  await expect.element(section("Seller details")).toHaveTextContent("Choose business or private person.");
  expect(saves).toEqual([]);
});

test("shows a phone the list of sections, then one section at a time with what was typed", async () => {
  await page.viewport(360, 740);
  await renderSettings();
  await expect.element(list.getByRole("link")).toHaveLength(13);
  await expect.element(section("Profile")).not.toBeInTheDocument();
  await linkTo("Profile").click();
  await expect.element(section("Profile").getByRole("heading", { name: "Profile" })).toHaveFocus();
  await expect.element(list).not.toBeInTheDocument();
  await expect.element(section("Tips")).not.toBeInTheDocument();
  await page.getByLabelText("Bio").fill("Slow afternoons.");
  await page.getByRole("link", { name: "All settings" }).click();
  await expect.element(linkTo("Profile (not saved yet)")).toBeVisible();
  await expectAccessibleAtEveryWidth();
  await linkTo("Profile (not saved yet)").click();
  await expect.element(page.getByLabelText("Bio")).toHaveValue("Slow afternoons.");
});
