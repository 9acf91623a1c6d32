import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { hydrateOnInteraction } from "./hydrate-on-interaction.ts";

class FakeElement {
  click = vi.fn();
  live: boolean;
  constructor(live: boolean) {
    this.live = live;
  }
  closest() {
    return this.live ? this : null;
  }
}

let page: EventTarget;
beforeEach(() => {
  page = new EventTarget();
  vi.stubGlobal("window", page);
  vi.stubGlobal("Element", FakeElement);
  vi.stubGlobal("HTMLElement", FakeElement);
});
afterEach(() => vi.unstubAllGlobals());

function clickOn(target: FakeElement, keys: { metaKey?: boolean } = {}) {
  const event = Object.assign(new Event("click", { cancelable: true }), keys);
  Object.defineProperty(event, "target", { value: target });
  page.dispatchEvent(event);
  return event;
}

test("reading a page does not load what only its use needs", () => {
  const hydratePage = vi.fn(() => Promise.resolve());
  hydrateOnInteraction(hydratePage);
  page.dispatchEvent(new Event("scroll"));
  expect(hydratePage).not.toHaveBeenCalled();
  page.dispatchEvent(new Event("pointerover"));
  page.dispatchEvent(new Event("keydown"));
  expect(hydratePage).toHaveBeenCalledTimes(1);
});

test("a click before the page is alive is made again once it is", async () => {
  const share = new FakeElement(true);
  hydrateOnInteraction(() => Promise.resolve());
  expect(clickOn(share).defaultPrevented).toBe(true);
  expect(share.click).not.toHaveBeenCalled();
  await vi.waitFor(() => expect(share.click).toHaveBeenCalledTimes(1));
  expect(clickOn(share).defaultPrevented).toBe(false);
});

test("a click is made again when the scripts do not load, so that a link leads on", async () => {
  const tile = new FakeElement(true);
  hydrateOnInteraction(() => Promise.reject(new Error("offline")));
  clickOn(tile);
  await vi.waitFor(() => expect(tile.click).toHaveBeenCalledTimes(1));
});

test("clicks on plain links and clicks for a new tab are the browser's own", () => {
  hydrateOnInteraction(() => new Promise(() => undefined));
  expect(clickOn(new FakeElement(false)).defaultPrevented).toBe(false);
  expect(clickOn(new FakeElement(true), { metaKey: true }).defaultPrevented).toBe(false);
});
