import { t } from "../../../contract/texts.ts";
import { PageTitle } from "../../ui/page-title.tsx";
import { SectionList } from "../sections/section-list.tsx";
import { DomainsSection } from "./domains-section.tsx";
import { PageUrlSection } from "./page-url-section.tsx";

/** The addresses at which a creator's page is shown. */
export function AddressScreen() {
  return (
    <>
      <PageTitle>{t("Address")}</PageTitle>
      <h1 className="text-3xl sm:text-4xl">{t("Address")}</h1>
      <div className="flex flex-col gap-5 lg:grid lg:grid-cols-[184px_minmax(0,48rem)] lg:gap-8">
        <SectionList current="address" />
        <div className="grid grid-cols-1 content-start gap-4 sm:gap-5">
          <PageUrlSection />
          <DomainsSection />
        </div>
      </div>
    </>
  );
}
