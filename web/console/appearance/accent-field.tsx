import type { ColorCorrection } from "../../../contract/api/appearance.ts";
import { t } from "../../../contract/texts.ts";
import { Button } from "../../ui/button.tsx";

type AccentFieldProps = {
  /** The creator's accent, or null for `own`, the theme's accent. */
  value: string | null;
  own: string;
  corrections: readonly ColorCorrection[];
  onChange: (accent: string | null) => void;
};

/** Edits the accent, and shows its replacement in a scheme where it is unreadable. */
export function AccentField({ value, own, corrections, onChange }: AccentFieldProps) {
  return (
    <div className="grid grid-cols-1 gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <label className="flex min-h-11 items-center gap-3 font-semibold">
          <input
            type="color"
            value={value ?? own}
            onChange={(event) => onChange(event.target.value)}
            className="h-11 w-14 cursor-pointer rounded-control border border-line bg-surface p-1"
          />
          {t("Accent colour")}
        </label>
        {value !== null && (
          <Button variant="quiet" onClick={() => onChange(null)}>
            {t("Use the theme's own")}
          </Button>
        )}
      </div>
      <div role="status" className="grid gap-2 empty:hidden">
        {value !== null &&
          corrections.map(({ scheme, chosen, shown }) => (
            <p key={scheme} className="flex flex-wrap items-center gap-2 text-sm text-muted">
              <Swatch color={chosen} />
              <span aria-hidden="true">→</span>
              <Swatch color={shown} />
              <span className="min-w-0 flex-1 basis-48">
                {t(
                  "{scheme, select, dark {On a dark page links and focus rings are shown in {shown}, because {chosen} cannot be read there. Buttons keep your colour.} other {On a light page links and focus rings are shown in {shown}, because {chosen} cannot be read there. Buttons keep your colour.}}",
                  { scheme, shown, chosen },
                )}
              </span>
            </p>
          ))}
      </div>
    </div>
  );
}

function Swatch({ color }: { color: string }) {
  return (
    <span aria-hidden="true" className="size-5 rounded-md border border-line" style={{ background: color }} />
  );
}
