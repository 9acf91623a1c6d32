import type { UseFormRegisterReturn } from "react-hook-form";
import { isHttpUrl } from "../../../contract/fields.ts";
import { uploadPhase, useFocusFallback } from "../../lib/use-focus-fallback.ts";
import type { Upload } from "../../lib/use-upload.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { Button } from "../../ui/button.tsx";
import { Field, FieldError } from "../../ui/field.tsx";
import { FilePicker } from "../../ui/file-picker.tsx";
import { Input } from "../../ui/input.tsx";
import { UploadStatus } from "../../ui/upload-status.tsx";

type AvatarFieldProps = {
  name: string;
  avatarUrl: string;
  register: UseFormRegisterReturn;
  onRemove: () => void;
  upload: Upload;
  error: string | undefined;
};

/** The picture beside the name, by upload or by address; without one the initials stand there. */
export function AvatarField({ name, avatarUrl, register, onRemove, upload, error }: AvatarFieldProps) {
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
                <Button variant="quiet" onClick={onRemove} className="max-[380px]:px-3!">
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
      <Field label="Avatar URL" optional error={error}>
        {(control) => (
          <Input
            {...control}
            type="url"
            inputMode="url"
            autoCapitalize="none"
            spellCheck={false}
            placeholder="https://"
            {...register}
          />
        )}
      </Field>
    </fieldset>
  );
}
