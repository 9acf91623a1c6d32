import { type ReactNode, useId } from "react";
import type { Focus } from "../../../contract/api/images.ts";
import { limits } from "../../../contract/rules/limits.ts";
import { t } from "../../../contract/texts.ts";

/** Label and help of the description field, the same for every image. */
export const ALT_FIELD = {
  label: t("Image description"),
  optional: true,
  help: t("Read to people who cannot see the image. Leave it empty if the image only decorates."),
  maxLength: limits.imageAlt.max,
} as const;

type ImageDetailsProps = {
  url: string;
  /** The field for the description. */
  alt: ReactNode;
  focus: Focus;
  onFocus: (focus: Focus) => void;
};

/** The description of an image, and the point that stays visible when it is cropped. */
export function ImageDetails({ url, alt, focus, onFocus }: ImageDetailsProps) {
  return (
    <>
      {alt}
      <FocusField url={url} focus={focus} onFocus={onFocus} />
    </>
  );
}

const AXES = [
  { axis: "x", label: t("From left to right") },
  { axis: "y", label: t("From top to bottom") },
] as const;

/** The focal point: set by a click on the image, or by sliders. */
export function FocusField({ url, focus, onFocus }: Omit<ImageDetailsProps, "alt">) {
  const helpId = useId();
  return (
    <fieldset className="min-w-0" aria-describedby={helpId}>
      <legend className="mb-1.5 font-semibold">{t("Focal point")}</legend>
      <div className="flex flex-wrap items-center gap-4">
        {/* biome-ignore lint/a11y/noStaticElementInteractions: a shortcut for the sliders beside it */}
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: the sliders take keys */}
        <div
          className="relative shrink-0 cursor-crosshair overflow-hidden rounded-control"
          onClick={(event) => {
            const box = event.currentTarget.getBoundingClientRect();
            const percent = (offset: number, size: number) =>
              Math.min(100, Math.max(0, Math.round((offset / size) * 100)));
            onFocus({
              x: percent(event.clientX - box.left, box.width),
              y: percent(event.clientY - box.top, box.height),
            });
          }}
        >
          <img src={url} alt="" className="block max-h-40 max-w-40" referrerPolicy="no-referrer" />
          <span
            aria-hidden="true"
            // Physical `left`: images are not mirrored.
            className="pointer-events-none absolute size-5 -translate-1/2 rounded-full border-2 border-white bg-primary shadow-float"
            style={{ left: `${focus.x}%`, top: `${focus.y}%` }}
          />
        </div>
        <div className="grid min-w-40 flex-1 gap-1">
          {AXES.map(({ axis, label }) => (
            <label key={axis} className="grid text-sm text-muted">
              {label}
              <input
                type="range"
                // Physical as the image, in both directions.
                dir="ltr"
                min={0}
                max={100}
                value={focus[axis]}
                onChange={(event) => onFocus({ ...focus, [axis]: event.target.valueAsNumber })}
                aria-valuetext={`${focus[axis]} %`}
                className="min-h-11 w-full accent-(--primary)"
              />
            </label>
          ))}
        </div>
      </div>
      <p id={helpId} className="mt-1.5 text-sm text-muted">
        {t("Stays visible when the image is cropped. Click on the image, or move the sliders.")}
      </p>
    </fieldset>
  );
}
