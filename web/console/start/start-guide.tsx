import { type ReactNode, Suspense, useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import type { Creator } from "../../../contract/api/creators.ts";
import { paths } from "../../../contract/rules/paths.ts";
import { t } from "../../../contract/texts.ts";
import { lazyPart } from "../../lib/lazy-part.ts";
import { rich } from "../../lib/rich.ts";
import { Button } from "../../ui/button.tsx";
import { LoadFailure } from "../../ui/load-failure.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import type { Pasted } from "../tiles/pasted-links.ts";
import { ProfileStep } from "./profile-step.tsx";
import { START_STEPS, type Start, type StartStep } from "./use-start.ts";

/** Loaded when its step is reached, because the themes are a quarter of the guide's code. */
const LookStep = lazyPart(
  async () => (await import("./look-step.tsx")).LookStep,
  () => <LoadFailure>{t("Couldn't load the appearance of your page.")}</LoadFailure>,
);

/** Loaded when its step is reached, like the look. */
const PasteField = lazyPart(
  async () => (await import("../tiles/paste-field.tsx")).PasteField,
  () => <LoadFailure>{t("Couldn't load the field for links.")}</LoadFailure>,
);

/** Loaded when its step is reached, like the look. */
const ShareStep = lazyPart(
  async () => (await import("./share-step.tsx")).ShareStep,
  () => <LoadFailure>{t("Couldn't load the link to your page.")}</LoadFailure>,
);

const TEXTS: Record<StartStep, { name: string; title: string; about: string }> = {
  profile: {
    name: t("You"),
    title: t("Your picture and bio"),
    about: t("Visitors see them at the top of your page."),
  },
  look: {
    name: t("Look"),
    title: t("Choose a look"),
    about: t("You can change it at any time, under Appearance."),
  },
  links: { name: t("Links"), title: t("Add your links"), about: t("Each link becomes a tile on your page.") },
  share: {
    name: t("Share"),
    title: t("Your page is ready"),
    about: t("Put your link where people already find you."),
  },
};

type StartGuideProps = {
  creator: Creator;
  step: StartStep;
  go: Start["go"];
  /** Called with the links that become tiles. */
  onLinks: (pasted: Pasted) => void;
};

/** Guides through filling an empty page in four steps, in any order. */
export function StartGuide({ creator, step, go, onLinks }: StartGuideProps) {
  const [initialStep] = useState(step);
  const { title, about } = TEXTS[step];
  const next = START_STEPS[START_STEPS.indexOf(step) + 1] ?? "closed";
  const skip = (
    <Button variant="quiet" onClick={() => go(next)}>
      {t("Skip")}
    </Button>
  );
  return (
    <section
      aria-labelledby="start-step"
      className="mb-4 grid grid-cols-1 gap-4 rounded-card border border-line bg-ground p-4 sm:p-5"
    >
      {(step === "profile" || step === "links") && <ElsewhereLink />}
      <StepList step={step} go={go} />
      <div>
        <Heading key={step} isReached={step !== initialStep}>
          {title}
        </Heading>
        <p className="text-[15px] text-muted">{about}</p>
      </div>
      {step === "profile" && <ProfileStep creator={creator} onDone={() => go(next)} skip={skip} />}
      {step === "look" && (
        <Suspense fallback={<Skeleton className="h-44 rounded-card" />}>
          <LookStep creator={creator} onDone={() => go(next)} skip={skip} />
        </Suspense>
      )}
      {step === "links" && (
        <div className="grid grid-cols-1 gap-4">
          <Suspense fallback={<Skeleton className="h-28 rounded-card" />}>
            <PasteField action={t("Review links")} onLinks={onLinks} />
          </Suspense>
          <div>{skip}</div>
        </div>
      )}
      {step === "share" && (
        <Suspense fallback={<Skeleton className="h-72 rounded-card" />}>
          <ShareStep creator={creator} onDone={() => go("closed")} />
        </Suspense>
      )}
    </section>
  );
}

/** The first choice of the guide: links that exist already need not be added one by one. */
function ElsewhereLink() {
  return (
    <Link
      to={paths.pageImport()}
      className="flex min-h-14 flex-wrap items-center gap-x-3 rounded-control border border-line bg-surface px-4 py-2 hover:border-primary"
    >
      <span className="font-semibold text-primary">{t("I have a page elsewhere")}</span>
      <span className="text-sm text-muted">
        {t("Bring its links in one go: Linktree, Beacons, bookmarks and more.")}
      </span>
    </Link>
  );
}

/** The heading of a step. It is focused when its step is reached, but not when the page opens. */
function Heading({ isReached, children }: { isReached: boolean; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isReached) heading.current?.focus();
  }, [isReached]);
  return (
    <h3 id="start-step" ref={heading} tabIndex={-1} className="text-lg">
      {children}
    </h3>
  );
}

function StepList({ step: current, go }: Pick<StartGuideProps, "step" | "go">) {
  return (
    <div className="flex items-end gap-2">
      <ol className="flex flex-1 flex-wrap gap-1.5">
        {START_STEPS.map((step, index) => (
          <li key={step} className="min-w-max flex-1">
            <button
              type="button"
              onClick={() => go(step)}
              aria-current={step === current ? "step" : undefined}
              className="group grid min-h-11 w-full content-end gap-1.5 text-start text-sm font-medium text-muted hover:text-ink aria-[current=step]:text-primary"
            >
              <span>
                <span className="tabular-nums">{index + 1}.</span> {TEXTS[step].name}
              </span>
              <span className="h-1 rounded-full bg-line group-aria-[current=step]:bg-primary" />
            </button>
          </li>
        ))}
      </ol>
      <Button variant="quiet" className="-me-2 px-3! text-sm text-muted!" onClick={() => go("closed")}>
        {rich("Close<part> the guide</part>", {
          part: (inside) => <span className="sr-only">{inside}</span>,
        })}
      </Button>
    </div>
  );
}
