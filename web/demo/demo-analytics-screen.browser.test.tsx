import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test } from "vitest";
import { render } from "vitest-browser-react";
import { DEFAULT_SITE } from "../../contract/rules/site.ts";
import { SiteContext } from "../lib/site-context.ts";
import { expectLink } from "../testing/expectations.ts";
import { expectAccessibleAtEveryWidth } from "../testing/phone.ts";
import { DemoAnalyticsScreen } from "./demo-analytics-screen.tsx";

async function renderScreen({ hasDemo }: { hasDemo: boolean }) {
  const router = createMemoryRouter([{ path: "/", Component: DemoAnalyticsScreen }]);
  return render(
    <SiteContext value={{ ...DEFAULT_SITE, hasDemo }}>
      <RouterProvider router={router} />
    </SiteContext>,
  );
}

test("links the demo page if it exists", async () => {
  const screen = await renderScreen({ hasDemo: true });
  await expectLink("View demo page", "/@demo", screen);
  await expect.element(screen.getByText("Sample figures")).toBeVisible();
  await expectAccessibleAtEveryWidth();
});

test("does not link a missing demo creator", async () => {
  const screen = await renderScreen({ hasDemo: false });
  await expect.element(screen.getByRole("link", { name: "Create a dashboard" })).toBeVisible();
  await expect.element(screen.getByRole("link", { name: "View demo page" })).not.toBeInTheDocument();
});
