import { zodResolver } from "@hookform/resolvers/zod";
import { type FormEvent, useEffect, useState } from "react";
import { useForm } from "react-hook-form";
import type { Creator, ProfileInput } from "../../../contract/creators.ts";
import { FREE_PLAN_TILES, PLATFORM_FEE_BPS } from "../../../contract/limits.ts";
import { tileMessages } from "../../../contract/tiles.ts";
import { loadDraft } from "../../lib/drafts/draft-store.ts";
import { useDraft } from "../../lib/drafts/use-draft.ts";
import { setApiErrors } from "../../lib/form-errors.ts";
import { useUpload } from "../../lib/use-upload.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../widgets/confirm-dialog.tsx";
import { RestoredNotice } from "../../widgets/restored-notice.tsx";
import { UnsavedChangesGuard } from "../../widgets/unsaved-changes-guard.tsx";
import { formatFee } from "../products/price.ts";
import { PlanSection } from "./plan-section.tsx";
import { ProfileSection } from "./profile-section.tsx";
import { ProviderSection } from "./provider-section.tsx";
import {
  isDowngrade,
  SettingsDraft,
  type SettingsFormValues,
  SettingsInput,
  toFormValues,
  toProfile,
} from "./settings-draft.ts";
import { SocialsSection } from "./socials-section.tsx";
import { useSaveSettings } from "./use-save-settings.ts";

const FIELDS = [
  "handle",
  "displayName",
  "bio",
  "avatarUrl",
  "socials",
  "paymentProvider",
  "paymentAccountId",
] as const;

/** All that is saved together: profile, plan, provider and links. */
export function SettingsForm({ creator }: { creator: Creator }) {
  const { save, isSaving, isSaved } = useSaveSettings();
  const form = useForm<SettingsFormValues, unknown, ProfileInput>({
    resolver: zodResolver(SettingsInput),
    defaultValues: toFormValues(creator),
  });
  const { errors, isDirty } = form.formState;
  const upload = useUpload({
    purpose: "image",
    failure: "Avatar upload failed",
    onDone: ({ url }) => form.setValue("avatarUrl", url ?? "", { shouldDirty: true }),
  });
  const uploading = upload.progress !== null;
  useEffect(() => {
    if (!uploading) form.clearErrors("avatarUrl");
  }, [uploading, form]);
  const [downgrade, setDowngrade] = useState<ProfileInput | null>(null);
  const unsaved = (isDirty || uploading) && !isSaved;
  const [storedDraft] = useState(() => loadDraft("settings", creator.id));
  const isRestored = useDraft(form, {
    name: "settings",
    creatorId: creator.id,
    id: null,
    schema: SettingsDraft,
    storedDraft,
  });

  const send = async (input: ProfileInput) => {
    try {
      form.reset(toFormValues(await save(toProfile(input, creator))));
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
    if (uploading) form.setError("avatarUrl", { message: tileMessages.uploadRunning }, { shouldFocus: true });
    else if (!isSaving && !isSaved) void submit();
  };

  return (
    <form noValidate onSubmit={submitUnlessUploading} className="grid grid-cols-1 gap-5">
      {isRestored && unsaved && <RestoredNotice />}
      <ProfileSection form={form} savedHandle={creator.handle} upload={upload} />
      <PlanSection creator={creator} register={form.register("plan")} />
      <ProviderSection form={form} />
      <SocialsSection form={form} />
      <div className="sticky bottom-(--bottom-bar) z-10 -mx-4 grid grid-cols-1 gap-3 border-t border-line bg-ground px-4 py-3 sm:mx-0 sm:px-0">
        {errors.root?.message && (
          <Alert tone="bad" role="alert">
            {errors.root.message}
          </Alert>
        )}
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
          <Button type="submit" variant="primary" busy={isSaving || isSaved}>
            {isSaving ? "Saving…" : isSaved ? "Saved" : "Save changes"}
          </Button>
          {isDirty && !isSaving && !isSaved && <p className="text-sm text-muted">Not saved yet</p>}
        </div>
      </div>
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
        {formatFee(PLATFORM_FEE_BPS.free)} again, and your page shows ‘Made with Tessera’. Tiles you have stay
        visible, but beyond {FREE_PLAN_TILES} you cannot add more.
      </ConfirmDialog>
      <UnsavedChangesGuard unsaved={unsaved} />
    </form>
  );
}
