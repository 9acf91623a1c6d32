import { t } from "../../../../contract/texts.ts";
import { PageTitle } from "../../../ui/page-title.tsx";
import { SectionList } from "../../sections/section-list.tsx";
import { ApiKeysSection } from "./api-keys-section.tsx";
import { WebhooksSection } from "./webhooks-section.tsx";

/** The ways in which programs use the creator's page. */
export function ApiScreen() {
  return (
    <>
      <PageTitle>{t("API")}</PageTitle>
      <h1 className="text-3xl sm:text-4xl">{t("API")}</h1>
      <div className="flex flex-col gap-5 lg:grid lg:grid-cols-[184px_minmax(0,48rem)] lg:gap-8">
        <SectionList current="api" />
        <div className="grid grid-cols-1 content-start gap-4 sm:gap-5">
          <ApiKeysSection />
          <WebhooksSection />
        </div>
      </div>
    </>
  );
}
