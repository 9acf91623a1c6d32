import { useState } from "react";
import { renderToString } from "react-dom/server";
import { afterEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { hydrate } from "./hydrate.tsx";

const site = { publicUrl: "https://tessera.example" };
let root: HTMLElement;

afterEach(() => root.remove());

function Page({ failsAt }: { failsAt: "start" | "click" }) {
  const [clicks, setClicks] = useState(0);
  if (failsAt === "start" && !isServer) throw new Error("a defect");
  if (clicks > 0) throw new Error("a defect");
  return (
    <main>
      <a href="/@ada?tile=3">Bowl</a>
      <button type="button" onClick={() => setClicks(clicks + 1)}>
        Share profile
      </button>
    </main>
  );
}
let isServer = false;

function renderOnServer(failsAt: "start" | "click") {
  isServer = true;
  root = document.createElement("div");
  root.innerHTML = renderToString(<Page failsAt={failsAt} />);
  isServer = false;
  document.body.append(root);
  return root.innerHTML;
}

test("a page that fails when it is hydrated shows the server's markup and logs the error", async () => {
  const logged = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const html = renderOnServer("start");
  await hydrate(root, <Page failsAt="start" />, site);
  expect(root.innerHTML).toBe(html);
  expect(logged).toHaveBeenCalledWith(expect.stringContaining("page failed"), expect.any(Error));
});

test("a page that fails when it is used shows the server's markup, whose links work", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const html = renderOnServer("click");
  await hydrate(root, <Page failsAt="click" />, site);
  await page.getByRole("button", { name: "Share profile" }).click();
  expect(root.innerHTML).toBe(html);
  await expect.element(page.getByRole("link", { name: "Bowl" })).toHaveAttribute("href", "/@ada?tile=3");
});
