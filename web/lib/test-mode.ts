import type { CreatorOrder } from "../../contract/api/orders.ts";

/** The mark of an order without real money, or null for a paid or free one. */
export function testModeOf({ mock, mode }: Pick<CreatorOrder, "mock" | "mode">): string | null {
  if (mock) return "Mock";
  if (mode === "sandbox") return "Sandbox";
  return mode === "test" ? "Test" : null;
}
