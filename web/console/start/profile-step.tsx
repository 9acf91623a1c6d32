import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, type ReactNode, useState } from "react";
import type { Creator } from "../../../contract/api/creators.ts";
import { limits } from "../../../contract/rules/limits.ts";
import { t } from "../../../contract/texts.ts";
import { saveProfile } from "../../lib/session.ts";
import { useUpload } from "../../lib/use-upload.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { Textarea } from "../../ui/input.tsx";
import { RequestError } from "../../widgets/request-error.tsx";
import { ImageUpload } from "../editing/image-upload.tsx";
import { previewsOfPage } from "../preview/use-page-preview.ts";

export type StepProps = { creator: Creator; onDone: () => void; skip: ReactNode };

/** Asks for picture and bio, and saves only changes. Does not use the form library, which would make the first load too large. */
export function ProfileStep({ creator, onDone, skip }: StepProps) {
  const queryClient = useQueryClient();
  const [bio, setBio] = useState(creator.bio ?? "");
  const [avatarUrl, setAvatarUrl] = useState(creator.avatar_url ?? "");
  const upload = useUpload({
    purpose: "image",
    failure: t("Avatar upload failed"),
    onDone: ({ url }) => setAvatarUrl(url ?? ""),
  });
  const save = useMutation({
    mutationFn: () =>
      saveProfile(
        queryClient,
        { handle: creator.handle, displayName: creator.display_name, bio, avatarUrl },
        null,
      ),
    onSuccess: () => {
      void queryClient.invalidateQueries(previewsOfPage);
      onDone();
    },
  });
  const isUploading = upload.progress !== null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isUploading || save.isPending) return;
    const isChanged = bio.trim() !== (creator.bio ?? "") || avatarUrl !== (creator.avatar_url ?? "");
    if (isChanged) save.mutate();
    else onDone();
  };
  return (
    <form noValidate onSubmit={submit} className="grid grid-cols-1 gap-4">
      <div className="flex items-center gap-4">
        <Avatar name={creator.display_name} src={avatarUrl || null} size={72} />
        <ImageUpload
          labels={{ upload: t("Upload picture"), replace: t("Replace picture"), remove: t("Remove picture") }}
          hasImage={avatarUrl !== ""}
          upload={upload}
          onRemove={() => setAvatarUrl("")}
        />
      </div>
      <Field label={t("Bio")} optional help={t("One or two sentences about what you do.")}>
        {(control) => (
          <Textarea
            {...control}
            maxLength={limits.bio.max}
            value={bio}
            onChange={({ target }) => setBio(target.value)}
          />
        )}
      </Field>
      <RequestError error={save.error} fallback={t("Unable to save changes.")} />
      <div className="flex flex-wrap gap-2.5">
        <Button type="submit" variant="primary" busy={save.isPending || isUploading}>
          {isUploading ? t("Uploading…") : save.isPending ? t("Saving…") : t("Next")}
        </Button>
        {skip}
      </div>
    </form>
  );
}
