import { t, text } from "../../../../contract/texts.ts";
import { rich } from "../../../lib/rich.ts";
import { ImportKind, type ImportResult } from "../../../../contract/api/account-imports.ts";
import { Alert } from "../../../ui/alert.tsx";
import { Timestamp } from "../../../widgets/timestamp.tsx";

/** The name of one item without a name of its own. */
const NAMES: Record<ImportKind, string> = {
  page: text("part of the page"),
  file: text("file or picture"),
  product: text("product"),
  tile: text("tile"),
  discount: text("discount code"),
  series: text("series of codes"),
  letter: text("draft of an email"),
  email: text("sent email"),
  audience: text("email of the audience"),
};

type Counted = { count: number };
const ADDED: Record<ImportKind, (counted: Counted) => string> = {
  page: (added) =>
    t("{count, plural, one {# part of the page added} other {# parts of the page added}}", added),
  file: (added) =>
    t("{count, plural, one {# file or picture added} other {# files and pictures added}}", added),
  product: (added) => t("{count, plural, one {# product added} other {# products added}}", added),
  tile: (added) => t("{count, plural, one {# tile added} other {# tiles added}}", added),
  discount: (added) =>
    t("{count, plural, one {# discount code added} other {# discount codes added}}", added),
  series: (added) =>
    t("{count, plural, one {# series of codes added} other {# series of codes added}}", added),
  letter: (added) =>
    t("{count, plural, one {# draft of an email added} other {# drafts of emails added}}", added),
  email: (added) => t("{count, plural, one {# sent email added} other {# sent emails added}}", added),
  audience: (added) =>
    t("{count, plural, one {# email of the audience added} other {# emails of the audience added}}", added),
};

/** The result of an import: added, existing and rejected items, with reasons. */
export function ImportSummary({ at, result }: { at: string; result: ImportResult }) {
  const { counts, handle, left_out: named } = result;
  const kinds = ImportKind.options.filter((kind) => Object.values(counts[kind]).some((count) => count > 0));
  return (
    <div className="grid grid-cols-1 gap-4">
      <p role="status">{rich("Your archive of {date} was imported.", { date: <Timestamp at={at} /> })}</p>
      {handle === "unavailable" && (
        <Alert tone="warn">
          {t("The handle of the archive is not free here. Your page keeps the one that it has.")}
        </Alert>
      )}
      {kinds.length > 0 && (
        <ul className="grid list-disc gap-1.5 ps-5 text-[15px]">
          {kinds.map((kind) => (
            <li key={kind}>{sentenceOf(kind, counts[kind])}</li>
          ))}
        </ul>
      )}
      {named.length > 0 && (
        <details className="text-[15px]">
          <summary className="min-h-11 cursor-pointer py-2.5 font-semibold">
            {t("What was left out, and why")}
          </summary>
          <ul className="grid list-disc gap-1.5 pt-1 ps-5">
            {named.map(({ kind, name, reason }) => (
              <li key={`${kind} ${name} ${reason}`} className="[overflow-wrap:anywhere]">
                {`${name || t(NAMES[kind])}: ${reason}`}
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

function sentenceOf(
  kind: ImportKind,
  { added, present, left_out: leftOut }: ImportResult["counts"][ImportKind],
) {
  return [
    ADDED[kind]({ count: added }),
    present > 0 &&
      t("{count, plural, one {# in your account already} other {# in your account already}}", {
        count: present,
      }),
    leftOut > 0 && t("{count, plural, one {# left out} other {# left out}}", { count: leftOut }),
  ]
    .filter(Boolean)
    .join(" · ");
}
