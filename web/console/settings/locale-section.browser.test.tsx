import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { creatorRoutes } from "../../../contract/api/creators.ts";
import { ownTimeZone } from "../../../contract/rules/formats.ts";
import { aCreator } from "../../testing/console-entities.ts";
import { expectAccessibleAtEveryWidth } from "../../testing/phone.ts";
import { renderSettings } from "../../testing/render-settings.tsx";

const language = page.getByLabelText("Language of your texts");
const timeZone = page.getByLabelText("Time zone");

test("chooses language and time zone from lists and saves them with the profile", async () => {
  const creator = aCreator({ language: "de", time_zone: "Asia/Kathmandu" });
  const { server } = await renderSettings({ only: ["language"], creator });
  const saves = server.respond(creatorRoutes.save, { creator });
  await expect.element(language).toHaveValue("de");
  await expect.element(timeZone).toHaveValue("Asia/Kathmandu");
  await expectAccessibleAtEveryWidth();
  await language.selectOptions("Arabic · العربية");
  await timeZone.selectOptions("America/New York");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect
    .poll(() => saves.map(({ body }) => body))
    .toMatchObject([{ language: "ar", timeZone: "America/New_York" }]);
});

test("offers the time zone of the device while it differs", async () => {
  await renderSettings({ only: ["language"], creator: aCreator({ time_zone: "Pacific/Chatham" }) });
  const offer = page.getByRole("button", { name: "Use this device's time zone" });
  await offer.click();
  await expect.element(timeZone).toHaveValue(ownTimeZone());
  await expect.element(offer).not.toBeInTheDocument();
});
