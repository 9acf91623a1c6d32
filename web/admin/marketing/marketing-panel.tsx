import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import { useOutletContext } from "react-router";
import type { Creator } from "../../../contract/api/creators.ts";
import { type MarketingInput, marketingRoutes } from "../../../contract/api/marketing.ts";
import { useFormDraft } from "../../lib/drafts/use-form-draft.ts";
import { schemaResolver } from "../../lib/schema-resolver.ts";
import { useSettled } from "../../lib/use-debounced-value.ts";
import { EmailEditor } from "../../widgets/email/email-editor.tsx";
import { previewQuery } from "../../widgets/email/queries.ts";
import { Campaigns } from "./campaigns.tsx";
import { ComposerSchema, type ComposerValues, emptyValues, hasOwnText } from "./composer.ts";
import { ComposerForm } from "./composer-form.tsx";

/** The email composer and the sent emails. The composer stays rendered behind the other tabs, with its text and sending state. */
export function MarketingPanel({ isShown }: { isShown: boolean }) {
  const [wasShown, setWasShown] = useState(isShown);
  if (isShown && !wasShown) setWasShown(true);
  return (
    <>
      {wasShown && (
        <div className={isShown ? "contents" : "hidden"}>
          <Composer />
        </div>
      )}
      {isShown && <Campaigns />}
    </>
  );
}

function Composer() {
  const { id: creatorId } = useOutletContext<Creator>();
  const form = useForm<ComposerValues, unknown, MarketingInput>({
    mode: "onTouched",
    resolver: schemaResolver(ComposerSchema),
    defaultValues: emptyValues(),
  });
  const isRestored = useFormDraft("marketing", form, ComposerSchema, { creatorId });
  const values = useWatch({ control: form.control, compute: (all: ComposerValues) => all });
  const { subject, body, template, ctaLabel, ctaUrl } = values;
  const draft = useSettled({ subject, body, template, ctaLabel, ctaUrl });
  const preview = useQuery(previewQuery("marketing-preview", marketingRoutes.preview, { body: draft }));
  return (
    <EmailEditor isRestored={isRestored} hasUnsaved={hasOwnText(values)} subject={subject} preview={preview}>
      <ComposerForm form={form} values={values} />
    </EmailEditor>
  );
}
