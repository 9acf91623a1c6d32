import { useQuery } from "@tanstack/react-query";
import { z } from "zod";
import { formatTimestamp } from "../../lib/format.ts";
import { UrlPage, useUrlState } from "../../lib/use-url-state.ts";
import { SentEmails } from "../../widgets/email/sent-emails.tsx";
import { EmailComposer } from "./email-composer.tsx";
import { sentEmailsQuery } from "./queries.ts";

const SentView = z.object({ page: UrlPage });

/** The composer of emails to the audience, and the emails that were sent. */
export function Emails() {
  const [{ page }, setUrl] = useUrlState(SentView);
  return (
    <>
      <EmailComposer />
      <SentEmails
        query={useQuery(sentEmailsQuery(page))}
        failure="Couldn't load the sent emails."
        empty="No emails sent yet."
        onPageChange={(next, options) => setUrl({ page: next }, options)}
        about={({ created_at }) => <time dateTime={created_at}>{formatTimestamp(created_at)}</time>}
      />
    </>
  );
}
