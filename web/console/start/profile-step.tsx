import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, type ReactNode, useState } from "react";
import { type Creator, ProfileInput } from "../../../contract/api/creators.ts";
import { limits } from "../../../contract/rules/limits.ts";
import { sentence } from "../../../contract/texts.ts";
import { saveProfile } from "../../lib/session.ts";
import { useUpload } from "../../lib/use-upload.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { Input } from "../../ui/input.tsx";
import { RequestError } from "../../widgets/request-error.tsx";
import { ImageUpload } from "../editing/image-upload.tsx";
import { previewsOfPage } from "../preview/use-page-preview.ts";

const { displayName: DisplayName } = ProfileInput.shape;

export type StepProps = { creator: Creator; onDone: () => void; skip: ReactNode };

/** Asks for name and picture, and saves only changes. Does not use the form library, which would make the first load too large. */
export function ProfileStep({ creator, onDone, skip }: StepProps) {
  const queryClient = useQueryClient();
  const [name, setName] = useState(creator.display_name);
  const [avatarUrl, setAvatarUrl] = useState(creator.avatar_url ?? "");
  const [nameError, setNameError] = useState<string>();
  const upload = useUpload({
    purpose: "image",
    failure: "Avatar upload failed",
    onDone: ({ url }) => setAvatarUrl(url ?? ""),
  });
  const save = useMutation({
    mutationFn: (displayName: string) =>
      saveProfile(queryClient, { handle: creator.handle, displayName, avatarUrl }, null),
    onSuccess: () => {
      void queryClient.invalidateQueries(previewsOfPage);
      onDone();
    },
  });
  const isUploading = upload.progress !== null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isUploading || save.isPending) return;
    const { data, error } = DisplayName.safeParse(name);
    setNameError(error?.issues.map(({ message }) => sentence(message))[0]);
    if (data === undefined) return;
    if (data === creator.display_name && avatarUrl === (creator.avatar_url ?? "")) onDone();
    else save.mutate(data);
  };
  return (
    <form noValidate onSubmit={submit} className="grid grid-cols-1 gap-4">
      <div className="flex items-center gap-4">
        <Avatar name={name} src={avatarUrl || null} size={72} />
        <ImageUpload
          noun="picture"
          hasImage={avatarUrl !== ""}
          upload={upload}
          onRemove={() => setAvatarUrl("")}
        />
      </div>
      <Field label="Display name" error={nameError}>
        {(control) => (
          <Input
            {...control}
            autoComplete="name"
            maxLength={limits.displayName.max}
            value={name}
            onChange={({ target }) => setName(target.value)}
          />
        )}
      </Field>
      <RequestError error={save.error} fallback="Unable to save changes." />
      <div className="flex flex-wrap gap-2.5">
        <Button type="submit" variant="primary" busy={save.isPending || isUploading}>
          {isUploading ? "Uploading…" : save.isPending ? "Saving…" : "Next"}
        </Button>
        {skip}
      </div>
    </form>
  );
}
