import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { PageContents } from "../../../contract/api/page-imports.ts";
import { t } from "../../../contract/texts.ts";
import { PageTitle } from "../../ui/page-title.tsx";
import { Loading } from "../../widgets/loading.tsx";
import { EarlierImports } from "../sections/earlier-imports.tsx";
import { Section } from "../sections/section.tsx";
import { SectionList } from "../sections/section-list.tsx";
import { addedCount, pageImportsQuery, SOURCE_NAMES } from "./queries.ts";
import { ReadPage } from "./read-page.tsx";
import { ReviewRows } from "./review-rows.tsx";
import { undoImport } from "./undo-import.ts";
import { WaitingNotice } from "./waiting-notice.tsx";

/** Brings the links of a page that exists elsewhere. */
export function PageImportScreen() {
  const queryClient = useQueryClient();
  const [contents, setContents] = useState<PageContents | null>(null);
  return (
    <>
      <PageTitle>{t("Import a page")}</PageTitle>
      <h1 className="text-3xl sm:text-4xl">{t("Import a page")}</h1>
      <div className="flex flex-col gap-5 lg:grid lg:grid-cols-[184px_minmax(0,48rem)] lg:gap-8">
        <SectionList current="import" />
        <div className="grid grid-cols-1 content-start gap-4 sm:gap-5">
          {contents ? (
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
              <Loading
                query={pageImportsQuery}
                failure={t("Couldn't load your imports.")}
                label={t("Loading your imports")}
                shapes={["h-16"]}
              >
                {({ imports }) => (
                  <EarlierImports
                    imports={imports.map((one) => ({
                      ...one,
                      name: SOURCE_NAMES[one.source],
                      what: addedCount(one),
                    }))}
                    onUndo={(id) => undoImport(queryClient, id)}
                  />
                )}
              </Loading>
            </>
          )}
        </div>
      </div>
    </>
  );
}
