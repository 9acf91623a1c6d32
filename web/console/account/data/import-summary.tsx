import { t } from "../../../../contract/texts.ts";
import { rich } from "../../../lib/rich.ts";
import { ImportKind, type ImportResult } from "../../../../contract/api/account-imports.ts";
import { formatCount } from "../../../lib/format.ts";
import { Alert } from "../../../ui/alert.tsx";
import { Timestamp } from "../../../widgets/timestamp.tsx";

const NAMES: Record<ImportKind, [one: string, many: string]> = {
  page: [t("part of the page"), t("parts of the page")],
  file: [t("file or picture"), t("files and pictures")],
  product: ["product", "products"],
  tile: ["tile", "tiles"],
  discount: [t("discount code"), t("discount codes")],
  series: [t("series of codes"), t("series of codes")],
  letter: [t("draft of an email"), t("drafts of emails")],
  email: [t("sent email"), t("sent emails")],
  audience: [t("email of the audience"), t("emails of the audience")],
};

/** The result of an import: added, existing and rejected items, with reasons. */
export function ImportSummary({ at, result }: { at: string; result: ImportResult }) {
  const { counts, handle, left_out: named } = result;
  const kinds = ImportKind.options.filter((kind) => Object.values(counts[kind]).some((count) => count > 0));
  return (
    <div className="grid grid-cols-1 gap-4">
      <p role="status">{rich("Your archive of {date} was imported.", { date: <Timestamp at={at} /> })}</p>
      {handle === "unavailable" && (
        <Alert tone="warn">{t("The handle of the archive is not free here. Your page keeps the one that it has.")}</Alert>
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
          <summary className="min-h-11 cursor-pointer py-2.5 font-semibold">{t("What was left out, and why")}</summary>
          <ul className="grid list-disc gap-1.5 pt-1 ps-5">
            {named.map(({ kind, name, reason }) => (
              <li key={`${kind} ${name} ${reason}`} className="[overflow-wrap:anywhere]">
                {`${name || NAMES[kind][0]}: ${reason}`}
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
  const others = [
    present > 0 && t("{present} in your account already", { present }),
    leftOut > 0 && t("{leftOut} left out", { leftOut }),
  ].filter(Boolean);
  return `${formatCount(added, NAMES[kind])} added${others.length > 0 ? `, ${others.join(", ")}` : ""}`;
}
