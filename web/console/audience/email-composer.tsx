import { useQuery } from "@tanstack/react-query";
import { useEffect, useLayoutEffect, useRef } from "react";
import { useForm, useWatch } from "react-hook-form";
import { audienceCampaignRoutes, type CreatorEmailInput } from "../../../contract/api/audience-campaigns.ts";
import { Letter } from "../../../contract/api/letters.ts";
import { limits } from "../../../contract/rules/limits.ts";
import { t } from "../../../contract/texts.ts";
import { useFormDraft } from "../../lib/drafts/use-form-draft.ts";
import { schemaResolver } from "../../lib/schema-resolver.ts";
import { useSettled } from "../../lib/use-debounced-value.ts";
import { FormErrorNotice } from "../../ui/form-actions.tsx";
import { EmailEditor } from "../../widgets/email/email-editor.tsx";
import { EmailFields } from "../../widgets/email/email-fields.tsx";
import { previewQuery } from "../../widgets/email/queries.ts";
import { QueryFailure } from "../../widgets/loading.tsx";
import { useCreator } from "../creator-context.ts";
import { DescriptionField } from "../descriptions/description-field.tsx";
import { ConflictNotice } from "../editing/conflict-notice.tsx";
import { useSavedValues } from "../editing/saved-values.ts";
import { ComposerButtons } from "./composer-buttons.tsx";
import { ComposerNotices } from "./composer-notices.tsx";
import { EMPTY, EmailForm, LETTER_LABELS, type LetterContent, toFormValues } from "./letter-draft.ts";
import { PictureField, usePicture } from "./picture-field.tsx";
import { sendingQuery } from "./queries.ts";

const CTA_LABELS = { label: LETTER_LABELS.ctaLabel, url: LETTER_LABELS.ctaUrl };

type EmailComposerProps = {
  /** The draft or scheduled email, or null for a new one. */
  letter: Letter | null;
  /** True if the user opened this email from the list below, where the focus was. */
  takesFocus: boolean;
  onUnsaved: (isUnsaved: boolean) => void;
  onSaved: (letter: Letter) => void;
  /** Called after sending, when the editor is empty. */
  onLeave: () => void;
};

/** Writes an email to the audience: saves it as a draft, tests, sends or schedules it. */
export function EmailComposer({ letter, takesFocus, onUnsaved, onSaved, onLeave }: EmailComposerProps) {
  const creator = useCreator();
  const form = useForm<LetterContent, unknown, CreatorEmailInput>({
    mode: "onTouched",
    resolver: schemaResolver(EmailForm),
    defaultValues: toFormValues(letter),
  });
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takesFocus) heading.current?.focus();
  }, [takesFocus]);
  const picture = usePicture(form);
  const following = useSavedValues<LetterContent, CreatorEmailInput, Letter | null>(form, {
    opened: letter,
    saved: letter ?? undefined,
    schema: Letter,
    toValues: toFormValues,
  });
  const { send: saveBased, conflict, restore } = following;
  const isRestored = useFormDraft("creator-email", form, EmailForm, {
    creatorId: creator.id,
    id: letter?.id ?? null,
    restore,
  });
  const values = useWatch({ control: form.control, compute: (all: LetterContent) => all });
  const isUnsaved = form.formState.isDirty || picture.upload.progress !== null;
  // A layout effect, so that the parent knows of changes before the next click.
  useLayoutEffect(() => onUnsaved(isUnsaved), [isUnsaved, onUnsaved]);
  const sending = useQuery(sendingQuery);
  const body = useSettled(values);
  const preview = useQuery(previewQuery("audience-email-preview", audienceCampaignRoutes.preview, { body }));
  const reset = () => {
    form.reset(EMPTY);
    onLeave();
  };
  return (
    <EmailEditor isRestored={isRestored} hasUnsaved={isUnsaved} subject={values.subject} preview={preview}>
      <form noValidate onSubmit={(event) => event.preventDefault()} className="grid grid-cols-1 gap-5">
        <h2 ref={heading} tabIndex={-1} className="scroll-mt-4 text-xl">
          {letter ? t("Edit your email") : t("Write to your audience")}
        </h2>
        <QueryFailure query={sending} failure={t("Couldn't load what you can send.")} />
        <ComposerNotices letter={letter} sending={sending.data} />
        <EmailFields form={form} ctaLabels={CTA_LABELS} ctaPlaceholder={t("Read more")}>
          <DescriptionField
            form={form}
            name="body"
            label={t("Body")}
            optional={false}
            help={t("An empty line starts a new paragraph.")}
            rows={8}
            maxLength={limits.marketingBody.max}
          />
          <PictureField form={form} url={values.imageUrl} picture={picture} />
        </EmailFields>
        <ConflictNotice conflict={conflict} labels={LETTER_LABELS} />
        <FormErrorNotice form={form} />
      </form>
      {/* Outside the form, because the dialog has a form for the time. */}
      <ComposerButtons
        form={form}
        letter={letter}
        sending={sending.data}
        email={creator.email}
        isUploading={picture.upload.progress !== null}
        saveBased={saveBased}
        onSaved={onSaved}
        onSent={reset}
      />
    </EmailEditor>
  );
}
