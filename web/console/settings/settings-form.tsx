import { zodResolver } from "@hookform/resolvers/zod";
import { type FormEvent, useEffect, useState } from "react";
import { useForm } from "react-hook-form";
import type { Creator, ProfileInput } from "../../../contract/api/creators.ts";
import { tileMessages } from "../../../contract/api/tiles.ts";
import { FREE_PLAN_TILES, PLATFORM_FEE_BPS } from "../../../contract/rules/limits.ts";
import { useFormDraft } from "../../lib/drafts/use-form-draft.ts";
import { setApiErrors } from "../../lib/form-errors.ts";
import { formatFee } from "../../lib/format.ts";
import { useUpload } from "../../lib/use-upload.ts";
import { ConfirmDialog } from "../../widgets/confirm-dialog.tsx";
import { RestoredNotice } from "../../widgets/restored-notice.tsx";
import { UnsavedChangesGuard } from "../../widgets/unsaved-changes-guard.tsx";
import { resetToSaved, useSavedValues } from "../saved-values.ts";
import { LocaleSection } from "./locale-section.tsx";
import { PlanSection } from "./plan-section.tsx";
import { ProfileSection } from "./profile-section.tsx";
import { ProviderSection } from "./provider-section.tsx";
import {
  isDowngrade,
  type SettingsFormValues,
  SettingsInput,
  toFormValues,
  toProfile,
} from "./settings-draft.ts";
import { SettingsSaveBar } from "./settings-save-bar.tsx";
import { SocialsSection } from "./socials-section.tsx";
import { useSaveSettings } from "./use-save-settings.ts";

const FIELDS = [
  "avatarUrl",
  "handle",
  "displayName",
  "bio",
  "paymentProvider",
  "paymentAccountId",
  "socials",
  "language",
  "timeZone",
] as const;

type SettingsFormProps = {
  creator: Creator;
  /** True while another form of the page has unsaved changes. */
  hasOtherChanges: boolean;
};

/** The settings that are saved together: profile, plan, provider and social links. */
export function SettingsForm({ creator, hasOtherChanges }: SettingsFormProps) {
  const { save, isSaving, isRedirecting, startRedirect, cancelRedirect } = useSaveSettings();
  const form = useForm<SettingsFormValues, unknown, ProfileInput>({
    resolver: zodResolver(SettingsInput),
    defaultValues: toFormValues(creator),
  });
  useSavedValues(form, toFormValues(creator));
  const { isDirty } = form.formState;
  const upload = useUpload({
    purpose: "image",
    failure: "Avatar upload failed",
    onDone: ({ url }) => form.setValue("avatarUrl", url ?? "", { shouldDirty: true }),
  });
  const isUploading = upload.progress !== null;
  useEffect(() => {
    if (!isUploading) form.clearErrors("avatarUrl");
  }, [isUploading, form]);
  const [downgrade, setDowngrade] = useState<ProfileInput | null>(null);
  const hasChanges = isDirty || isUploading;
  useEffect(() => {
    // The redirect would discard what was changed after the save.
    if (isRedirecting && hasChanges) cancelRedirect();
  }, [isRedirecting, hasChanges, cancelRedirect]);
  const isRestored = useFormDraft("settings", form, SettingsInput, { creatorId: creator.id });

  const send = async (input: ProfileInput) => {
    const sent = form.getValues();
    try {
      const saved = toFormValues(await save(toProfile(input, creator)));
      resetToSaved(form, saved, sent);
      startRedirect();
    } catch (error) {
      setApiErrors(form, error, { fields: FIELDS, fallback: "Unable to save changes." });
    }
  };
  const submit = form.handleSubmit((input) =>
    isDowngrade(input.plan, creator) ? setDowngrade(input) : send(input),
  );
  const submitUnlessUploading = (event: FormEvent) => {
    event.preventDefault();
    form.clearErrors("root");
    if (isUploading)
      form.setError("avatarUrl", { message: tileMessages.uploadRunning }, { shouldFocus: true });
    else if (!isSaving && !isRedirecting) void submit();
  };

  return (
    <form noValidate onSubmit={submitUnlessUploading} className="grid grid-cols-1 gap-6 sm:gap-7">
      {isRestored && <RestoredNotice />}
      <ProfileSection form={form} savedHandle={creator.handle} upload={upload} />
      <PlanSection creator={creator} form={form} />
      <ProviderSection form={form} />
      <SocialsSection form={form} />
      <LocaleSection form={form} />
      <SettingsSaveBar form={form} isSaving={isSaving} isSaved={isRedirecting} />
      <ConfirmDialog
        open={downgrade !== null}
        title="Switch to the Free plan?"
        confirm="Switch to Free"
        onClose={() => setDowngrade(null)}
        onConfirm={() => {
          if (downgrade) void send(downgrade);
          setDowngrade(null);
        }}
      >
        {creator.stripe_subscription_active && "Your subscription ends. "}Sales cost a platform fee of{" "}
        {formatFee(PLATFORM_FEE_BPS.free)} again, and your page shows ‘Made with Tessera’. Your tiles stay
        visible, but you cannot add more while you have {FREE_PLAN_TILES} or more.
      </ConfirmDialog>
      <UnsavedChangesGuard unsaved={(hasChanges && !isRedirecting) || hasOtherChanges} />
    </form>
  );
}
