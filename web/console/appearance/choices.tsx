import type { Appearance } from "../../../contract/api/appearance.ts";
import {
  ALIGNMENTS,
  BACKGROUNDS,
  FONT_PAIRINGS,
  LAYOUTS,
  TILE_SHAPES,
} from "../../../contract/api/appearance.ts";
import { useUpload } from "../../lib/use-upload.ts";
import { PAIRINGS } from "../../themes/fonts.ts";
import { resolveAppearance } from "../../themes/look.ts";
import { Choice } from "../../ui/choice.tsx";
import { ImageUpload } from "../../widgets/image-upload.tsx";

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
const nameOf = (value: keyof typeof LABELS) => LABELS[value];

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
      <OwnChoice
        label="Fonts"
        value={appearance.fonts}
        own={PAIRINGS[own.fonts].label}
        values={FONT_PAIRINGS}
        nameOf={(pairing) => PAIRINGS[pairing].label}
        onChange={(fonts) => onChange({ fonts })}
      />
      <OwnChoice
        label="Layout"
        value={appearance.layout}
        own={LABELS[own.layout]}
        values={LAYOUTS}
        nameOf={nameOf}
        onChange={(layout) => onChange({ layout })}
      />
      <OwnChoice
        label="Tile shape"
        value={appearance.tile_shape}
        own={LABELS[own.tileShape]}
        values={TILE_SHAPES}
        nameOf={nameOf}
        onChange={(tile_shape) => onChange({ tile_shape })}
      />
      <OwnChoice
        label="Header"
        value={appearance.alignment}
        own={LABELS[own.alignment]}
        values={ALIGNMENTS}
        nameOf={nameOf}
        onChange={(alignment) => onChange({ alignment })}
      />
      <OwnChoice
        label="Background"
        value={appearance.background}
        own={LABELS[own.background]}
        // The own image is chosen by uploading it.
        values={BACKGROUNDS.filter((value) => value !== "image" || appearance.background_url !== null)}
        nameOf={nameOf}
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

type OwnChoiceProps<Value extends string> = {
  label: string;
  value: Value | null;
  /** What the theme has, by name. */
  own: string;
  values: readonly Value[];
  nameOf: (value: Value) => string;
  onChange: (value: Value | null) => void;
};

/** A choice that is the theme's unless the creator makes another. */
function OwnChoice<Value extends string>(props: OwnChoiceProps<Value>) {
  const { label, value, own, values, nameOf, onChange } = props;
  return (
    <Choice<Value | "">
      label={label}
      value={value ?? ""}
      options={[
        { value: "", label: `As the theme: ${own}` },
        ...values.map((each) => ({ value: each, label: nameOf(each) })),
      ]}
      onChoose={(chosen) => onChange(chosen || null)}
    />
  );
}

type ImageChoiceProps = {
  /** Completes the labels: "Upload cover image". */
  noun: string;
  url: string | null;
  onChange: (url: string | null) => void;
};

/** An image of the page: upload, replace, remove. */
function ImageChoice({ noun, url, onChange }: ImageChoiceProps) {
  const upload = useUpload({
    purpose: "image",
    failure: "Image upload failed",
    onDone: (uploaded) => onChange(uploaded.url),
  });
  return (
    <div className="grid grid-cols-1 gap-3 sm:flex sm:items-center sm:gap-4">
      {url !== null && (
        <img
          alt=""
          src={url}
          className="h-16 w-28 shrink-0 rounded-control border border-line object-cover"
        />
      )}
      <ImageUpload noun={noun} hasImage={url !== null} upload={upload} onRemove={() => onChange(null)} />
    </div>
  );
}
