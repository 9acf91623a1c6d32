import { type UseFormReturn, useWatch } from "react-hook-form";
import type { ProfileInput } from "../../../contract/creators.ts";
import { isHttpUrl } from "../../../contract/fields.ts";
import { uploadPhase, useFocusFallback } from "../../lib/use-focus-fallback.ts";
import type { Upload } from "../../lib/use-upload.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { Button } from "../../ui/button.tsx";
import { FieldError } from "../../ui/field.tsx";
import { FilePicker } from "../../ui/file-picker.tsx";
import { UrlField } from "../../ui/form-fields.tsx";
import { UploadStatus } from "../../ui/upload-status.tsx";
import type { SettingsFormValues } from "./settings-draft.ts";

type AvatarFieldProps = {
  form: UseFormReturn<SettingsFormValues, unknown, ProfileInput>;
  upload: Upload;
};

/** The avatar, by upload or by URL; without one the initials are shown. */
export function AvatarField({ form, upload }: AvatarFieldProps) {
  const [name, avatarUrl] = useWatch({ control: form.control, name: ["displayName", "avatarUrl"] });
  const running = upload.progress !== null;
  const controls = useFocusFallback<HTMLDivElement>(uploadPhase({ running, attached: avatarUrl !== "" }));
  return (
    <fieldset className="grid min-w-0 grid-cols-1 gap-3">
      <legend className="mb-2 font-semibold">Avatar</legend>
      <div className="flex items-center gap-4">
        <Avatar name={name} src={isHttpUrl(avatarUrl) ? avatarUrl : null} size={80} />
        <div ref={controls} className="grid min-w-0 flex-1 grid-cols-1 gap-2">
          {upload.progress ? (
            <UploadStatus progress={upload.progress} onCancel={upload.cancel} />
          ) : (
            <div className="flex flex-wrap gap-2">
              <FilePicker
                label={avatarUrl ? "Replace avatar" : "Upload avatar"}
                accept="image/*"
                onPick={upload.start}
              />
              {avatarUrl && (
                <Button
                  variant="quiet"
                  onClick={() => form.setValue("avatarUrl", "", { shouldDirty: true, shouldValidate: true })}
                  className="max-[380px]:px-3!"
                >
                  Remove avatar
                </Button>
              )}
            </div>
          )}
          {upload.error && (
            <div role="alert">
              <FieldError>{upload.error}</FieldError>
            </div>
          )}
        </div>
      </div>
      <UrlField form={form} name="avatarUrl" label="Avatar URL" optional />
    </fieldset>
  );
}
