import { useQuery } from "@tanstack/react-query";
import { RotateCcwIcon, Undo2Icon } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Link } from "react-router";
import type { Appearance, Scheme } from "../../../contract/api/appearance.ts";
import { paths } from "../../../contract/rules/paths.ts";
import { hasCreatorPlan } from "../../../contract/rules/rules.ts";
import { t } from "../../../contract/texts.ts";
import { THEMES } from "../../themes/themes.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Choice } from "../../ui/choice.tsx";
import { LoadFailure } from "../../ui/load-failure.tsx";
import { PageTitle } from "../../ui/page-title.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { RequestError } from "../../widgets/request-error.tsx";
import { RestoredNotice } from "../../widgets/restored-notice.tsx";
import { UnsavedChangesGuard } from "../../widgets/unsaved-changes-guard.tsx";
import { useCreator } from "../creator-context.ts";
import { SaveBar } from "../editing/save-bar.tsx";
import { PagePreview } from "../preview/preview-pane.tsx";
import { usePagePreview } from "../preview/use-page-preview.ts";
import { AccentField } from "./accent-field.tsx";
import { needsPlan, toPatch, useAppearanceDraft } from "./appearance-draft.ts";
import { Choices, LayoutChoice } from "./choices.tsx";
import { appearanceQuery, useSaveAppearance } from "./queries.ts";
import { ThemePicker } from "./theme-picker.tsx";

const SCHEMES: { value: Scheme | ""; label: string }[] = [
  { value: "", label: t("As the visitor's device prefers") },
  { value: "light", label: t("Always light") },
  { value: "dark", label: t("Always dark") },
];

/** Edits the look of the creator's page beside a preview of the page. */
export function AppearanceScreen() {
  const creator = useCreator();
  const { data, isError, refetch } = useQuery(appearanceQuery);
  return (
    <>
      <PageTitle>{t("Appearance")}</PageTitle>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-3xl sm:text-4xl">{t("Appearance")}</h1>
        <a href={paths.creator(creator.handle)} className={buttonClass()}>
          {t("Open your page")}
        </a>
      </div>
      {data ? (
        <AppearanceEditor key={creator.id} saved={data.appearance} />
      ) : isError ? (
        <LoadFailure onRetry={refetch}>{t("Couldn't load the appearance of your page.")}</LoadFailure>
      ) : (
        <Skeleton className="h-96 rounded-card" />
      )}
    </>
  );
}

function AppearanceEditor({ saved }: { saved: Appearance }) {
  const creator = useCreator();
  const hasPlan = hasCreatorPlan(creator);
  const draft = useAppearanceDraft(saved, creator.id);
  const [scheme, setScheme] = useState<Scheme>("light");
  const save = useSaveAppearance();
  const { appearance, change } = draft;
  const preview = usePagePreview({ appearance: toPatch(appearance) }, scheme);
  const isBeyondPlan = !hasPlan && needsPlan(appearance, saved);
  return (
    <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,22rem)] xl:grid-cols-[minmax(0,1fr)_minmax(0,30rem)] lg:gap-8">
      <PagePreview
        query={preview}
        scheme={scheme}
        onScheme={setScheme}
        className="top-preview -mx-4 border-b border-line bg-ground px-4 py-2 sm:mx-0 sm:px-0 lg:sticky lg:top-4 lg:col-start-2 lg:row-start-1 lg:border-0 lg:py-0"
        phoneHeight="h-[32dvh] lg:h-[calc(100dvh-112px)]"
        wideHeight="h-[24dvh] lg:h-96"
      />
      <form
        className="grid min-w-0 grid-cols-1 gap-6 lg:col-start-1 lg:row-start-1"
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate(draft.changes);
        }}
      >
        {draft.isRestored && <RestoredNotice />}
        <Part title={t("Theme")}>
          <ThemePicker
            value={appearance.theme}
            scheme={appearance.scheme ?? scheme}
            onChange={(theme) => change({ theme })}
          />
        </Part>
        <Part title={t("Accent")}>
          <AccentField
            value={appearance.accent}
            own={THEMES[appearance.theme].accent}
            corrections={preview.data?.corrections ?? []}
            onChange={(accent) => change({ accent })}
          />
        </Part>
        <Part title={t("Light or dark")}>
          <Choice<Scheme | "">
            label={t("Your pages are shown")}
            value={appearance.scheme ?? ""}
            options={SCHEMES}
            onChoose={(chosen) => change({ scheme: chosen || null })}
          />
        </Part>
        <Part title={t("Tiles")}>
          <LayoutChoice appearance={appearance} onChange={change} />
        </Part>
        <Part title={t("Details")} isCreatorPlan={!hasPlan}>
          <Choices appearance={appearance} onChange={change} />
        </Part>
        <SaveBar>
          {isBeyondPlan && (
            <Alert
              tone="warn"
              role="status"
              action={
                <Link to={paths.upgrade()} reloadDocument className={buttonClass()}>
                  {t("Upgrade")}
                </Link>
              }
            >
              {t("Some of these choices are part of the Creator plan.")}
            </Alert>
          )}
          <RequestError error={save.error} fallback={t("Couldn't save the appearance.")} />
          <div className="flex flex-wrap items-center gap-2.5">
            <Button type="submit" variant="primary" busy={save.isPending} disabled={isBeyondPlan}>
              {save.isPending ? t("Saving…") : t("Save appearance")}
            </Button>
            <Button disabled={!draft.canUndo} onClick={draft.undo}>
              <Undo2Icon size={18} />
              <span className="max-sm:sr-only">{t("Undo")}</span>
            </Button>
            <Button variant="quiet" onClick={draft.reset}>
              <RotateCcwIcon size={18} />
              <span className="max-sm:sr-only">{t("Reset")}</span>
            </Button>
            {draft.isDirty && <p className="text-sm text-muted">{t("Not saved yet")}</p>}
          </div>
        </SaveBar>
      </form>
      <UnsavedChangesGuard unsaved={draft.isDirty && !save.isPending} />
    </div>
  );
}

type PartProps = { title: string; isCreatorPlan?: boolean; children: ReactNode };

function Part({ title, isCreatorPlan = false, children }: PartProps) {
  return (
    <section className="grid grid-cols-1 gap-4 rounded-card border border-line bg-surface p-4 sm:p-5">
      <h2 className="flex flex-wrap items-center gap-3 text-xl">
        <span>{title}</span>
        {isCreatorPlan && (
          <span className="rounded-lg bg-tint px-2.5 py-0.5 font-sans text-sm font-semibold tracking-normal text-primary">
            {t("Creator plan")}
          </span>
        )}
      </h2>
      {children}
    </section>
  );
}
