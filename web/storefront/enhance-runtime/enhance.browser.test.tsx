import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { type Enhancements, startEnhancements } from "./enhance.ts";

function show(html: string, enhancements: Enhancements) {
  const root = document.createElement("div");
  root.innerHTML = html;
  document.body.append(root);
  return { root, stop: startEnhancements(enhancements, root) };
}

test("runs each enhancement of an element once, also for elements added later", async () => {
  const [open, count] = [vi.fn(), vi.fn()];
  const { root, stop } = show('<p data-enhance="open count"></p>', { open, count });
  expect(open).toHaveBeenCalledTimes(1);
  root.insertAdjacentHTML("beforeend", '<div><p data-enhance="count"></p></div>');
  await vi.waitFor(() => expect(count).toHaveBeenCalledTimes(2));
  expect(open).toHaveBeenCalledTimes(1);
  stop();
  root.remove();
});

test("ends listeners outside of an element when it leaves the page", async () => {
  const onEvent = vi.fn();
  const listen = (_element: HTMLElement, signal: AbortSignal) =>
    addEventListener("ping", onEvent, { signal });
  const { root, stop } = show('<p data-enhance="listen"></p>', { listen });
  dispatchEvent(new Event("ping"));
  root.replaceChildren();
  await Promise.resolve();
  dispatchEvent(new Event("ping"));
  expect(onEvent).toHaveBeenCalledTimes(1);
  stop();
  root.remove();
});

test("logs a failing enhancement and keeps links and other enhancements working", async () => {
  const logged = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const fine = vi.fn();
  const broken = () => {
    throw new Error("a defect");
  };
  const { root, stop } = show(
    '<div data-enhance="broken fine"><a href="/@ada?tile=3">Bowl</a></div><p data-enhance="fine"></p>',
    { broken, fine },
  );
  expect(logged).toHaveBeenCalledWith(expect.stringContaining('"broken" failed'), expect.any(Error));
  expect(fine).toHaveBeenCalledTimes(2);
  await expect.element(page.getByRole("link", { name: "Bowl" })).toHaveAttribute("href", "/@ada?tile=3");
  stop();
  root.remove();
});
