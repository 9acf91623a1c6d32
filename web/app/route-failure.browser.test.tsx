import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { createMemoryRouter, Link, Outlet } from "react-router";
import { RouterProvider } from "react-router/dom";
import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { z } from "zod";
import { analyticsRoutes } from "../../contract/api/analytics.ts";
import { ApiError } from "../lib/api.ts";
import { loadDraft, removeDraft } from "../lib/drafts/draft-store.ts";
import { useFormDraft } from "../lib/drafts/use-form-draft.ts";
import { meQuery } from "../lib/session.ts";
import { expectAccessible } from "../testing/accessibility.ts";
import { aCreator, aTile, noAnalytics } from "../testing/console-entities.ts";
import { renderDashboard } from "../testing/dashboard.ts";
import { NavigationProgress } from "./navigation-progress.tsx";
import { RouteFailure } from "./route-failure.tsx";

function Frame() {
  return (
    <>
      <NavigationProgress />
      <nav aria-label="Frame">
        <Link to="/next">Next</Link>
      </nav>
      <main>
        <Outlet />
      </main>
    </>
  );
}

/** A frame with a first page, and a second one whose data come from `load`. */
async function renderPages(load: () => Promise<unknown>) {
  const router = createMemoryRouter([
    {
      Component: Frame,
      children: [
        {
          ErrorBoundary: RouteFailure,
          children: [
            { path: "/", element: <h1>First page</h1> },
            { path: "/next", loader: load, element: <h1>Next page</h1> },
          ],
        },
      ],
    },
  ]);
  await render(<RouterProvider router={router} />);
}
const openNext = () => page.getByRole("link", { name: "Next" }).click();
const expectLogged = () => vi.spyOn(console, "error").mockImplementation(() => undefined);

test.each([
  [new ApiError(0, undefined), "Couldn't load this page", "Couldn't reach the server."],
  [
    new ApiError(500, { error: "Internal error.", code: "internal", requestId: "req-7f3a" }),
    "Couldn't load this page",
    "Request id for the operator: req-7f3a",
  ],
  [
    new TypeError("Failed to fetch dynamically imported module: /assets/x.js"),
    "Couldn't load this page",
    "A part of it did not load.",
  ],
  [new Error("x is undefined"), "This page stopped working", "Your saved work is safe."],
])("reports a page that fails with %o inside the frame, and logs it", async (error, heading, text) => {
  const logged = expectLogged();
  await renderPages(() => Promise.reject(error));
  await openNext();
  await expect.element(page.getByRole("heading", { name: heading })).toBeVisible();
  await expect.element(page.getByText(text)).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Try again" })).toBeVisible();
  await expect.element(page.getByRole("navigation", { name: "Frame" })).toBeVisible();
  await expect.poll(() => logged.mock.calls).toContainEqual([error]);
});

test("shows that a page is loading if a navigation takes longer than a moment", async () => {
  const loaded = Promise.withResolvers<null>();
  await renderPages(() => loaded.promise);
  await expect.element(page.getByRole("heading", { name: "First page" })).toBeVisible();
  await openNext();
  await expect.element(page.getByText("Loading page")).toBeInTheDocument();
  await expect.element(page.getByRole("heading", { name: "First page" })).toBeVisible();
  loaded.resolve(null);
  await expect.element(page.getByRole("heading", { name: "Next page" })).toBeVisible();
  await expect.element(page.getByText("Loading page")).not.toBeInTheDocument();
});

test("shows no progress for a quick navigation", async () => {
  const shown: string[] = [];
  await renderPages(async () => null);
  const status = await page.getByRole("status").findElement();
  const observer = new MutationObserver(() => shown.push(status.textContent ?? ""));
  observer.observe(status, { childList: true, subtree: true });
  await openNext();
  await expect.element(page.getByRole("heading", { name: "Next page" })).toBeVisible();
  await new Promise((resolve) => setTimeout(resolve, 200));
  observer.disconnect();
  expect(shown).toEqual([]);
});

const Note = z.object({ message: z.string() });

/** A form that throws while it renders as soon as its text contains "crash". */
function NoteForm() {
  const form = useForm({ defaultValues: { message: "" } });
  useFormDraft("feedback", form, Note, { creatorId: 1 });
  if (form.watch("message").includes("crash")) throw new Error("rendering failed");
  return (
    <label>
      Message <textarea {...form.register("message")} />
    </label>
  );
}

test("keeps what was typed in a page that fails while it renders", async () => {
  expectLogged();
  const router = createMemoryRouter([{ path: "/", element: <NoteForm />, ErrorBoundary: RouteFailure }]);
  const queryClient = new QueryClient();
  queryClient.setQueryData(meQuery.queryKey, aCreator({ id: 1 }));
  await render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  const message = page.getByLabelText("Message");
  await message.fill("Pots and bowls");
  await message.fill("Pots and bowls crash");
  await expect.element(page.getByRole("heading", { name: "This page stopped working" })).toBeVisible();
  expect(loadDraft("feedback", 1)?.values).toMatchObject({ message: "Pots and bowls crash" });
  removeDraft("feedback", 1);
});

test("keeps other areas of the dashboard, and typed text, when one fails", async () => {
  const logged = expectLogged();
  const { server, queryClient } = await renderDashboard({ tiles: () => [aTile({ title: "My shop" })] });
  await page.getByRole("button", { name: "Add tile" }).click();
  await page.getByLabelText("Title", { exact: true }).fill("Film");
  const { fromCodePoint } = String;
  vi.spyOn(String, "fromCodePoint").mockImplementation((...points) => {
    // Texts of the console are read with it as well, so only flags fail.
    if (points.some((point) => point > 0x1f000)) throw new Error("no flags");
    return fromCodePoint(...points);
  });
  server.respond(
    analyticsRoutes.summary,
    noAnalytics({
      summary: [{ event: "page_view", count: 1 }],
      countries: [{ country: "PT", count: 1 }],
    }),
  );
  await queryClient.invalidateQueries({ queryKey: ["analytics"] });
  await expect.element(page.getByText("Analytics stopped working.")).toBeInTheDocument();
  await expect.element(page.getByLabelText("Title", { exact: true })).toHaveValue("Film");
  await expect.poll(() => logged.mock.calls.length).toBeGreaterThan(0);
  vi.restoreAllMocks();
  await page.getByRole("button", { name: "Close" }).click();
  await page.getByRole("button", { name: "Discard changes" }).click();
  await expectAccessible();
  await page.getByRole("button", { name: "Try again" }).click();
  await expect.element(page.getByText("Portugal")).toBeVisible();
});
