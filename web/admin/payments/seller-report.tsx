import { useState } from "react";
import { sellerReportRoutes } from "../../../contract/api/seller-reports.ts";
import { t } from "../../../contract/texts.ts";
import { buildUrl } from "../../lib/api.ts";
import { Card } from "../../ui/card.tsx";
import { Choice } from "../../ui/choice.tsx";
import { ProvenDownload } from "../../widgets/proven-download.tsx";

const YEARS = 6;

/** The sales of each seller in a year, for reports to tax authorities. */
export function SellerReport() {
  const thisYear = new Date().getUTCFullYear();
  const [year, setYear] = useState(thisYear);
  return (
    <Card
      title={t("Sales by seller")}
      about={t(
        "What each seller sold for money, by quarter and currency, with the seller's details. Installations with several sellers of goods may have to report it (DAC7).",
      )}
    >
      <div className="flex flex-wrap items-end gap-3">
        <Choice
          label={t("Year")}
          value={year}
          options={Array.from({ length: YEARS }, (_, back) => thisYear - back).map((past) => ({
            value: past,
            label: String(past),
          }))}
          onChoose={setYear}
        />
        <ProvenDownload href={buildUrl(sellerReportRoutes.exportSellers, { query: { year } })}>
          {t("Download CSV")}
        </ProvenDownload>
      </div>
    </Card>
  );
}
