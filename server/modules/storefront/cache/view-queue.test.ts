import { expect, test } from "vitest";
import { createViewQueue } from "./view-queue.ts";

test("rejects a client with five waiting views, and others only when a hundred wait", async () => {
  const queue = createViewQueue();
  const open = Promise.withResolvers<void>();
  const running = queue.add(null, () => open.promise);
  await Promise.resolve();
  const add = (client: string) => {
    try {
      return queue.add(client, async () => client);
    } catch (error) {
      return Promise.reject(error);
    }
  };
  const busy = { status: 503, code: "storefront.page_busy" };
  const attack = Promise.allSettled(Array.from({ length: 30 }, () => add("attacker")));
  const others = Array.from({ length: 95 }, (_, index) => add(`visitor ${index}`));
  await expect(add("one more")).rejects.toMatchObject(busy);
  open.resolve();
  await running;
  expect((await Promise.all(others)).at(-1)).toBe("visitor 94");
  const results = await attack;
  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(5);
  expect(results[5]).toMatchObject({ reason: busy });
  expect(await add("attacker")).toBe("attacker");
});
