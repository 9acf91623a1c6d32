import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { accountSecurityRoutes as routes } from "../../contract/api/account-security.ts";
import { orderRoutes } from "../../contract/api/orders.ts";
import type { FakeServer } from "../testing/fake-server.ts";
import { anOrder, someOrders } from "../testing/order-entities.ts";
import { renderConsole } from "../testing/render-console.tsx";

const link = () => page.getByRole("link", { name: "Export CSV" });
const dialog = () => page.getByRole("dialog", { name: "Confirm that it's you" });

/** Opens the orders, and records the downloads that the browser would start. */
async function open(confirmed: boolean, define?: (server: FakeServer) => void) {
  const started: string[] = [];
  const { server } = await renderConsole("/dashboard/products?view=orders", {
    server: (server) => {
      server.respond(orderRoutes.list, someOrders([anOrder()]));
      server.respond(routes.confirmationWays, { ways: ["password"], confirmed });
      define?.(server);
    },
  });
  const onClick = (event: MouseEvent) => {
    const target = event.target instanceof Element ? event.target.closest("a") : null;
    if (!target?.download && !target?.hasAttribute("download")) return;
    if (event.defaultPrevented) return;
    event.preventDefault();
    started.push(target.getAttribute("href") ?? "");
  };
  window.addEventListener("click", onClick);
  return { server, started, end: () => window.removeEventListener("click", onClick) };
}

test("downloads a file with many people's data at once after a recent proof", async () => {
  const { started, end } = await open(true);
  await link().click();
  await expect.poll(() => started).toEqual(["/api/orders/export.csv?status=sales"]);
  end();
});

test("asks for a proof first, then downloads", async () => {
  const { server, started, end } = await open(false);
  server.respond(routes.confirm, undefined);
  await link().click();
  await dialog().getByLabelText("Password", { exact: true }).fill("a long password");
  expect(started).toEqual([]);
  await dialog().getByRole("button", { name: "Confirm" }).click();
  await expect.poll(() => started).toEqual(["/api/orders/export.csv?status=sales"]);
  end();
});

test("downloads nothing without the proof, and reports a failure", async () => {
  const { server, started, end } = await open(false);
  await link().click();
  await dialog().getByRole("button", { name: "Cancel" }).click();
  await expect.element(dialog()).not.toBeInTheDocument();
  server.disconnect(routes.confirmationWays);
  await link().click();
  await expect.element(page.getByRole("alert")).toHaveTextContent("Couldn't download the file.");
  expect(started).toEqual([]);
  end();
});
