import type { Dispatch, FormEvent, SetStateAction } from "react";
import { useEffect, useRef, useState } from "react";
import { limits } from "../../../contract/limits.ts";
import { Audience, MarketingInput } from "../../../contract/marketing.ts";
import { MarketingTemplate, marketingTemplates } from "../../../contract/marketing-templates.ts";
import { splitApiErrors } from "../../lib/form-errors.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { Input, Textarea } from "../../ui/input.tsx";
import { Select } from "../../ui/select.tsx";
import { AUDIENCES } from "./audiences.ts";
import { applyTemplate, type ComposerDraft, emptyDraft, toInput } from "./composer.ts";
import { ConfirmSendDialog } from "./confirm-send-dialog.tsx";
import { useSendMarketing } from "./queries.ts";

const FAILED = "Failed to send marketing email";
const FIELDS = ["to", "subject", "body", "template", "ctaLabel", "ctaUrl", "audience"] as const;
type FieldName = (typeof FIELDS)[number];

type ComposerFormProps = { draft: ComposerDraft; onDraft: Dispatch<SetStateAction<ComposerDraft>> };

export function ComposerForm({ draft, onDraft }: ComposerFormProps) {
  const [touched, setTouched] = useState<ReadonlySet<FieldName>>(new Set());
  const send = useSendMarketing({
    onSent: () => {
      setTouched(new Set());
      onDraft(emptyDraft());
    },
  });
  const [asking, setAsking] = useState<Audience | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  // Once sent there is nothing to send: the button that had the focus is off.
  useEffect(() => {
    if (!send.isSuccess || asking !== null) return;
    if (document.activeElement === document.body || document.activeElement?.matches(":disabled"))
      heading.current?.focus({ preventScroll: true });
  }, [send.isSuccess, asking]);
  const parsed = MarketingInput.safeParse(toInput(draft));
  const errors = splitApiErrors(send.error, { fields: FIELDS, fallback: FAILED });

  const change = (part: Partial<ComposerDraft>) => {
    if (!send.isPending) send.reset();
    onDraft((before) => ({ ...before, ...part }));
  };
  const touch = (name: FieldName) => setTouched((before) => new Set(before).add(name));
  const errorOf = (name: FieldName) => {
    const said = errors.fields.find((field) => field.name === name)?.message;
    if (said || !touched.has(name)) return said;
    return parsed.error?.issues.find(({ path }) => path[0] === name)?.message;
  };
  const text = (name: "subject" | "body" | "ctaLabel" | "ctaUrl") => ({
    value: draft[name],
    onChange: ({ target }: { target: { value: string } }) => change({ [name]: target.value }),
    onBlur: () => touch(name),
  });
  // Either field of the button may be the one that is missing: the message stands under the first.
  const onBlurOfButton = () => setTouched((before) => new Set(before).add("ctaLabel").add("ctaUrl"));

  const sendNow = () => send.mutate(toInput(draft), { onSettled: () => setAsking(null) });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!parsed.success || send.isPending) return;
    if (draft.sendTo === "addresses") sendNow();
    else setAsking(draft.sendTo);
  };
  const { cta } = marketingTemplates[draft.template];

  return (
    <form noValidate onSubmit={submit} className="grid grid-cols-1 gap-5">
      <h2 ref={heading} tabIndex={-1} className="text-xl">
        Compose
      </h2>
      <Field label="Template">
        {(control) => (
          <Select
            {...control}
            value={draft.template}
            onChange={({ target }) => {
              const template = MarketingTemplate.safeParse(target.value);
              if (template.success) onDraft((before) => applyTemplate(before, template.data));
            }}
          >
            {MarketingTemplate.options.map((name) => (
              <option key={name} value={name}>
                {marketingTemplates[name].name}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field
        label="Send to"
        error={errorOf("audience")}
        help={
          draft.sendTo === "addresses"
            ? undefined
            : "Only people with a page and a verified address; who has unsubscribed is left out."
        }
      >
        {(control) => (
          <Select
            {...control}
            value={draft.sendTo}
            onChange={({ target }) => {
              const audience = Audience.safeParse(target.value);
              change({ sendTo: audience.success ? audience.data : "addresses" });
            }}
          >
            <option value="addresses">Addresses</option>
            {Audience.options.map((audience) => (
              <option key={audience} value={audience}>
                {AUDIENCES[audience]}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {draft.sendTo === "addresses" && (
        <Field
          label="Recipients"
          error={errorOf("to")}
          help="One address or several, separated by commas or lines."
        >
          {(control) => (
            <Textarea
              {...control}
              autoCapitalize="none"
              spellCheck={false}
              value={draft.to}
              onChange={({ target }) => change({ to: target.value })}
              onBlur={() => touch("to")}
            />
          )}
        </Field>
      )}
      <Field label="Subject" error={errorOf("subject")}>
        {(control) => <Input {...control} maxLength={limits.marketingSubject.max} {...text("subject")} />}
      </Field>
      <Field label="Body" error={errorOf("body")} help="Plain text; an empty line begins a new paragraph.">
        {(control) => (
          <Textarea {...control} rows={8} maxLength={limits.marketingBody.max} {...text("body")} />
        )}
      </Field>
      <fieldset className="grid grid-cols-1 gap-5 sm:grid-cols-2" onBlur={onBlurOfButton}>
        <legend className="sr-only">Button in the email</legend>
        <Field label="CTA label" optional error={errorOf("ctaLabel")}>
          {(control) => (
            <Input
              {...control}
              maxLength={limits.marketingCtaLabel.max}
              placeholder={cta.label}
              {...text("ctaLabel")}
            />
          )}
        </Field>
        <Field label="CTA link" optional error={errorOf("ctaUrl")}>
          {(control) => (
            <Input
              {...control}
              type="url"
              autoCapitalize="none"
              spellCheck={false}
              placeholder={cta.url}
              {...text("ctaUrl")}
            />
          )}
        </Field>
      </fieldset>
      {send.error && errors.line && (
        <Alert tone="bad" role="alert">
          {errors.line}
        </Alert>
      )}
      <Button
        type="submit"
        variant="primary"
        disabled={!parsed.success}
        busy={send.isPending}
        className="justify-self-start"
      >
        {send.isPending ? "Sending…" : "Send email"}
      </Button>
      <ConfirmSendDialog
        audience={asking}
        subject={draft.subject}
        isSending={send.isPending}
        onConfirm={sendNow}
        onClose={() => setAsking(null)}
      />
    </form>
  );
}
