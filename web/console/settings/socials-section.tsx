import { useRef } from "react";
import { type UseFormReturn, useFieldArray, useWatch } from "react-hook-form";
import type { ProfileInput } from "../../../contract/creators.ts";
import { limits } from "../../../contract/limits.ts";
import { SOCIAL_LABELS, SOCIAL_PLATFORMS, toSocialUrl } from "../../../contract/socials.ts";
import { Button } from "../../ui/button.tsx";
import { FieldError } from "../../ui/field.tsx";
import { PlusIcon, TrashIcon } from "../../ui/icons.tsx";
import { Input } from "../../ui/input.tsx";
import { Select } from "../../ui/select.tsx";
import { Section } from "./section.tsx";
import { nextPlatform, type SettingsFormValues } from "./settings-draft.ts";

type Form = UseFormReturn<SettingsFormValues, unknown, ProfileInput>;

/** Where else the creator is found. Rows without a name are dropped when they are saved. */
export function SocialsSection({ form }: { form: Form }) {
  const { fields, append, remove } = useFieldArray({ control: form.control, name: "socials" });
  const add = useRef<HTMLButtonElement>(null);
  const complaint = form.formState.errors.socials;
  const listError = complaint?.message ?? complaint?.root?.message;
  return (
    <Section title="Social links" about="Your name there is enough. Each opens in a new tab on your page.">
      {fields.length === 0 && <p className="text-muted">No links yet. Add where else people find you.</p>}
      {fields.length > 0 && (
        <ul className="grid grid-cols-1 gap-4">
          {fields.map((field, place) => (
            <SocialRow
              key={field.id}
              form={form}
              place={place}
              onRemove={() => {
                remove(place);
                form.clearErrors("socials");
                add.current?.focus();
              }}
            />
          ))}
        </ul>
      )}
      {listError && (
        <div role="alert">
          <FieldError>{listError}</FieldError>
        </div>
      )}
      <Button
        ref={add}
        className="justify-self-start"
        disabled={fields.length >= limits.socials.max}
        onClick={() => append({ platform: nextPlatform(form.getValues("socials")), url: "" })}
      >
        <PlusIcon size={18} /> Add social link
      </Button>
    </Section>
  );
}

function SocialRow({ form, place, onRemove }: { form: Form; place: number; onRemove: () => void }) {
  const { platform, url } = useWatch({ control: form.control, name: `socials.${place}` });
  const error = form.formState.errors.socials?.[place]?.url?.message;
  const label = SOCIAL_LABELS[platform];
  const address = url.trim() === "" ? null : toSocialUrl(platform, url);
  const helpId = `social-${place}-help`;
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] gap-2 sm:grid-cols-[160px_minmax(0,1fr)_auto]">
      <Select
        aria-label={`Platform of link ${place + 1}`}
        {...form.register(`socials.${place}.platform`, { onChange: () => form.clearErrors("socials") })}
      >
        {SOCIAL_PLATFORMS.map((each) => (
          <option key={each} value={each}>
            {SOCIAL_LABELS[each]}
          </option>
        ))}
      </Select>
      <Button
        variant="quiet"
        aria-label={`Remove ${label} link`}
        title="Remove"
        className="size-11 px-0! sm:order-last"
        onClick={onRemove}
      >
        <TrashIcon size={20} />
      </Button>
      <div className="col-span-2 grid min-w-0 gap-1.5 sm:col-span-1">
        <Input
          aria-label={platform === "website" ? "Website address" : `${label} name or address`}
          aria-invalid={error ? true : undefined}
          aria-describedby={error || (address && address !== url) ? helpId : undefined}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          placeholder={platform === "website" ? "example.com" : "@yourname"}
          maxLength={limits.url.max}
          {...form.register(`socials.${place}.url`)}
        />
        {error ? (
          <FieldError id={helpId}>{error}</FieldError>
        ) : (
          address &&
          address !== url && (
            <p id={helpId} className="text-sm text-muted [overflow-wrap:anywhere]">
              Leads to {address}
            </p>
          )
        )}
      </div>
    </li>
  );
}
