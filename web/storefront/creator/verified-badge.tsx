import type { PublicCreator } from "../../../contract/api/creators.ts";
import { hasCreatorPlan } from "../../../contract/rules/rules.ts";

/** The tick beside the name. Its hint is the button's own text, so that pointer, keyboard and screen reader all get it. */
export function VerifiedBadge({ creator }: { creator: PublicCreator }) {
  const verified = hasCreatorPlan(creator);
  return (
    <button type="button" className={verified ? "tick" : "tick is-plain"} data-enhance="hint">
      <svg width="24" height="24" viewBox="-.5 .8 25 25" aria-hidden="true">
        {verified ? (
          <>
            <path fill="var(--primary)" d={SEAL} />
            <path {...STROKE} stroke="var(--on-primary)" d="m7.8 13.4 2.8 2.8 5.6-5.8" />
          </>
        ) : (
          <>
            <path {...STROKE} strokeWidth="1.6" d={SEAL} />
            <path
              {...STROKE}
              strokeWidth="1.8"
              d="M12 13.2a2.3 2.3 0 1 0 0-4.6 2.3 2.3 0 0 0 0 4.6zM8 18c.4-2 2-2.9 4-2.9s3.6.9 4 2.9"
            />
          </>
        )}
      </svg>
      <span className="tick-hint">{verified ? "Verified creator" : "Creator account"}</span>
    </button>
  );
}

const STROKE = {
  fill: "none",
  stroke: "currentColor",
  strokeWidth: "2.2",
  strokeLinecap: "round",
  strokeLinejoin: "round",
} as const;
const SEAL =
  "m12 1.8 2.5 2 3.1-.4 1.2 3 2.9 1.3-.5 3.1 2 2.5-2 2.5.5 3.1-2.9 1.3-1.2 3-3.1-.4-2.5 2-2.5-2-3.1.4-1.2-3-2.9-1.3.5-3.1-2-2.5 2-2.5-.5-3.1 2.9-1.3 1.2-3 3.1.4z";
