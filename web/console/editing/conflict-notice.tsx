import { t } from "../../../contract/texts.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import type { Conflict } from "./saved-values.ts";

const MAX_SHOWN = 60;
/** Fields whose values are chosen or uploaded: their values are no texts for people. */
const NOT_TYPED = [
  "type",
  "size",
  "reduction",
  "scope",
  "language",
  "paymentProvider",
  "mediaUrl",
  "imageUrl",
  "avatarUrl",
];

type ConflictNoticeProps = { conflict: Conflict; labels: Readonly<Record<string, string>> };

/** Names the fields that were changed both here and elsewhere, and offers both versions. */
export function ConflictNotice({ conflict, labels }: ConflictNoticeProps) {
  const { fields, notice, keepMine, takeTheirs } = conflict;
  if (fields.length === 0) return null;
  const changes = fields.map(({ name, theirs }) =>
    changeText(labels[name] ?? name, NOT_TYPED.includes(name) ? null : theirs),
  );
  return (
    <div ref={notice} className="scroll-my-4">
      <Alert
        tone="warn"
        role="alert"
        action={
          <span className="flex flex-wrap gap-2.5">
            <Button onClick={keepMine}>{t("Keep mine")}</Button>
            <Button onClick={takeTheirs}>{t("Take theirs")}</Button>
          </span>
        }
      >
        {t("Changed in another tab or on another device: {fields}.", { fields: changes.join(", ") })}
      </Alert>
    </div>
  );
}

function changeText(field: string, value: unknown): string {
  if (typeof value !== "string" || value === "") return field;
  return t("{field} (now “{value}”)", {
    field,
    value: value.length > MAX_SHOWN ? `${value.slice(0, MAX_SHOWN)}…` : value,
  });
}
