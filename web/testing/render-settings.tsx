import { useQuery } from "@tanstack/react-query";
import { Outlet } from "react-router";
import { Toaster } from "sonner";
import { expect, vi } from "vitest";
import { type Locator, page } from "vitest/browser";
import { accountProfileRoutes } from "../../contract/api/account-profiles.ts";
import { announcementRoutes } from "../../contract/api/announcements.ts";
import { connectRoutes } from "../../contract/api/connect.ts";
import { creatorPlanRoutes } from "../../contract/api/creator-plan.ts";
import { payoutMoneyRoutes } from "../../contract/api/payout-money.ts";
import { sellerRoutes } from "../../contract/api/sellers.ts";
import type { SectionId } from "../console/sections/sections.ts";
import { SettingsPage } from "../console/sections/settings-page.tsx";
import { CONTENT } from "../console/settings/settings-screen.tsx";
import { meQuery } from "../lib/session.ts";
import { aCreator, NOT_CONNECTED } from "./console-entities.ts";
import { respondToDashboard } from "./dashboard.ts";
import type { FakeServer } from "./fake-server.ts";
import { renderConsole } from "./render-console.tsx";

type Options = {
  creator?: ReturnType<typeof aCreator>;
  /** The query of the URL. */
  query?: string;
  server?: (server: FakeServer) => void;
  /** Sections to render alone, without the console around them, in a fifth of the time. */
  only?: readonly SectionId[];
};

/** Answers the requests of a creator's settings without a payout account. */
export function respondToSettings(server: FakeServer): void {
  respondToDashboard(server);
  server.respond(sellerRoutes.show, { seller: null });
  server.respond(announcementRoutes.show, { announcement: null });
  server.respond(connectRoutes.status, NOT_CONNECTED);
  server.respond(accountProfileRoutes.list, { profiles: [] });
  server.respond(payoutMoneyRoutes.show, {
    state: "unreadable",
    readAt: null,
    balances: [],
    payouts: [],
  });
  server.respond(creatorPlanRoutes.product, {
    product: {
      id: "product-1",
      name: "Creator",
      price: { amount: 900, currency: "eur", interval: "month" },
    },
  });
}

/** Renders the settings of a creator without a payout account. */
export async function renderSettings(options: Options = {}) {
  const { creator = aCreator(), query = "", server: define, only } = options;
  const rendered = await renderConsole(`/dashboard/settings${query}`, {
    creator,
    server: (server) => {
      respondToSettings(server);
      define?.(server);
    },
    routes: only && [
      { element: <Frame />, children: [{ path: "*", element: <SelectedSections sections={only} /> }] },
    ],
  });
  await expect.element(page.getByRole("heading", only ? {} : { name: "Settings" }).first()).toBeVisible();
  return rendered;
}

/** As wide as in the console. */
function Frame() {
  const { data: creator } = useQuery(meQuery);
  return (
    <main className="grid grid-cols-1 gap-4 px-4">
      {creator && <Outlet context={creator} />}
      <Toaster />
    </main>
  );
}

function SelectedSections({ sections }: { sections: readonly SectionId[] }) {
  return (
    <SettingsPage>
      {sections.map((id) => {
        const Content = CONTENT[id];
        return <Content key={id} />;
      })}
    </SettingsPage>
  );
}

/** Saves settings. Then only `run` lets time pass. */
export async function afterSaving(save: Locator, run: () => Promise<unknown>): Promise<void> {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    (save.element() as HTMLElement).click();
    await vi.waitFor(() => expect(document.body.textContent).toContain("Changes saved"));
    await run();
  } finally {
    vi.useRealTimers();
  }
}
