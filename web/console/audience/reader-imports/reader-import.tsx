import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { toast } from "sonner";
import { MAX_IMPORT_FILE } from "../../../../contract/api/page-imports.ts";
import { MAX_READERS, type ReaderFile, readerImportRoutes } from "../../../../contract/api/reader-imports.ts";
import { paths } from "../../../../contract/rules/paths.ts";
import { t } from "../../../../contract/texts.ts";
import { request } from "../../../lib/api.ts";
import { useRouteUpload } from "../../../lib/use-upload.ts";
import { FailureAlert } from "../../../ui/alert.tsx";
import { FilePicker } from "../../../ui/file-picker.tsx";
import { PageTitle } from "../../../ui/page-title.tsx";
import { UploadStatus } from "../../../ui/upload-status.tsx";
import { Loading } from "../../../widgets/loading.tsx";
import { EarlierImports } from "../../sections/earlier-imports.tsx";
import { Section } from "../../sections/section.tsx";
import { MEMBERS } from "../queries.ts";
import { READER_SOURCES, readerImportsQuery } from "./queries.ts";
import { ReviewReaders } from "./review-readers.tsx";

/** Brings the readers of a newsletter that exists elsewhere. */
export function ReaderImport() {
  const [file, setFile] = useState<ReaderFile | null>(null);
  const undo = useUndoReaders();
  return (
    <>
      <PageTitle>{t("Import readers")}</PageTitle>
      <Link to={paths.audience()} className="link flex min-h-11 items-center justify-self-start">
        {t("Audience")}
      </Link>
      <h1 className="text-3xl sm:text-4xl">{t("Import readers")}</h1>
      <div className="grid max-w-3xl grid-cols-1 gap-4 sm:gap-5">
        {file ? (
          <ReviewReaders key={file.id} file={file} onBack={() => setFile(null)} />
        ) : (
          <>
            <ReadFile onRead={setFile} />
            <Loading
              query={readerImportsQuery}
              failure={t("Couldn't load your imports.")}
              label={t("Loading your imports")}
              shapes={["h-16"]}
            >
              {({ imports }) => (
                <EarlierImports
                  imports={imports.map(({ source, confirmed, asked, ...one }) => ({
                    ...one,
                    name: READER_SOURCES[source],
                    what: t(
                      "{readers, plural, one {# reader} other {# readers}}, {asked, plural, one {# to be asked} other {# to be asked}}",
                      { readers: confirmed + asked, asked },
                    ),
                  }))}
                  onUndo={undo}
                />
              )}
            </Loading>
          </>
        )}
      </div>
    </>
  );
}

/** Returns the function that deletes the unchanged readers of an import. It throws the server's error. */
function useUndoReaders() {
  const queryClient = useQueryClient();
  return async (id: string) => {
    const { removed, kept } = await request(readerImportRoutes.undo, { params: { id } });
    void queryClient.invalidateQueries(readerImportsQuery);
    void queryClient.invalidateQueries({ queryKey: MEMBERS });
    const gone = t("{count, plural, one {# reader} other {# readers}} removed.", { count: removed });
    const stay =
      kept > 0 &&
      t("{count, plural, one {# reader} other {# readers}} stay, because they were asked or changed since.", {
        count: kept,
      });
    toast([gone, stay].filter(Boolean).join(" "));
  };
}

const tooLarge = () =>
  t("A list of readers can have up to {size} MB.", { size: MAX_IMPORT_FILE / 1024 / 1024 });

function ReadFile({ onRead }: { onRead: (file: ReaderFile) => void }) {
  const upload = useRouteUpload({
    route: readerImportRoutes.readFile,
    query: {},
    reject: ({ size }) => (size > MAX_IMPORT_FILE ? tooLarge() : null),
    failure: t("Couldn't read the file."),
    onDone: ({ file }) => onRead(file),
  });
  return (
    <Section
      id="read"
      title={t("Where are your readers?")}
      headingAs="h2"
      about={t(
        "Export them as CSV from Ghost, Substack, Mailchimp or Buttondown, with up to {max, plural, one {# reader} other {# readers}} in a file. You see what was understood before anybody is added. People who unsubscribed there or here are never added.",
        { max: MAX_READERS },
      )}
    >
      <FailureAlert>{upload.error}</FailureAlert>
      <div>
        {upload.progress ? (
          <UploadStatus progress={upload.progress} onCancel={upload.cancel} />
        ) : (
          <FilePicker label={t("Choose a CSV file")} accept=".csv,.txt,text/csv" onPick={upload.start} />
        )}
      </div>
    </Section>
  );
}
