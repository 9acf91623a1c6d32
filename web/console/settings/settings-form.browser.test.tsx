import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { creatorPlanRoutes } from "../../../contract/api/creator-plan.ts";
import { type Creator, creatorRoutes, profileVersion } from "../../../contract/api/creators.ts";
import { productRoutes } from "../../../contract/api/products.ts";
import { secondFactorRoutes } from "../../../contract/api/second-factor.ts";
import { aCreator } from "../../testing/console-entities.ts";
import { expectText } from "../../testing/expectations.ts";
import { expectFocusNeverCovered } from "../../testing/focus-visible.ts";
import { expectAccessibleAndFits } from "../../testing/phone.ts";
import { afterSaving, renderSettings } from "../../testing/render-settings.tsx";
import { endSession, signIn } from "../../testing/session.ts";

const save = () => page.getByRole("button", { name: "Save changes" });
const bio = () => page.getByLabelText("Bio");
const saved = (changes: Partial<Creator> = {}) => ({ creator: aCreator(changes) });

test("shows a message at every invalid field, focuses the first, and sends nothing", async () => {
  const { server } = await renderSettings({ only: ["profile"] });
  const saves = server.respond(creatorRoutes.save, saved());
  await page.getByLabelText("Avatar URL").fill("javascript:alert(1)");
  await page.getByLabelText("Handle").fill("a b");
  await page.getByLabelText("Display name").fill("  ");
  await save().click();
  await expectText("Avatar must be a valid URL (include http:// or https://).");
  await expectText("Handle must be 3 to 32 letters, numbers, hyphens or underscores.");
  await expectText("Display name is required.");
  await expect.element(page.getByLabelText("Avatar URL")).toHaveFocus();
  expect(saves).toEqual([]);
  await expectAccessibleAndFits();
});

test("shows a taken handle at its field", async () => {
  const { server } = await renderSettings({ only: ["profile"] });
  const taken = "This handle is already taken.";
  server.reject(creatorRoutes.save, { handle: taken }, 409);
  await page.getByLabelText("Handle").fill("jon");
  await expectText("Links to your old handle redirect here for 30 days.");
  await save().click();
  await expectText(taken);
  await expect.element(page.getByLabelText("Handle")).toHaveFocus();
});

test("keeps the input after a failed save, which can be repeated", async () => {
  const { server } = await renderSettings({ only: ["profile"] });
  await bio().fill("Slow afternoons.");
  await expectText("16 of 500 characters");
  server.disconnect(creatorRoutes.save);
  await save().click();
  await expect.element(page.getByRole("alert")).toHaveTextContent("Unable to save changes.");
  await expect.element(bio()).toHaveValue("Slow afternoons.");
  await expectAccessibleAndFits();
  const saves = server.respond(creatorRoutes.save, saved({ bio: "Slow afternoons." }));
  await bio().click();
  await page.getByLabelText("Display name").click();
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByRole("button", { name: "Saved" })).toBeVisible();
  expect(saves).toHaveLength(1);
});

test("sends the version of the previous save with the next one", async () => {
  const { server } = await renderSettings({ only: ["profile", "social-links"] });
  const creator = aCreator({ bio: "New", time_zone: "Asia/Tokyo" });
  const saves = server.respond(creatorRoutes.save, { creator });
  const section = (name: string) => page.getByRole("region", { name, exact: true });
  await page.getByRole("button", { name: "Add social link" }).click();
  await bio().fill("New");
  await section("Profile").getByRole("button", { name: "Save changes" }).click();
  await expect.poll(() => saves.length).toBe(1);
  await expect.element(section("Profile").getByText("Saved", { exact: true })).toBeVisible();
  await page.getByLabelText("Instagram username or URL").fill("@mara.l");
  await section("Social links").getByRole("button", { name: "Save changes" }).click();
  await expect.poll(() => saves[1]?.version).toBe(`"${profileVersion(creator)}"`);
});

test("opens the dashboard one second after a save", async () => {
  const { server, router } = await renderSettings();
  server.respond(creatorRoutes.save, saved({ bio: "New" }));
  await bio().fill("New");
  await afterSaving(save(), async () => {
    await vi.advanceTimersByTimeAsync(900);
    expect(router.state.location.pathname).toBe("/dashboard/settings");
    await vi.advanceTimersByTimeAsync(100);
  });
  await expect.poll(() => router.state.location.pathname).toBe("/dashboard");
});

test("stays on a page chosen in the second after a save, even if it loads longer", async () => {
  const { server, router } = await renderSettings({ creator: aCreator({ is_admin: true }) });
  server.respond(creatorRoutes.save, { creator: aCreator({ is_admin: true, bio: "New" }) });
  server.respond(secondFactorRoutes.show, () => new Promise(() => {}));
  await bio().fill("New");
  await afterSaving(save(), async () => {
    await page.getByRole("link", { name: "Admin" }).click();
    await vi.advanceTimersByTimeAsync(1200);
  });
  expect(router.state.navigation.location?.pathname).toBe("/admin/users");
});

test("cancels the redirect after a change in the second after a save", async () => {
  const { server, router } = await renderSettings();
  server.respond(creatorRoutes.save, saved({ bio: "First" }));
  await bio().fill("First");
  await afterSaving(save(), async () => {
    await bio().fill("Second");
    await expectText("Not saved yet: Bio");
    await expect.element(save()).toBeVisible();
    // Longer than the delay before the redirect.
    await vi.advanceTimersByTimeAsync(1200);
  });
  expect(router.state.location.pathname).toBe("/dashboard/settings");
  await expect.element(bio()).toHaveValue("Second");
  await page.getByRole("link", { name: "Products" }).click();
  await expect.element(page.getByRole("dialog", { name: "Leave without saving?" })).toBeVisible();
});

