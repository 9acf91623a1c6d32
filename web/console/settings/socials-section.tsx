import { Plus, Trash2 } from "lucide-react";
import { useRef } from "react";
import { useFieldArray, useWatch } from "react-hook-form";
import { limits } from "../../../contract/rules/limits.ts";
import { SOCIAL_PLATFORMS, socialLabel } from "../../../contract/rules/platforms.ts";
import { toSocialUrl } from "../../../contract/rules/socials.ts";
import { t } from "../../../contract/texts.ts";
import { rich } from "../../lib/rich.ts";
import { Button } from "../../ui/button.tsx";
import { FieldError } from "../../ui/field.tsx";
import { FieldAlert } from "../../ui/field-alert.tsx";
import { Input } from "../../ui/input.tsx";
import { Select } from "../../ui/select.tsx";
import { Section } from "../sections/section.tsx";
import { SectionForm } from "../sections/section-form.tsx";
import { nextPlatform } from "../sections/settings-draft.ts";
import { useProfileForm } from "../sections/use-profile-form.ts";

const FIELDS = { socials: t("Social links") };
type SocialsForm = ReturnType<typeof useProfileForm<keyof typeof FIELDS>>["form"];

/** Links to other platforms. A save drops rows without a username or URL. */
export function SocialsSection() {
  const { form, props } = useProfileForm(FIELDS);
  const { fields, append, remove } = useFieldArray({ control: form.control, name: "socials" });
  const add = useRef<HTMLButtonElement>(null);
  const errors = form.formState.errors.socials;
  const listError = errors?.message ?? errors?.root?.message;
  return (
    <Section
      id="social-links"
      about={t("Enter a username or a full link. Each opens in a new tab on your page.")}
    >
      <SectionForm id="social-links" {...props}>
        {fields.length === 0 && (
          <p className="text-muted">{t("No links yet. Add your profiles on other platforms.")}</p>
        )}
        {fields.length > 0 && (
          <ul className="grid grid-cols-1 gap-4">
            {fields.map((field, index) => (
              <SocialRow
                key={field.id}
                form={form}
                index={index}
                onRemove={() => {
                  remove(index);
                  form.clearErrors("socials");
                  add.current?.focus();
                }}
              />
            ))}
          </ul>
        )}
        {listError && <FieldAlert>{listError}</FieldAlert>}
        <Button
          ref={add}
          className="justify-self-start"
          disabled={fields.length >= limits.socials.max}
          onClick={() => append({ platform: nextPlatform(form.getValues("socials")), url: "" })}
        >
          <Plus size={18} />
          {t("Add social link")}
        </Button>
      </SectionForm>
    </Section>
  );
}

function SocialRow({ form, index, onRemove }: { form: SocialsForm; index: number; onRemove: () => void }) {
  const { platform, url } = useWatch({ control: form.control, name: `socials.${index}` });
  const error = form.formState.errors.socials?.[index]?.url?.message;
  const label = socialLabel(platform);
  const target = url.trim() === "" ? null : toSocialUrl(platform, url);
  const helpId = `social-${index}-help`;
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] gap-2 sm:grid-cols-[160px_minmax(0,1fr)_auto]">
      <Select
        aria-label={t("Platform of link {number}", { number: index + 1 })}
        {...form.register(`socials.${index}.platform`, { onChange: () => form.clearErrors("socials") })}
        options={SOCIAL_PLATFORMS.map((value) => ({ value, label: socialLabel(value) }))}
      />
      <Button
        variant="quiet"
        aria-label={t("Remove {label} link", { label })}
        title={t("Remove")}
        className="size-11 px-0! sm:order-last"
        onClick={onRemove}
      >
        <Trash2 size={20} />
      </Button>
      <div className="col-span-2 grid min-w-0 gap-1.5 sm:col-span-1">
        <Input
          aria-label={platform === "website" ? t("Website URL") : t("{label} username or URL", { label })}
          aria-invalid={error ? true : undefined}
          aria-describedby={error || (target && target !== url) ? helpId : undefined}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          placeholder={platform === "website" ? "example.com" : t("@yourname")}
          maxLength={limits.url.max}
          {...form.register(`socials.${index}.url`)}
        />
        {error ? (
          <FieldError id={helpId}>{error}</FieldError>
        ) : (
          target &&
          target !== url && (
            <p id={helpId} className="text-sm text-muted [overflow-wrap:anywhere]">
              {rich("Leads to {target}", { target })}
            </p>
          )
        )}
      </div>
    </li>
  );
}
