import type { Appearance } from "../../../contract/api/appearance.ts";
import {
  ALIGNMENTS,
  BACKGROUNDS,
  FONT_PAIRINGS,
  LAYOUTS,
  TILE_SHAPES,
} from "../../../contract/api/appearance.ts";
import { PAIRINGS } from "../../themes/fonts.ts";
import { resolveAppearance } from "../../themes/look.ts";
import { Field } from "../../ui/field.tsx";
import { Select } from "../../ui/select.tsx";
import { ImageChoice } from "./image-choice.tsx";

const LABELS = {
  plain: "Plain",
  gradient: "Gradient",
  pattern: "Pattern",
  image: "Own image",
  rounded: "Rounded",
  square: "Square",
  circle: "Circle",
  arch: "Arch",
  grid: "Grid of three",
  list: "List",
  center: "Centre",
  start: "Start",
} as const;

type ChoicesProps = { appearance: Appearance; onChange: (change: Partial<Appearance>) => void };

/** What the Creator plan adds to theme and accent. */
export function Choices({ appearance, onChange }: ChoicesProps) {
  const own = resolveAppearance({
    ...appearance,
    fonts: null,
    background: null,
    tile_shape: null,
    layout: null,
    alignment: null,
  });
  return (
    <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
      <Choice
        label="Fonts"
        value={appearance.fonts}
        own={PAIRINGS[own.fonts].label}
        options={FONT_PAIRINGS.map((value) => [value, PAIRINGS[value].label])}
        onChange={(fonts) => onChange({ fonts })}
      />
      <Choice
        label="Layout"
        value={appearance.layout}
        own={LABELS[own.layout]}
        options={LAYOUTS.map((value) => [value, LABELS[value]])}
        onChange={(layout) => onChange({ layout })}
      />
      <Choice
        label="Tile shape"
        value={appearance.tile_shape}
        own={LABELS[own.tileShape]}
        options={TILE_SHAPES.map((value) => [value, LABELS[value]])}
        onChange={(tile_shape) => onChange({ tile_shape })}
      />
      <Choice
        label="Header"
        value={appearance.alignment}
        own={LABELS[own.alignment]}
        options={ALIGNMENTS.map((value) => [value, LABELS[value]])}
        onChange={(alignment) => onChange({ alignment })}
      />
      <Choice
        label="Background"
        value={appearance.background}
        own={LABELS[own.background]}
        // The own image is chosen by uploading it.
        options={BACKGROUNDS.filter((value) => value !== "image" || appearance.background_url !== null).map(
          (value) => [value, LABELS[value]],
        )}
        onChange={(background) => onChange({ background })}
      />
      <div className="grid content-start gap-1.5 sm:col-span-2">
        <h3 className="font-sans text-base font-semibold tracking-normal">Background image</h3>
        <ImageChoice
          noun="background image"
          url={appearance.background_url}
          onChange={(background_url) =>
            onChange({ background_url, background: background_url === null ? null : "image" })
          }
        />
      </div>
      <div className="grid content-start gap-1.5 sm:col-span-2">
        <h3 className="font-sans text-base font-semibold tracking-normal">Cover image</h3>
        <p className="text-sm text-muted">Above your name, three times as wide as high.</p>
        <ImageChoice
          noun="cover image"
          url={appearance.cover_url}
          onChange={(cover_url) => onChange({ cover_url })}
        />
      </div>
    </div>
  );
}

type ChoiceProps<Value extends string> = {
  label: string;
  value: Value | null;
  /** What the theme has, by name. */
  own: string;
  options: readonly (readonly [value: Value, label: string])[];
  onChange: (value: Value | null) => void;
};

function Choice<Value extends string>({ label, value, own, options, onChange }: ChoiceProps<Value>) {
  return (
    <Field label={label}>
      {(control) => (
        <Select
          {...control}
          value={value ?? ""}
          options={options.map(([option, text]) => ({ value: option, label: text }))}
          onChange={(event) => {
            const chosen = options.find(([option]) => option === event.target.value);
            onChange(chosen ? chosen[0] : null);
          }}
        >
          <option value="">As the theme: {own}</option>
        </Select>
      )}
    </Field>
  );
}
