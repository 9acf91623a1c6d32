import { lazy, Suspense, useState } from "react";
import { z } from "zod";
import { paths } from "../../../contract/rules/paths.ts";
import { t } from "../../../contract/texts.ts";
import { useUrlState } from "../../lib/use-url-state.ts";
import { PageTitle } from "../../ui/page-title.tsx";
import { SegmentedLinks } from "../../ui/segmented-control.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { Composers } from "./composers.tsx";
import { Emails } from "./emails.tsx";
import { People } from "./people.tsx";

const ReaderImport = lazy(async () => ({
  default: (await import("./reader-imports/reader-import.tsx")).ReaderImport,
}));

const ScreenState = z.object({
  view: z.enum(["people", "emails", "import"]).catch("people"),
  /** The draft or scheduled email in the editor; 0 for a new email. */
  letter: z
    .string()
    .regex(/^[1-9]\d{0,15}$/)
    .transform(Number)
    .catch(0),
});

/** The creator's audience and emails, and the import of readers: views of one path. */
export function AudienceScreen() {
  const [{ view, letter }, setUrl] = useUrlState(ScreenState);
  const isEmails = view === "emails";
  const isImport = view === "import";
  // The URL of the other view has no draft, but the editor keeps the last one.
  const [edited, setEdited] = useState(letter);
  if (isEmails && edited !== letter) setEdited(letter);
  // Keep the composer rendered: opening the other tab must not discard the email.
  const [hasEmails, setHasEmails] = useState(isEmails);
  if (isEmails && !hasEmails) setHasEmails(true);
  return (
    <>
      {!isImport && <Views isEmails={isEmails} edited={edited} />}
      {hasEmails && (
        <div className={isEmails ? "contents" : "hidden"}>
          <Composers requested={edited} onRequest={(id) => setUrl({ letter: id }, { replace: true })} />
        </div>
      )}
      {/* Only the visible list reads the page number in the URL. */}
      {isEmails && <Emails edited={edited} onEdit={(id) => setUrl({ letter: id })} />}
      {isImport && (
        <Suspense fallback={<Skeleton className="h-60 rounded-card" />}>
          <ReaderImport />
        </Suspense>
      )}
      {view === "people" && <People />}
    </>
  );
}

function Views({ isEmails, edited }: { isEmails: boolean; edited: number }) {
  return (
    <>
      <PageTitle>{isEmails ? t("Emails") : t("Audience")}</PageTitle>
      <div className="grid gap-4">
        <h1 className="text-3xl sm:text-4xl">{t("Audience")}</h1>
        <SegmentedLinks
          label={t("People and emails")}
          links={[
            { to: paths.audience(), label: t("People"), current: !isEmails },
            {
              to: edited ? paths.editLetter(edited) : paths.audienceEmails(),
              label: t("Emails"),
              current: isEmails,
            },
          ]}
          className="w-full sm:w-72"
        />
      </div>
    </>
  );
}
