import { useWatch } from "react-hook-form";
import { isHttpUrl } from "../../../contract/rules/fields.ts";
import type { Upload } from "../../lib/use-upload.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { UrlField } from "../../ui/form-fields.tsx";
import { ImageUpload } from "../../widgets/image-upload.tsx";
import type { SettingsForm } from "./settings-draft.ts";

type AvatarFieldProps = {
  form: SettingsForm;
  upload: Upload;
};

/** The avatar, by upload or by URL; without one the initials are shown. */
export function AvatarField({ form, upload }: AvatarFieldProps) {
  const [name, avatarUrl] = useWatch({ control: form.control, name: ["displayName", "avatarUrl"] });
  return (
    <fieldset className="grid min-w-0 grid-cols-1 gap-3">
      <legend className="mb-2 font-semibold">Avatar</legend>
      <div className="flex items-center gap-4">
        <Avatar name={name} src={isHttpUrl(avatarUrl) ? avatarUrl : null} size={80} />
        <ImageUpload
          noun="avatar"
          hasImage={avatarUrl !== ""}
          upload={upload}
          onRemove={() => form.setValue("avatarUrl", "", { shouldDirty: true, shouldValidate: true })}
        />
      </div>
      <UrlField form={form} name="avatarUrl" label="Avatar URL" optional />
    </fieldset>
  );
}
