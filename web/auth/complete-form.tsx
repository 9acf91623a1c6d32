import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useForm, useWatch } from "react-hook-form";
import type { z } from "zod";
import type { Creator } from "../../contract/api/creators.ts";
import { ownTimeZone } from "../../contract/rules/formats.ts";
import { limits } from "../../contract/rules/limits.ts";
import { t } from "../../contract/texts.ts";
import { useFormDraft } from "../lib/drafts/use-form-draft.ts";
import { submitHandler } from "../lib/form-errors.ts";
import { schemaResolver } from "../lib/schema-resolver.ts";
import { saveProfile } from "../lib/session.ts";
import { Button } from "../ui/button.tsx";
import { FormErrorNotice } from "../ui/form-actions.tsx";
import { TextAreaField, TextField } from "../ui/form-fields.tsx";
import { HandleField } from "../widgets/handle-field.tsx";
import { type FinishProfileFormValues, FinishProfileInput, toFormValues } from "./finish-profile.ts";

type FinishProfile = z.output<typeof FinishProfileInput>;
const FALLBACK = t("Could not save your profile. Please try again.");

type CompleteFormProps = { creator: Creator; onSaved: () => void | Promise<void> };

export function CompleteForm({ creator, onSaved }: CompleteFormProps) {
  const queryClient = useQueryClient();
  const save = useMutation({
    mutationFn: (input: FinishProfile) => {
      // An account created by OpenID Connect has no time zone yet.
      const timeZone = creator.time_zone === "UTC" ? ownTimeZone() : undefined;
      return saveProfile(queryClient, { ...input, timeZone }, null);
    },
  });
  const form = useForm<FinishProfileFormValues, unknown, FinishProfile>({
    resolver: schemaResolver(FinishProfileInput),
    defaultValues: toFormValues(creator),
    mode: "onTouched",
  });
  useFormDraft("finish-profile", form, FinishProfileInput, { creatorId: creator.id });
  const values = useWatch({ control: form.control });
  // Not the form's `isValid`, which is also false after a failed request that may be repeated.
  const isValid = FinishProfileInput.safeParse(values).success;

  const submit = submitHandler(form, (input) => save.mutateAsync(input).then(onSaved), {
    fallback: FALLBACK,
  });

  return (
    <form noValidate onSubmit={submit} className="grid grid-cols-1 gap-5">
      <HandleField
        form={form}
        name="handle"
        label={t("Username (handle)")}
        help={t("{min} to {max} lowercase letters, numbers, hyphen or underscore.", {
          min: limits.handle.min,
          max: limits.handle.max,
        })}
        typed={values.handle ?? ""}
        own={creator.handle}
        onReplace={(handle) => form.setValue("handle", handle, { shouldValidate: true, shouldDirty: true })}
      />
      <TextField
        form={form}
        name="displayName"
        label={t("Display name")}
        autoComplete="name"
        maxLength={limits.displayName.max}
      />
      <TextAreaField
        form={form}
        name="bio"
        label={t("Bio")}
        optional
        help={t("{count} of {max, plural, one {# character} other {# characters}}", {
          count: values.bio?.length ?? 0,
          max: limits.bio.max,
        })}
        maxLength={limits.bio.max}
      />
      <FormErrorNotice form={form} />
      <Button type="submit" variant="primary" disabled={!isValid} busy={save.isPending}>
        {save.isPending ? t("Saving…") : t("Save and go to dashboard")}
      </Button>
    </form>
  );
}
