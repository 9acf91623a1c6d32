import { MAX_IMPORT_FILE } from "../../../../contract/api/page-imports.ts";
import { MAX_SALES, type SaleFile, saleImportRoutes } from "../../../../contract/api/sale-imports.ts";
import { t } from "../../../../contract/texts.ts";
import { formatNumber } from "../../../lib/format.ts";
import { useRouteUpload } from "../../../lib/use-upload.ts";
import { FailureAlert } from "../../../ui/alert.tsx";
import { FilePicker } from "../../../ui/file-picker.tsx";
import { UploadStatus } from "../../../ui/upload-status.tsx";
import { Section } from "../../sections/section.tsx";

/** Reads a file of the sales of another service. */
export function ReadSales({ onRead }: { onRead: (file: SaleFile) => void }) {
  const upload = useRouteUpload({
    route: saleImportRoutes.readFile,
    query: {},
    reject: ({ size }) =>
      size > MAX_IMPORT_FILE
        ? t("A list of sales can have up to {size} MB.", { size: MAX_IMPORT_FILE / 1024 / 1024 })
        : null,
    failure: t("Couldn't read the file."),
    onDone: ({ file }) => onRead(file),
  });
  return (
    <Section
      id="sales"
      title={t("Bring your buyers of Gumroad")}
      headingAs="h2"
      about={t(
        "Export your sales there as CSV. Each sale of a product that exists here with its files becomes an order without money, up to {count} at once. Nobody is emailed: buyers find their files in the library with the email they bought with.",
        { count: formatNumber(MAX_SALES) },
      )}
    >
      <FailureAlert>{upload.error}</FailureAlert>
      <div>
        {upload.progress ? (
          <UploadStatus progress={upload.progress} onCancel={upload.cancel} />
        ) : (
          <FilePicker
            label={t("Choose the CSV of your sales")}
            accept=".csv,.txt,text/csv"
            onPick={upload.start}
          />
        )}
      </div>
    </Section>
  );
}
