import type { CreatorOrder } from "../../contract/api/orders.ts";

/** What marks an order for which no money moved; null for one with real money, and for a free one. */
export function testModeOf({ mock, mode }: Pick<CreatorOrder, "mock" | "mode">): string | null {
  if (mock) return "Mock";
  if (mode === "sandbox") return "Sandbox";
  return mode === "test" ? "Test" : null;
}
