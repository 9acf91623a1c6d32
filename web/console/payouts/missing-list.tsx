import { t } from "../../../contract/texts.ts";
import { missingTexts, type Requirements } from "./requirements.ts";

/** Lists the details that the payment provider requires. */
export function MissingList({ requirements }: { requirements: Requirements }) {
  const missing = missingTexts(requirements);
  if (missing.length === 0)
    return <p>{t("Stripe is reviewing your details. There may be nothing for you to do.")}</p>;
  return (
    <div className="grid gap-1.5">
      <p className="font-semibold">{t("Still missing")}</p>
      <ul className="grid list-disc gap-1 ps-5 marker:text-muted">
        {missing.map(({ text, isOverdue }) => (
          <li key={text} className="[overflow-wrap:anywhere]">
            <span>{text}</span>
            {isOverdue && <span className="font-semibold text-bad"> {t("(overdue)")}</span>}
          </li>
        ))}
      </ul>
    </div>
  );
}
