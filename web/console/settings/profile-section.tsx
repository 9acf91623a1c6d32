import { useWatch } from "react-hook-form";
import { limits } from "../../../contract/rules/limits.ts";
import type { Upload } from "../../lib/use-upload.ts";
import { TextAreaField, TextField } from "../../ui/form-fields.tsx";
import { HandleField } from "../../widgets/handle-field.tsx";
import { AvatarField } from "./avatar-field.tsx";
import { Section } from "./section.tsx";
import type { SettingsForm } from "./settings-draft.ts";

type ProfileSectionProps = {
  form: SettingsForm;
  savedHandle: string;
  upload: Upload;
};

/** The part of the page that visitors see first. */
export function ProfileSection({ form, savedHandle, upload }: ProfileSectionProps) {
  const [handle, bio] = useWatch({ control: form.control, name: ["handle", "bio"] });
  const isRenamed = handle.trim().toLowerCase() !== savedHandle;
  return (
    <Section title="Profile" about="What visitors see at the top of your page.">
      <AvatarField form={form} upload={upload} />
      <HandleField
        form={form}
        name="handle"
        label="Handle"
        typed={handle}
        own={savedHandle}
        onReplace={(free) => form.setValue("handle", free, { shouldDirty: true, shouldValidate: true })}
        help={isRenamed && "Links to your old handle redirect here for 30 days."}
      />
      <TextField
        form={form}
        name="displayName"
        label="Display name"
        autoComplete="name"
        maxLength={limits.displayName.max}
      />
      <TextAreaField
        form={form}
        name="bio"
        label="Bio"
        optional
        help={`${bio.length} of ${limits.bio.max} characters`}
        maxLength={limits.bio.max}
      />
    </Section>
  );
}
