import type { Seller } from "../../../contract/api/sellers.ts";
import { t } from "../../../contract/texts.ts";
import { withdrawalForm } from "../../lib/withdrawal-terms.ts";
import { useLegalText } from "../layout/page-language.ts";

/** The model withdrawal form, to copy or print. */
export function WithdrawalForm({ seller }: { seller: Seller }) {
  const legal = useLegalText();
  return (
    <div className="grid gap-1 rounded-control border border-line px-4 py-3 text-sm wrap-anywhere">
      <p className="font-semibold text-ink">{t("Model form for withdrawals")}</p>
      {withdrawalForm(seller).map((line) => (
        <p key={line} dir="auto" {...legal}>
          {line}
        </p>
      ))}
    </div>
  );
}
