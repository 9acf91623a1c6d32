import { t } from "../../contract/texts.ts";
import { formatMoney } from "./format.ts";

/** Turns the server's stored text into a sentence about the difference between a held payment and its order. */
export function differenceText(reason: string, currency: string): string {
  const amount = /^amount (\d+) instead of (\d+)$/.exec(reason);
  if (amount) {
    const [paid = "", ordered = ""] = amount.slice(1).map((cents) => formatMoney(Number(cents), currency));
    return t("{paid} was paid instead of {ordered}.", { paid, ordered });
  }
  const other = /^currency (\w+) instead of (\w+)$/.exec(reason);
  if (other)
    return t("It was paid in {paid} instead of {ordered}.", {
      paid: other[1]?.toUpperCase() ?? "",
      ordered: other[2]?.toUpperCase() ?? "",
    });
  if (reason === "reference") return t("The payment names another order.");
  if (reason === "mode") return t("A test payment came for a real order, or the other way round.");
  return `${reason}.`;
}
