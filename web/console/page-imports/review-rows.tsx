import { type ReactNode, useEffect, useRef } from "react";
import type { ImportRow, LeftOutReason, PageContents } from "../../../contract/api/page-imports.ts";
import { formatMoney } from "../../../contract/rules/formats.ts";
import { socialLabel } from "../../../contract/rules/platforms.ts";
import { t } from "../../../contract/texts.ts";
import { rich } from "../../lib/rich.ts";
import { Button } from "../../ui/button.tsx";
import { FormErrorNotice, SubmitButton } from "../../ui/form-actions.tsx";
import { TickBox } from "../../ui/tick-box.tsx";
import { Section } from "../sections/section.tsx";
import { SOURCE_NAMES } from "./queries.ts";
import { useReview } from "./use-review.ts";

const REASONS: Readonly<Record<LeftOutReason, (row: { name: ReactNode }) => ReactNode>> = {
  address: (row) => rich("{name} has no web address.", row),
  inactive: (row) => rich("{name} is switched off there.", row),
  paid: (row) => rich("{name} is sold there.", row),
  unknown: (row) => rich("{name} has no counterpart here.", row),
  too_many: (row) => rich("{name} is above the limit of rows.", row),
  recurring: (row) => rich("{name} is a membership, and cannot be sold here.", row),
  price: (row) => rich("{name} has no price that was understood.", row),
  present: (row) => rich("{name} is the name of a product of yours.", row),
};
const KINDS: Readonly<Record<ImportRow["kind"], string>> = {
  link: t("Link"),
  heading: t("Heading"),
  text: t("Text"),
  product: t("Product"),
};

const aboutRow = ({ kind, url, price }: ImportRow) =>
  price ? formatMoney(price.cents, price.currency) : (url ?? KINDS[kind]);

type ReviewProps = { contents: PageContents; onBack: () => void };

/** Lets the creator choose what is added of the contents of another page. */
export function ReviewRows({ contents, onBack }: ReviewProps) {
  const { rows, left_out } = contents;
  const review = useReview(contents);
  const { form, chosen, room } = review;
  const isProducts = contents.source === "gumroad";
  const heading = useRef<HTMLElement>(null);
  // The page that was read replaces the form that had the focus.
  useEffect(() => heading.current?.querySelector<HTMLElement>("h2")?.focus(), []);
  return (
    <form noValidate onSubmit={review.submit} className="grid grid-cols-1 gap-4 sm:gap-5">
      <Section
        ref={heading}
        id="rows"
        title={t("{source}: choose what to add", { source: SOURCE_NAMES[contents.source] })}
        headingAs="h2"
        about={
          isProducts
            ? t("They are added hidden and without files. Upload the files of each, then show it.")
            : rows.length > room
              ? t("Your page has room for {room} more. What does not fit waits here for 30 days.", { room })
              : t("You can change each of them afterwards.")
        }
      >
        {contents.bio && <BioChoice bio={contents.bio} review={review} />}
        {review.socials.length > 0 && (
          <fieldset className="grid grid-cols-1">
            <legend className="text-lg font-semibold">{t("Social links")}</legend>
            <p className="text-sm text-muted">
              {t("They are shown as icons under your name, and use up no tiles.")}
            </p>
            {review.socials.map(({ url, platform }) => (
              <Choice
                key={url}
                title={socialLabel(platform)}
                about={url}
                isChosen={chosen.socials.has(url)}
                onToggle={() => review.toggleSocial(url)}
              />
            ))}
          </fieldset>
        )}
        {rows.length > 0 && (
          <fieldset className="grid grid-cols-1">
            <legend className="text-lg font-semibold">{isProducts ? t("Products") : t("Tiles")}</legend>
            {rows.map((row, place) => (
              <Choice
                // biome-ignore lint/suspicious/noArrayIndexKey: rows are named by their places, and never move
                key={place}
                title={row.title}
                about={aboutRow(row)}
                isChosen={chosen.rows.has(place)}
                onToggle={() => review.toggleRow(place)}
              />
            ))}
          </fieldset>
        )}
        {left_out.length > 0 && (
          <details>
            <summary className="min-h-11 cursor-pointer content-center font-medium">
              {t("Left out: {count}", { count: left_out.length })}
            </summary>
            <ul className="grid grid-cols-1 gap-1 text-sm text-muted">
              {left_out.map(({ name, reason }, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a fixed list, in which names repeat
                <li key={place} className="[overflow-wrap:anywhere]">
                  {REASONS[reason]({ name: <bdi>{name}</bdi> })}
                </li>
              ))}
            </ul>
          </details>
        )}
        <FormErrorNotice form={form} />
        <div className="flex flex-wrap justify-end gap-2.5">
          <Button onClick={onBack} disabled={form.formState.isSubmitting}>
            {t("Back")}
          </Button>
          <SubmitButton busy={form.formState.isSubmitting} busyLabel={t("Adding…")}>
            {t("Add {count, plural, one {# row} other {# rows}}", { count: review.count })}
          </SubmitButton>
        </div>
      </Section>
    </form>
  );
}

type Review = ReturnType<typeof useReview>;

function BioChoice({ bio, review }: { bio: string; review: Review }) {
  return (
    <fieldset className="grid grid-cols-1">
      <legend className="text-lg font-semibold">{t("Bio")}</legend>
      <Choice title={bio} about="" isChosen={review.chosen.bio} onToggle={review.toggleBio} />
    </fieldset>
  );
}

type ChoiceProps = { title: string; about: string; isChosen: boolean; onToggle: () => void };

function Choice({ title, about, isChosen, onToggle }: ChoiceProps) {
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3 py-2">
      <TickBox
        area="size-11 rounded-control"
        place="top-2.5 inset-s-2.5 border-muted"
        aria-label={t("Add {title}", { title })}
        checked={isChosen}
        onChange={onToggle}
      />
      <div className="min-w-0">
        <p className="font-medium [overflow-wrap:anywhere]">
          <bdi>{title}</bdi>
        </p>
        {about !== "" && (
          <p className="truncate text-sm text-muted" dir="ltr">
            {about}
          </p>
        )}
      </div>
    </div>
  );
}
