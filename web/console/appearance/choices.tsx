import type { ComponentProps } from "react";
import {
  ALIGNMENTS,
  type Appearance,
  BACKGROUNDS,
  FONT_PAIRINGS,
  type FontPairing,
  LAYOUTS,
  TILE_SHAPES,
} from "../../../contract/api/appearance.ts";
import { t } from "../../../contract/texts.ts";
import { useUpload } from "../../lib/use-upload.ts";
import { PAIRINGS } from "../../themes/fonts.ts";
import { THEMES } from "../../themes/themes.ts";
import { Choice } from "../../ui/choice.tsx";
import { ImageUpload } from "../editing/image-upload.tsx";

const LABELS = {
  plain: t("Plain"),
  gradient: t("Gradient"),
  pattern: t("Pattern"),
  image: t("Own image"),
  rounded: t("Rounded"),
  square: t("Square"),
  circle: t("Circle"),
  arch: t("Arch"),
  grid: t("Grid of three"),
  list: t("List"),
  center: t("Centre"),
  start: t("Start"),
} as const;
const isPairing = (value: string): value is FontPairing => value in PAIRINGS;
const nameOf = (value: FontPairing | keyof typeof LABELS) =>
  isPairing(value) ? PAIRINGS[value].label : LABELS[value];

type ChoicesProps = { appearance: Appearance; onChange: (change: Partial<Appearance>) => void };

/** The choice between grid and list, part of every plan. */
export const LayoutChoice = (edited: ChoicesProps) => (
  <OwnChoice {...edited} label={t("Layout")} field="layout" values={LAYOUTS} />
);

/** Choices of the Creator plan. */
export function Choices({ appearance, onChange }: ChoicesProps) {
  const edited = { appearance, onChange };
  // An own image is chosen by uploading it.
  const backgrounds = BACKGROUNDS.filter((value) => value !== "image" || appearance.background_url !== null);
  return (
    <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
      <div className="sm:col-span-2">
        <OwnChoice {...edited} label={t("Fonts")} field="fonts" values={FONT_PAIRINGS} />
      </div>
      <OwnChoice {...edited} label={t("Tile shape")} field="tile_shape" values={TILE_SHAPES} />
      <OwnChoice {...edited} label={t("Header")} field="alignment" values={ALIGNMENTS} />
      <OwnChoice {...edited} label={t("Background")} field="background" values={backgrounds} />
      <ImageChoice
        title={t("Background image")}
        labels={{
          upload: t("Upload background image"),
          replace: t("Replace background image"),
          remove: t("Remove background image"),
        }}
        url={appearance.background_url}
        onChange={(background_url) =>
          onChange({ background_url, background: background_url === null ? null : "image" })
        }
      />
      <ImageChoice
        title={t("Cover image")}
        labels={{
          upload: t("Upload cover image"),
          replace: t("Replace cover image"),
          remove: t("Remove cover image"),
        }}
        about={t("Above your name, three times as wide as high.")}
        url={appearance.cover_url}
        onChange={(cover_url) => onChange({ cover_url })}
      />
    </div>
  );
}

type OwnField = "fonts" | "layout" | "tile_shape" | "alignment" | "background";
type OwnChoiceProps<Field extends OwnField> = ChoicesProps & {
  label: string;
  field: Field;
  values: readonly NonNullable<Appearance[Field]>[];
};

/** A choice that follows the theme unless the creator overrides it. */
function OwnChoice<Field extends OwnField>(props: OwnChoiceProps<Field>) {
  const { appearance, onChange, label, field, values } = props;
  const theme = THEMES[appearance.theme];
  const own = { ...theme, tile_shape: theme.tileShape }[field];
  return (
    <Choice<NonNullable<Appearance[OwnField]> | "">
      label={label}
      value={appearance[field] ?? ""}
      options={[
        { value: "", label: t("{own} (theme)", { own: nameOf(own) }) },
        ...values.map((value) => ({ value, label: nameOf(value) })),
      ]}
      onChoose={(chosen) => onChange({ [field]: chosen || null } as Pick<Appearance, Field>)}
    />
  );
}

type ImageChoiceProps = {
  title: string;
  labels: ComponentProps<typeof ImageUpload>["labels"];
  about?: string;
  url: string | null;
  onChange: (url: string | null) => void;
};

function ImageChoice({ title, labels, about, url, onChange }: ImageChoiceProps) {
  const upload = useUpload({
    purpose: "image",
    onDone: (uploaded) => onChange(uploaded.url),
  });
  return (
    <div className="grid content-start gap-1.5 sm:col-span-2">
      <h3 className="font-sans text-base font-semibold tracking-normal">{title}</h3>
      {about && <p className="text-sm text-muted">{about}</p>}
      <div className="grid grid-cols-1 gap-3 sm:flex sm:items-center sm:gap-4">
        {url !== null && (
          <img
            alt=""
            src={url}
            className="h-16 w-28 shrink-0 rounded-control border border-line object-cover"
          />
        )}
        <ImageUpload
          labels={labels}
          hasImage={url !== null}
          upload={upload}
          onRemove={() => onChange(null)}
        />
      </div>
    </div>
  );
}
