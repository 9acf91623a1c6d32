import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useForm, useWatch } from "react-hook-form";
import type { z } from "zod";
import { type Creator, creatorRoutes, ProfileInput } from "../../../contract/api/creators.ts";
import { limits } from "../../../contract/rules/limits.ts";
import { request } from "../../lib/api.ts";
import { submitHandler } from "../../lib/form-errors.ts";
import { setCurrentCreator } from "../../lib/session.ts";
import { useUpload } from "../../lib/use-upload.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { FormErrorNotice, SubmitButton } from "../../ui/form-actions.tsx";
import { TextField } from "../../ui/form-fields.tsx";
import { ImageUpload } from "../../widgets/image-upload.tsx";
import { previewsOfPage } from "../preview/use-page-preview.ts";

const StartProfile = ProfileInput.pick({ displayName: true, avatarUrl: true });

export type StepProps = { creator: Creator; onDone: () => void; skip: ReactNode };

/** The name and the picture; what is not changed is not saved. */
export function ProfileStep({ creator, onDone, skip }: StepProps) {
  const queryClient = useQueryClient();
  const form = useForm<z.input<typeof StartProfile>, unknown, z.output<typeof StartProfile>>({
    resolver: zodResolver(StartProfile),
    defaultValues: { displayName: creator.display_name, avatarUrl: creator.avatar_url ?? "" },
  });
  const { isDirty, isSubmitting } = form.formState;
  const [displayName, avatarUrl] = useWatch({ control: form.control, name: ["displayName", "avatarUrl"] });
  const upload = useUpload({
    purpose: "image",
    failure: "Avatar upload failed",
    onDone: ({ url }) => form.setValue("avatarUrl", url ?? "", { shouldDirty: true }),
  });
  const save = useMutation({
    mutationFn: async (input: z.output<typeof StartProfile>) =>
      (await request(creatorRoutes.save, { body: { ...input, handle: creator.handle } })).creator,
    onSuccess: (saved) => {
      setCurrentCreator(queryClient, saved);
      void queryClient.invalidateQueries(previewsOfPage);
    },
  });
  const submit = submitHandler(
    form,
    async (input) => {
      if (isDirty) await save.mutateAsync(input);
      onDone();
    },
    { fallback: "Unable to save changes." },
  );
  const isUploading = upload.progress !== null;
  return (
    <form noValidate onSubmit={submit} className="grid grid-cols-1 gap-4">
      <div className="flex items-center gap-4">
        <Avatar name={displayName} src={avatarUrl || null} size={72} />
        <ImageUpload
          noun="picture"
          hasImage={Boolean(avatarUrl)}
          upload={upload}
          onRemove={() => form.setValue("avatarUrl", "", { shouldDirty: true })}
        />
      </div>
      <TextField
        form={form}
        name="displayName"
        label="Display name"
        autoComplete="name"
        maxLength={limits.displayName.max}
      />
      <FormErrorNotice form={form} />
      <div className="flex flex-wrap gap-2.5">
        <SubmitButton busy={isSubmitting || isUploading} busyLabel={isUploading ? "Uploading…" : "Saving…"}>
          Next
        </SubmitButton>
        {skip}
      </div>
    </form>
  );
}
