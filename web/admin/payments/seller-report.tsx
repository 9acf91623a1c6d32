import { useState } from "react";
import { sellerReportRoutes } from "../../../contract/api/seller-reports.ts";
import { buildUrl } from "../../lib/api.ts";
import { Button } from "../../ui/button.tsx";
import { Choice } from "../../ui/choice.tsx";

const YEARS = 6;

/** What each seller sold in a year, for reports to tax authorities. */
export function SellerReport() {
  const thisYear = new Date().getUTCFullYear();
  const [year, setYear] = useState(thisYear);
  return (
    <section
      aria-labelledby="seller-report"
      className="grid min-w-0 gap-4 rounded-card border border-line bg-surface px-4 py-4 sm:px-5"
    >
      <div className="grid gap-1">
        <h2 id="seller-report" className="text-xl">
          Sales by seller
        </h2>
        <p className="max-w-[60ch] text-[15px] text-muted">
          What each seller sold for money, by quarter and currency, with the seller's details. Installations
          with several sellers of goods may have to report it (DAC7).
        </p>
      </div>
      <div className="flex flex-wrap items-end gap-3">
        <Choice
          label="Year"
          value={year}
          options={Array.from({ length: YEARS }, (_, back) => thisYear - back).map((past) => ({
            value: past,
            label: String(past),
          }))}
          onChoose={setYear}
        />
        <Button href={buildUrl(sellerReportRoutes.exportSellers, { query: { year } })} download>
          Download CSV
        </Button>
      </div>
    </section>
  );
}
