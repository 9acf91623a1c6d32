import { t } from "../../../../contract/texts.ts";
import { SectionList } from "../../sections/section-list.tsx";
import { DeleteAccount } from "./delete-account.tsx";
import { ExportAccount } from "./export-account.tsx";
import { ImportAccount } from "./import-account.tsx";
import { PageTitle } from "../../../ui/page-title.tsx";

/** Export, import and deletion of an account. */
export function DataScreen() {
  return (
    <>
      <PageTitle>{t("Your data")}</PageTitle>
      <h1 className="text-3xl sm:text-4xl">{t("Your data")}</h1>
      <div className="flex flex-col gap-5 lg:grid lg:grid-cols-[184px_minmax(0,48rem)] lg:gap-8">
        <SectionList current="data" />
        <div className="grid grid-cols-1 content-start gap-4 sm:gap-5">
          <ExportAccount />
          <ImportAccount />
          <DeleteAccount />
        </div>
      </div>
    </>
  );
}
