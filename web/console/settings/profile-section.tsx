import { useWatch } from "react-hook-form";
import { tileMessages } from "../../../contract/api/tile-messages.ts";
import { handleOf } from "../../../contract/rules/handles.ts";
import { limits } from "../../../contract/rules/limits.ts";
import { isHttpUrl } from "../../../contract/rules/url-fields.ts";
import { sentence, t } from "../../../contract/texts.ts";
import { useFieldUpload } from "../../lib/use-upload.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { TextAreaField, TextField, UrlField } from "../../ui/form-fields.tsx";
import { HandleField } from "../../widgets/handle-field.tsx";
import { useCreator } from "../creator-context.ts";
import { ImageUpload } from "../editing/image-upload.tsx";
import { Section } from "../sections/section.tsx";
import { SectionForm } from "../sections/section-form.tsx";
import { useProfileForm } from "../sections/use-profile-form.ts";

const FIELDS = { handle: t("Handle"), displayName: t("Display name"), bio: t("Bio"), avatarUrl: t("Avatar") };

const isUploaded = (url: string) => /\/uploads\/[^/]+\/\d+\.webp$/.test(url);

/** Edits the top of the page: avatar, name, handle and bio. */
export function ProfileSection() {
  const { form, field, props } = useProfileForm(FIELDS);
  const { handle: savedHandle } = useCreator();
  const upload = useFieldUpload(form, "avatarUrl", {
    purpose: "image",
    failure: t("Avatar upload failed"),
    onDone: ({ url }) => form.setValue("avatarUrl", url ?? "", { shouldDirty: true }),
  });
  const isUploading = upload.progress !== null;
  const [handle, displayName, bio, avatarUrl] = useWatch({
    control: form.control,
    name: ["handle", "displayName", "bio", "avatarUrl"],
  });
  const isRenamed = handleOf(handle).toLowerCase() !== savedHandle;
  return (
    <Section id="profile" about={t("What visitors see at the top of your page.")}>
      <SectionForm
        id="profile"
        {...props}
        waitsFor={isUploading ? { name: "avatarUrl", message: sentence(tileMessages.uploadRunning) } : null}
      >
        {/* By upload or URL; without an avatar the initials are shown. */}
        <fieldset className="grid min-w-0 grid-cols-1 gap-3">
          <legend className="mb-2 font-semibold">{t("Avatar")}</legend>
          <div className="flex items-center gap-4">
            <Avatar name={displayName} src={isHttpUrl(avatarUrl) ? avatarUrl : null} size={80} />
            <ImageUpload
              labels={{
                upload: t("Upload avatar"),
                replace: t("Replace avatar"),
                remove: t("Remove avatar"),
              }}
              hasImage={avatarUrl !== ""}
              upload={upload}
              onRemove={() => form.setValue("avatarUrl", "", { shouldDirty: true, shouldValidate: true })}
            />
          </div>
          {/* The URL of an uploaded avatar would mean nothing to its owner. */}
          {!isUploaded(avatarUrl) && <UrlField {...field("avatarUrl")} label={t("Avatar URL")} optional />}
        </fieldset>
        <HandleField
          {...field("handle")}
          typed={handle}
          own={savedHandle}
          onReplace={(free) => form.setValue("handle", free, { shouldDirty: true, shouldValidate: true })}
          help={isRenamed && t("Links to your old handle redirect here for 30 days.")}
        />
        <TextField {...field("displayName")} autoComplete="name" maxLength={limits.displayName.max} />
        <TextAreaField
          {...field("bio")}
          optional
          help={t("{count} of {max, plural, one {# character} other {# characters}}", {
            count: bio.length,
            max: limits.bio.max,
          })}
          maxLength={limits.bio.max}
        />
      </SectionForm>
    </Section>
  );
}
