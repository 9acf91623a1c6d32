import { useState } from "react";
import { z } from "zod";
import { paths } from "../../../contract/rules/paths.ts";
import { useUrlState } from "../../lib/use-url-state.ts";
import { SegmentedLinks } from "../../ui/segmented-control.tsx";
import { EmailComposer } from "./email-composer.tsx";
import { Emails } from "./emails.tsx";
import { People } from "./people.tsx";

const ScreenState = z.object({ view: z.enum(["people", "emails"]).catch("people") });

/** The creator's audience, and the emails to it: one path, two views. */
export function AudienceScreen() {
  const [{ view }] = useUrlState(ScreenState);
  const isEmails = view === "emails";
  // Once shown, the composer stays rendered: opening the other tab must not discard the email.
  const [hasEmails, setHasEmails] = useState(isEmails);
  if (isEmails && !hasEmails) setHasEmails(true);
  return (
    <>
      <title>{`${isEmails ? "Emails" : "Audience"} · Tessera`}</title>
      <div className="grid gap-4">
        <h1 className="text-3xl sm:text-4xl">Audience</h1>
        <SegmentedLinks
          label="People and emails"
          links={[
            { to: paths.audience(), label: "People", current: !isEmails },
            { to: paths.audienceEmails(), label: "Emails", current: isEmails },
          ]}
          className="w-full sm:w-72"
        />
      </div>
      {hasEmails && (
        <div className={isEmails ? "contents" : "hidden"}>
          <EmailComposer />
        </div>
      )}
      {/* Only the list that is shown reads the page in the URL. */}
      {isEmails ? <Emails /> : <People />}
    </>
  );
}
