import type { CreatorOrder } from "../../contract/api/orders.ts";
import { t } from "../../contract/texts.ts";

/** Returns the label of a mock or test order, or null for other orders. */
export function testModeOf({ mock, mode }: Pick<CreatorOrder, "mock" | "mode">): string | null {
  if (mock) return t("Mock");
  if (mode === "sandbox") return t("Sandbox");
  return mode === "test" ? t("Test") : null;
}
