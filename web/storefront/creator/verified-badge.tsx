import type { PublicCreator } from "../../../contract/api/creators.ts";
import { hasCreatorPlan } from "../../../contract/rules/rules.ts";
import { t } from "../../../contract/texts.ts";

/** The tick beside the name of a verified creator. Its hint is the button's text, so that pointer, keyboard and screen reader get it. */
export function VerifiedBadge({ creator }: { creator: PublicCreator }) {
  if (!hasCreatorPlan(creator)) return null;
  return (
    <button type="button" className="tick" data-enhance="hint">
      <svg width="24" height="24" viewBox="-.5 .8 25 25" aria-hidden="true">
        <path fill="var(--primary)" d={SEAL} />
        <path
          fill="none"
          stroke="var(--on-primary)"
          strokeWidth="2.2"
          strokeLinecap="round"
          strokeLinejoin="round"
          d="m7.8 13.4 2.8 2.8 5.6-5.8"
        />
      </svg>
      <span className="tick-hint">{t("Verified creator")}</span>
    </button>
  );
}

const SEAL =
  "m12 1.8 2.5 2 3.1-.4 1.2 3 2.9 1.3-.5 3.1 2 2.5-2 2.5.5 3.1-2.9 1.3-1.2 3-3.1-.4-2.5 2-2.5-2-3.1.4-1.2-3-2.9-1.3.5-3.1-2-2.5 2-2.5-.5-3.1 2.9-1.3 1.2-3 3.1.4z";
