import type { CreatorOrder } from "../../contract/api/orders.ts";

/** Returns the label of a mock or test order, or null for other orders. */
export function testModeOf({ mock, mode }: Pick<CreatorOrder, "mock" | "mode">): string | null {
  if (mock) return "Mock";
  if (mode === "sandbox") return "Sandbox";
  return mode === "test" ? "Test" : null;
}
