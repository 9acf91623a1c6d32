import { type UseFormReturn, useWatch } from "react-hook-form";
import type { ProfileInput } from "../../../contract/creators.ts";
import { limits } from "../../../contract/limits.ts";
import type { Upload } from "../../lib/use-upload.ts";
import { Field } from "../../ui/field.tsx";
import { Input, Textarea } from "../../ui/input.tsx";
import { AvatarField } from "./avatar-field.tsx";
import { Section } from "./section.tsx";
import type { SettingsFormValues } from "./settings-draft.ts";

type ProfileSectionProps = {
  form: UseFormReturn<SettingsFormValues, unknown, ProfileInput>;
  savedHandle: string;
  upload: Upload;
};

/** What visitors see first. */
export function ProfileSection({ form, savedHandle, upload }: ProfileSectionProps) {
  const { errors } = form.formState;
  const [handle, name, bio, avatarUrl] = useWatch({
    control: form.control,
    name: ["handle", "displayName", "bio", "avatarUrl"],
  });
  const typed = handle.trim().toLowerCase();
  return (
    <Section title="Profile" about="What visitors see at the top of your page.">
      <AvatarField
        name={name}
        avatarUrl={avatarUrl}
        register={form.register("avatarUrl")}
        onRemove={() => form.setValue("avatarUrl", "", { shouldDirty: true, shouldValidate: true })}
        upload={upload}
        error={errors.avatarUrl?.message}
      />
      <Field
        label="Handle"
        error={errors.handle?.message}
        help={
          <>
            Your page:{" "}
            <span className="font-medium text-ink [overflow-wrap:anywhere]">
              {window.location.host}/@{typed || "your-handle"}
            </span>
            {typed !== savedHandle && ". Links to your old handle redirect here for 30 days."}
          </>
        }
      >
        {(control) => (
          <Input
            {...control}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            {...form.register("handle")}
          />
        )}
      </Field>
      <Field label="Display name" error={errors.displayName?.message}>
        {(control) => (
          <Input
            {...control}
            autoComplete="name"
            maxLength={limits.displayName.max}
            {...form.register("displayName")}
          />
        )}
      </Field>
      <Field
        label="Bio"
        optional
        error={errors.bio?.message}
        help={`${bio.length} of ${limits.bio.max} characters`}
      >
        {(control) => <Textarea {...control} maxLength={limits.bio.max} {...form.register("bio")} />}
      </Field>
    </Section>
  );
}
