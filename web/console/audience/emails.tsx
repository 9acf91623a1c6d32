import { useQuery } from "@tanstack/react-query";
import { z } from "zod";
import { UrlPage, useUrlState } from "../../lib/use-url-state.ts";
import { SentEmails } from "../../widgets/email/sent-emails.tsx";
import { Timestamp } from "../../widgets/timestamp.tsx";
import { sentEmailsQuery } from "./queries.ts";

const SentView = z.object({ page: UrlPage });

/** The emails that were sent to the audience. */
export function Emails() {
  const [{ page }, setUrl] = useUrlState(SentView);
  return (
    <SentEmails
      query={useQuery(sentEmailsQuery(page))}
      failure="Couldn't load the sent emails."
      empty="No emails sent yet."
      onPageChange={(next, options) => setUrl({ page: next }, options)}
      about={({ created_at }) => <Timestamp at={created_at} />}
    />
  );
}
