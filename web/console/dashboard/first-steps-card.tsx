import { useQuery } from "@tanstack/react-query";
import { CircleCheck, CircleDashed } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { Link } from "react-router";
import type { Creator } from "../../../contract/api/creators.ts";
import { paths } from "../../../contract/rules/paths.ts";
import { t } from "../../../contract/texts.ts";
import { readStored, store } from "../../lib/browser-storage.ts";
import { rich } from "../../lib/rich.ts";
import { useFocusFallback } from "../../lib/use-focus-fallback.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { DEFAULT_PERIOD } from "../../widgets/analytics/periods.ts";
import { analyticsQuery } from "../../widgets/analytics/queries.ts";
import { ShareDialog } from "../../widgets/share-dialog.tsx";
import { pageUrlOf } from "../../widgets/visitor-url.ts";
import { tilesQuery } from "../tiles/queries.ts";
import { doneSteps, sharedKey } from "./first-steps.ts";

const STEP_COUNT = 3;

/** The first steps of a new creator. Disappears when all are done, or on request. */
export function FirstStepsCard({ creator }: { creator: Creator }) {
  const hiddenKey = `tessera.first-steps.${creator.id}`;
  const [isHidden, setIsHidden] = useState(() => readStored("browser", hiddenKey) !== null);
  const [hasShared, setHasShared] = useState(() => readStored("browser", sharedKey(creator.id)) !== null);
  const [isSharing, setIsSharing] = useState(false);
  // The focused button disappears when the card is hidden or the page was shared.
  const heading = useFocusFallback<HTMLHeadingElement>(`${isHidden} ${isSharing}`);
  const { data: tiles } = useQuery(tilesQuery);
  const tileCount = tiles?.length ?? 0;
  const { data: analytics, isPending } = useQuery({
    ...analyticsQuery(DEFAULT_PERIOD),
    enabled: !isHidden && !hasShared && tileCount > 0,
  });
  const done = doneSteps({ creator, tileCount, summary: analytics?.summary.summary, hasShared });
  const isComplete = done.size === STEP_COUNT;
  useEffect(() => {
    if (isComplete && !isSharing) store("browser", hiddenKey, "done");
  }, [isComplete, isSharing, hiddenKey]);

  // The last step may already be done. Wait until that is known, so that the card does not disappear at once.
  const isUndecided = !tiles || (done.size === STEP_COUNT - 1 && !done.has("share") && isPending);
  if (isHidden || isUndecided || (isComplete && !isSharing)) return null;
  const share = () => {
    setIsSharing(true);
    setHasShared(true);
    store("browser", sharedKey(creator.id), "yes");
  };
  const hide = () => {
    setIsHidden(true);
    store("browser", hiddenKey, "hidden");
  };
  return (
    <section
      aria-labelledby="first-steps"
      className="grid grid-cols-1 gap-4 rounded-card border border-line bg-surface p-4 sm:p-5"
    >
      <div className="flex flex-wrap items-center gap-x-3">
        <h2 id="first-steps" ref={heading} tabIndex={-1} className="text-xl">
          {t("First steps")}
        </h2>
        <p className="text-sm text-muted">
          {rich("{size} of {stepCount} done", { size: done.size, stepCount: STEP_COUNT })}
        </p>
        <Button variant="quiet" className="-my-2 -me-2 ms-auto px-3! text-sm text-muted!" onClick={hide}>
          {rich("Hide<part> the first steps</part>", {
            part: (inside) => <span className="sr-only">{inside}</span>,
          })}
        </Button>
      </div>
      <ol className="grid grid-cols-1 gap-4 sm:grid-cols-3 sm:gap-6">
        <Step title={t("Add a tile")} isDone={done.has("tile")}>
          {t("A link, a product, or a way to support you.")}
        </Step>
        <Step
          title={t("Make it yours")}
          isDone={done.has("profile")}
          action={
            <>
              <Link to={paths.settings()} className={buttonClass("plain", "md")}>
                {t("Complete your profile")}
              </Link>
              <Link to={paths.appearance()} className={buttonClass("plain", "md")}>
                {t("Choose a theme")}
              </Link>
            </>
          }
        >
          {t("A picture, a short bio, your social links and a look.")}
        </Step>
        <Step
          title={t("Share your page")}
          isDone={done.has("share")}
          action={done.has("tile") && <Button onClick={share}>{t("Share your link")}</Button>}
        >
          {t("Put your link where people already find you.")}
        </Step>
      </ol>
      <ShareDialog open={isSharing} onClose={() => setIsSharing(false)} url={pageUrlOf(creator)} />
    </section>
  );
}

type StepProps = { title: string; isDone: boolean; action?: ReactNode; children: ReactNode };

function Step({ title, isDone, action, children }: StepProps) {
  const Icon = isDone ? CircleCheck : CircleDashed;
  return (
    <li className="flex min-w-0 gap-2.5">
      <Icon
        size={22}
        aria-hidden="true"
        className={`mt-px shrink-0 ${isDone ? "text-good" : "text-muted"}`}
      />
      <div className="grid min-w-0 content-start justify-items-start gap-2">
        <div>
          <p className="font-semibold">
            {isDone && <span className="sr-only">{t("Done:")} </span>}
            <span>{title}</span>
          </p>
          {!isDone && <p className="text-[15px] text-muted">{children}</p>}
        </div>
        {!isDone && action}
      </div>
    </li>
  );
}
