import { formatUnit } from "../../../../contract/rules/formats.ts";
import { FormattedText } from "../../../widgets/formatted-text.tsx";
import { Instant } from "../../layout/isolated.tsx";
import { usePageLanguage } from "../../layout/page-language.ts";
import type { BlockProps } from "./block-props.ts";

const UNITS = ["day", "hour", "minute"] as const;

/** Counts to the end of the tile, which then leaves the page. Scripts fill the figures, because the cached page is as old as its last change. */
export function Countdown({ tile: { ends_at, description } }: BlockProps) {
  const language = usePageLanguage();
  if (ends_at === null) return null;
  return (
    <div data-enhance="countdown" data-end={ends_at}>
      <div role="timer" className="block-timer needs-scripts">
        {UNITS.map((unit) => (
          <span key={unit}>
            <b data-part={unit}>–</b> <span data-part={`${unit}-name`}>{formatUnit(0, unit, language)}</span>
          </span>
        ))}
      </div>
      <p className="block-note">
        <Instant at={ends_at} timeZone="UTC" />
      </p>
      {description !== null && <FormattedText text={description} headingAs="h3" />}
    </div>
  );
}
