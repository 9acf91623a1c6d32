import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useForm } from "react-hook-form";
import { useNavigate } from "react-router";
import { toast } from "sonner";
import {
  READER_DECLARATION,
  type ReaderFile,
  type ReaderLeftOut,
  readerImportRoutes,
} from "../../../../contract/api/reader-imports.ts";
import { paths } from "../../../../contract/rules/paths.ts";
import { t } from "../../../../contract/texts.ts";
import { request } from "../../../lib/api.ts";
import { setApiErrors } from "../../../lib/form-errors.ts";
import { formatNumber } from "../../../lib/format.ts";
import { rich } from "../../../lib/rich.ts";
import { Button } from "../../../ui/button.tsx";
import { FormErrorNotice, SubmitButton } from "../../../ui/form-actions.tsx";
import { TickBox } from "../../../ui/tick-box.tsx";
import { Timestamp } from "../../../widgets/timestamp.tsx";
import { Section } from "../../sections/section.tsx";
import { MEMBERS, sendingQuery } from "../queries.ts";
import { READER_SOURCES, readerImportsQuery } from "./queries.ts";

const REASONS: Readonly<Record<ReaderLeftOut, (left: { count: number }) => string>> = {
  unsubscribed: (left) =>
    t(
      "{count, plural, one {# unsubscribed, or receive no emails there} other {# unsubscribed, or receive no emails there}}",
      left,
    ),
  unsubscribed_here: (left) =>
    t("{count, plural, one {# unsubscribed here} other {# unsubscribed here}}", left),
  present: (left) =>
    t("{count, plural, one {# already in your audience} other {# already in your audience}}", left),
  repeated: (left) => t("{count, plural, one {# repeated in the file} other {# repeated in the file}}", left),
  invalid: (left) => t("{count, plural, one {# not an email address} other {# not an email address}}", left),
};

type ReviewProps = { file: ReaderFile; onBack: () => void };

/** Shows what was understood of a file, and adds its readers. */
export function ReviewReaders({ file, onBack }: ReviewProps) {
  const { id, source, proven, unproven, readers } = file;
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const form = useForm();
  const [isDeclared, setDeclared] = useState(false);
  const heading = useRef<HTMLElement>(null);
  // The file that was read replaces the form that had the focus.
  useEffect(() => heading.current?.querySelector<HTMLElement>("h2")?.focus(), []);
  const count = proven + unproven;
  const submit = form.handleSubmit(async () => {
    try {
      const { import: done } = await request(readerImportRoutes.apply, {
        params: { id },
        body: { declaration: isDeclared ? READER_DECLARATION : null },
      });
      toast.success(
        t("{count, plural, one {# reader} other {# readers}} added.", {
          count: done.confirmed + done.asked,
        }),
      );
    } catch (error) {
      return setApiErrors(form, error, { fallback: t("Couldn't add the readers.") });
    }
    void queryClient.invalidateQueries(readerImportsQuery);
    void queryClient.invalidateQueries({ queryKey: MEMBERS });
    await navigate(paths.audience());
  });
  return (
    <form noValidate onSubmit={submit} className="grid grid-cols-1 gap-4 sm:gap-5">
      <Section
        ref={heading}
        id="readers"
        title={
          count === 0
            ? t("{source}: nobody to add", { source: READER_SOURCES[source] })
            : t("{source}: {count, plural, one {# reader} other {# readers}}", {
                source: READER_SOURCES[source],
                count,
              })
        }
        headingAs="h2"
        about={t("Nobody is added before you press the button below. You can undo it for a day.")}
      >
        {proven > 0 && (
          <Declaration
            source={READER_SOURCES[source]}
            count={proven}
            isGiven={isDeclared}
            onChange={setDeclared}
          />
        )}
        {count > 0 && <Questions count={isDeclared ? unproven : count} />}
        {readers.length > 0 && <FirstReaders file={file} />}
        <LeftOut file={file} />
        <FormErrorNotice form={form} />
        <div className="flex flex-wrap justify-end gap-2.5">
          <Button onClick={onBack} disabled={form.formState.isSubmitting}>
            {t("Back")}
          </Button>
          {count > 0 && (
            <SubmitButton busy={form.formState.isSubmitting} busyLabel={t("Adding…")}>
              {t("Add {count, plural, one {# reader} other {# readers}}", { count })}
            </SubmitButton>
          )}
        </div>
      </Section>
    </form>
  );
}