test("keeps a change during a save when its response arrives", async () => {
  const { server } = await renderSettings({ only: ["profile"] });
  const response = Promise.withResolvers<void>();
  server.respond(creatorRoutes.save, async () => {
    await response.promise;
    return saved({ display_name: "Vera", bio: "First" });
  });
  await page.getByLabelText("Display name").fill(" Vera ");
  await bio().fill("First");
  await save().click();
  await expect.element(page.getByRole("button", { name: "Saving…" })).toBeVisible();
  await bio().fill("Second");
  response.resolve();
  await expectText("Not saved yet: Bio");
  await expect.element(bio()).toHaveValue("Second");
  await expect.element(page.getByLabelText("Display name")).toHaveValue("Vera");
});

test("asks before unsaved changes are lost", async () => {
  const { server, router } = await renderSettings();
  server.respond(productRoutes.list, { products: [] });
  await bio().fill("Slow afternoons.");
  const question = page.getByRole("dialog", { name: "Leave without saving?" });
  const leave = () => page.getByRole("link", { name: "Products" }).click();
  await leave();
  await expect.element(question).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await expect.element(question).not.toBeInTheDocument();
  await expect.element(bio()).toHaveValue("Slow afternoons.");
  await leave();
  await question.getByRole("button", { name: "Leave" }).click();
  await expect.poll(() => router.state.location.pathname).toBe("/dashboard/products");
});

test("completes, checks, adds and removes social links", async () => {
  const { server } = await renderSettings({ only: ["social-links"] });
  const saves = server.fail(creatorRoutes.save, { status: 500, error: "" });
  await expectText("No links yet.");
  const add = page.getByRole("button", { name: "Add social link" });
  await add.click();
  await expect.element(page.getByLabelText("Platform of link 1")).toHaveFocus();
  await page.getByLabelText("Instagram username or URL").fill("@mara.l");
  await expectText("Leads to https://instagram.com/mara.l");
  await add.click();
  await page.getByLabelText("Platform of link 2").selectOptions("Website");
  await page.getByLabelText("Website URL").fill("javascript:alert(1)");
  await add.click();
  await save().click();
  await expectText(/^Website: enter/);
  await expectAccessibleAndFits();
  await page.getByLabelText("Website URL").fill("mara.example");
  await page.getByRole("button", { name: "Remove Instagram link" }).click();
  await expect.element(add).toHaveFocus();
  await save().click();
  await expect.poll(() => saves.length).toBe(1);
  expect(saves[0]?.body).toMatchObject({
    socials: [{ platform: "website", url: "https://mara.example/" }],
  });
});

test("restores unsaved settings after signing in again, but not for another creator", async () => {
  const signedOut = async () => {
    const rendered = await renderSettings();
    await bio().fill("My secret plan");
    await page.getByRole("button", { name: "Add social link" }).click();
    await page.getByLabelText("Instagram username or URL").fill("vera");
    endSession(rendered.server, creatorRoutes.save);
    await save().first().click();
    await expect.element(page.getByRole("heading", { name: "Welcome back" })).toBeVisible();
    return rendered;
  };
  const first = await signedOut();
  await signIn(first.server);
  await expect.element(page.getByRole("heading", { name: "Settings" })).toBeVisible();
  await expect.element(bio()).toHaveValue("My secret plan");
  await expect.element(page.getByLabelText("Instagram username or URL")).toHaveValue("vera");
  for (const [name, unsaved] of [
    ["Profile", "Bio"],
    ["Social links", "Social links"],
  ] as const) {
    const section = page.getByRole("region", { name });
    await expectText(`Not saved yet: ${unsaved}`, section);
    await expectText("We kept your unsaved changes.", section);
  }
  await first.screen.unmount();

  const second = await signedOut();
  await signIn(second.server, aCreator({ id: 2, display_name: "Jon Berg" }));
  await expect.element(page.getByLabelText("Display name")).toHaveValue("Jon Berg");
  await expect.element(bio()).toHaveValue("");
  expect(JSON.stringify({ ...sessionStorage })).not.toContain("secret plan");
});

test("is accessible with long values, on a phone too", async () => {
  await renderSettings({
    creator: aCreator({
      display_name: "W".repeat(100),
      bio: "W".repeat(500),
      socials: [{ platform: "website", url: `https://${"w".repeat(60)}.example/${"w".repeat(200)}` }],
      payment_provider: "mollie",
    }),
  });
  await expectAccessibleAndFits();
});

test("never covers the focused field by the list of sections", async () => {
  await renderSettings();
  // Waits for two forms that load later, so that their fields are tested as well.
  await expect.element(page.getByLabelText("Shown until")).toBeInTheDocument();
  await expect.element(page.getByLabelText("Postal address")).toBeInTheDocument();
  await page.getByLabelText("Display name").fill("Vera");
  await expectFocusNeverCovered({ area: () => document.querySelector("main") ?? document.body });
});

test("shows the provider's price in the settings", async () => {
  const { server, queryClient } = await renderSettings({ only: ["plan"] });
  await expect.element(page.getByRole("radio", { name: "Creator" }).first()).toBeDisabled();
  await expectText("€9.00 per month");
  await expectText("€0.00 per month");
  const product = { id: "p", name: "Creator", price: { amount: 1200, currency: "chf", interval: "year" } };
  server.respond(creatorPlanRoutes.product, { product });
  await queryClient.invalidateQueries({ queryKey: ["offer"] });
  await expectText("CHF 12.00 per year");
});
