import { useState } from "react";
import type { PageContents } from "../../../contract/api/page-imports.ts";
import type { SaleFile } from "../../../contract/api/sale-imports.ts";
import { t } from "../../../contract/texts.ts";
import { PageTitle } from "../../ui/page-title.tsx";
import { Loading } from "../../widgets/loading.tsx";
import { Section } from "../sections/section.tsx";
import { SectionList } from "../sections/section-list.tsx";
import { AllImports } from "./all-imports.tsx";
import { pageImportsQuery } from "./queries.ts";
import { ReadPage } from "./read-page.tsx";
import { ReviewRows } from "./review-rows.tsx";
import { ReadSales } from "./sales/read-sales.tsx";
import { ReviewSales } from "./sales/review-sales.tsx";
import { WaitingNotice } from "./waiting-notice.tsx";

/** Brings the links of a page that exists elsewhere, and products and sales of Gumroad. */
export function PageImportScreen() {
  const [contents, setContents] = useState<PageContents | null>(null);
  const [sales, setSales] = useState<SaleFile | null>(null);
  return (
    <>
      <PageTitle>{t("Import a page")}</PageTitle>
      <h1 className="text-3xl sm:text-4xl">{t("Import a page")}</h1>
      <div className="flex flex-col gap-5 lg:grid lg:grid-cols-[184px_minmax(0,48rem)] lg:gap-8">
        <SectionList current="import" />
        <div className="grid grid-cols-1 content-start gap-4 sm:gap-5">
          {sales ? (
            <ReviewSales key={sales.id} file={sales} onBack={() => setSales(null)} />
          ) : contents ? (
            <ReviewRows key={contents.id} contents={contents} onBack={() => setContents(null)} />
          ) : (
            <>
              <Section
                id="read"
                title={t("Where is your page?")}
                headingAs="h2"
                about={t(
                  "Its links become tiles here, and products of Gumroad hidden products. You choose which ones before anything is added.",
                )}
              >
                <WaitingNotice onReview={setContents} />
                <ReadPage onRead={setContents} />
              </Section>
              <ReadSales onRead={setSales} />
              <Loading
                query={pageImportsQuery}
                failure={t("Couldn't load your imports.")}
                label={t("Loading your imports")}
                shapes={["h-16"]}
              >
                {({ imports }) => <AllImports pages={imports} />}
              </Loading>
            </>
          )}
        </div>
      </div>
    </>
  );
}