type DeclarationProps = { source: string; count: number; isGiven: boolean; onChange: (is: boolean) => void };

function Declaration({ source, count, isGiven, onChange }: DeclarationProps) {
  return (
    <div className="grid grid-cols-1 gap-2">
      <p>
        {rich(
          "{source} recorded that <strong>{count, plural, one {# reader} other {# readers}}</strong> confirmed their address. With your declaration they need no second confirmation. It is kept with each of them as evidence.",
          { source, count, strong: (inside) => <strong className="font-semibold">{inside}</strong> },
        )}
      </p>
      <label
        htmlFor="declaration"
        className="grid cursor-pointer grid-cols-[auto_minmax(0,1fr)] items-center gap-x-2 rounded-control border border-line py-1 pe-4"
      >
        <TickBox
          id="declaration"
          area="size-11 rounded-control"
          place="top-2.5 inset-s-2.5 border-muted"
          checked={isGiven}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
        <span className="py-2">{READER_DECLARATION}</span>
      </label>
    </div>
  );
}

/** Explains how many are asked, and how many of them a day. */
function Questions({ count }: { count: number }) {
  const { data } = useQuery(sendingQuery);
  if (count === 0) return <p>{t("Nobody is emailed.")}</p>;
  const share = data && Math.ceil(data.daily_recipients / 2);
  return (
    <p>
      {rich(
        "<strong>{count, plural, one {# reader} other {# readers}}</strong> will be asked once by email to confirm, and receive nothing else before.",
        { count, strong: (inside) => <strong className="font-semibold">{inside}</strong> },
      )}{" "}
      {share ? <span>{t("At most {share} are asked a day.", { share: formatNumber(share) })}</span> : null}
    </p>
  );
}

function FirstReaders({ file: { readers, proven, unproven } }: { file: ReaderFile }) {
  const more = proven + unproven - readers.length;
  return (
    <div className="grid grid-cols-1 gap-1">
      <h3 className="text-lg">{t("Readers")}</h3>
      <ul className="grid grid-cols-1 divide-y divide-line">
        {readers.map(({ email, subscribed_at, is_proven }) => (
          <li key={email} className="flex flex-wrap items-baseline justify-between gap-x-4 py-2">
            <span className="font-medium [overflow-wrap:anywhere]">{email}</span>
            <span className="flex flex-wrap gap-x-3 text-sm text-muted">
              {is_proven && <span>{t("Confirmed there")}</span>}
              {subscribed_at && <Timestamp at={subscribed_at} show="day" />}
            </span>
          </li>
        ))}
      </ul>
      {more > 0 && (
        <p className="text-sm text-muted">{rich("and {more} more", { more: formatNumber(more) })}</p>
      )}
    </div>
  );
}

function LeftOut({ file: { left_out, invalid } }: { file: ReaderFile }) {
  if (left_out.length === 0) return null;
  const total = left_out.reduce((sum, { count }) => sum + count, 0);
  return (
    <details>
      <summary className="min-h-11 cursor-pointer content-center font-medium">
        {rich("Left out: {total}", { total: formatNumber(total) })}
      </summary>
      <ul className="grid grid-cols-1 gap-1 text-sm text-muted">
        {left_out.map(({ reason, count }) => (
          <li key={reason}>{REASONS[reason]({ count })}</li>
        ))}
        {invalid.map(({ line, text }) => (
          <li key={line} className="[overflow-wrap:anywhere]">
            {text === ""
              ? t("Line {line}: no email", { line })
              : rich("Line {line}: {text}", { line, text: <bdi>{text}</bdi> })}
          </li>
        ))}
      </ul>
    </details>
  );
}
