import type { BoughtVersion } from "../../../contract/api/product-versions.ts";
import { t } from "../../../contract/texts.ts";
import { Day } from "../layout/isolated.tsx";

/** The changes of the bought files since the purchase, newest first. */
export function OrderVersions({ versions }: { versions: readonly BoughtVersion[] }) {
  if (versions.length === 0) return null;
  return (
    <section className="grid grid-cols-1 gap-3 border-t border-line pt-5">
      <h2 className="text-xl">{t("New versions")}</h2>
      <ul className="grid grid-cols-1 gap-3">
        {versions.map(({ name, number, note, created_at }) => (
          <li key={`${name} ${number}`}>
            <p className="flex flex-wrap items-baseline gap-x-2">
              {name !== null && <bdi className="wrap-anywhere">{name}</bdi>}
              <span className="font-semibold">{t("Version {number}", { number })}</span>
              <span className="text-sm text-muted">
                <Day at={created_at} />
              </span>
            </p>
            {note !== null && (
              <p className="whitespace-pre-line wrap-anywhere" dir="auto">
                {note}
              </p>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
