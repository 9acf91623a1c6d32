import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { THEME_NAMES, type ThemeName } from "../../../contract/api/appearance.ts";
import { t } from "../../../contract/texts.ts";
import { Button } from "../../ui/button.tsx";
import { LoadFailure } from "../../ui/load-failure.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { RequestError } from "../../widgets/request-error.tsx";
import { appearanceQuery, useSaveLook } from "../appearance/queries.ts";
import { ThemePicker } from "../appearance/theme-picker.tsx";
import { usePreviewScheme } from "../preview/use-page-preview.ts";
import type { StepProps } from "./profile-step.tsx";

const FIRST: readonly ThemeName[] = ["plaster", "poster", "darkroom"];

/** Chooses a theme and saves it at once, so that the page beside it shows it. */
export function LookStep({ creator, onDone, skip }: StepProps) {
  const { data, isError, refetch } = useQuery(appearanceQuery);
  const [scheme] = usePreviewScheme();
  const [isAll, setIsAll] = useState(false);
  const save = useSaveLook();
  if (isError)
    return <LoadFailure onRetry={refetch}>{t("Couldn't load the appearance of your page.")}</LoadFailure>;
  if (!data) return <Skeleton className="h-44 rounded-card" />;
  const { theme } = { ...data.appearance, ...(save.isPending && save.variables) };
  // Three themes, including the current one.
  const themes = isAll
    ? THEME_NAMES
    : [...new Set([...FIRST.slice(0, FIRST.includes(theme) ? 3 : 2), theme])];
  return (
    <div className="grid grid-cols-1 gap-4">
      <ThemePicker
        value={theme}
        scheme={scheme}
        themes={themes}
        sample={{ name: creator.display_name, avatarUrl: creator.avatar_url }}
        onChange={(chosen) => save.mutate({ theme: chosen })}
      />
      <RequestError error={save.error} fallback={t("Couldn't save the appearance.")} />
      <div className="flex flex-wrap gap-2.5">
        <Button variant="primary" onClick={onDone}>
          {t("Next")}
        </Button>
        {!isAll && <Button onClick={() => setIsAll(true)}>{t("More themes")}</Button>}
        {skip}
      </div>
    </div>
  );
}
