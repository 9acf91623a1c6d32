import { useQueryClient } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { MAX_IMPORT_FILE, type PageContents, pageImportRoutes } from "../../../contract/api/page-imports.ts";
import { t } from "../../../contract/texts.ts";
import { request } from "../../lib/api.ts";
import { setApiErrors } from "../../lib/form-errors.ts";
import { useRouteUpload } from "../../lib/use-upload.ts";
import { FailureAlert } from "../../ui/alert.tsx";
import { FilePicker } from "../../ui/file-picker.tsx";
import { FormErrorNotice, SubmitButton } from "../../ui/form-actions.tsx";
import { UrlField } from "../../ui/form-fields.tsx";
import { UploadStatus } from "../../ui/upload-status.tsx";
import { pageImportsQuery } from "./queries.ts";

const tooLarge = () => t("A page or list can have up to {size} MB.", { size: MAX_IMPORT_FILE / 1024 / 1024 });

/** Reads a page by its link, or from a file. */
export function ReadPage({ onRead }: { onRead: (contents: PageContents) => void }) {
  const queryClient = useQueryClient();
  const form = useForm({ defaultValues: { url: "" } });
  const finish = (contents: PageContents) => {
    void queryClient.invalidateQueries(pageImportsQuery);
    onRead(contents);
  };
  const submit = form.handleSubmit(async ({ url }) => {
    try {
      const body = { url: withScheme(url) };
      finish((await request(pageImportRoutes.readUrl, { body })).contents);
    } catch (error) {
      setApiErrors(form, error, { fallback: t("Couldn't read that page.") });
    }
  });
  const upload = useRouteUpload({
    route: pageImportRoutes.readFile,
    query: {},
    reject: ({ size }) => (size > MAX_IMPORT_FILE ? tooLarge() : null),
    failure: t("Couldn't read the file."),
    onDone: ({ contents }) => finish(contents),
  });
  return (
    <div className="grid grid-cols-1 gap-6">
      <form noValidate onSubmit={submit} className="grid grid-cols-1 gap-4">
        <UrlField
          form={form}
          name="url"
          label={t("Link to your page")}
          placeholder="https://linktr.ee/anna"
          help={t("Linktree, Beacons, LinkStack, LinkBreeze, LittleLink, or any other page with links.")}
        />
        <FormErrorNotice form={form} />
        <div>
          <SubmitButton busy={form.formState.isSubmitting} busyLabel={t("Reading the page…")}>
            {t("Read the page")}
          </SubmitButton>
        </div>
      </form>
      <div className="grid grid-cols-1 gap-3 border-t border-line pt-5">
        <h3 className="text-lg">{t("Or from a file")}</h3>
        <p className="text-[15px] text-muted">
          {t(
            "A page that you saved in your browser, an export of LinkStack or LinkBreeze, bookmarks, a CSV of links, or the products or sales of Gumroad as CSV.",
          )}
        </p>
        <FailureAlert>{upload.error}</FailureAlert>
        <div>
          {upload.progress ? (
            <UploadStatus progress={upload.progress} onCancel={upload.cancel} />
          ) : (
            <FilePicker
              label={t("Choose a file")}
              accept=".html,.htm,.json,.csv,.txt,text/html,application/json,text/csv"
              onPick={upload.start}
            />
          )}
        </div>
      </div>
    </div>
  );
}

/** People write `linktr.ee/anna`. */
const withScheme = (url: string) => (/^[a-z][a-z0-9+.-]*:/i.test(url.trim()) ? url : `https://${url.trim()}`);
