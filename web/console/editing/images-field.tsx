import { ArrowDownIcon, ArrowUpIcon, CropIcon, Trash2Icon } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { PageImage } from "../../../contract/api/images.ts";
import { imageSizes } from "../../../contract/rules/rules.ts";
import { t } from "../../../contract/texts.ts";
import { uploadPhase, useFocusFallback } from "../../lib/use-focus-fallback.ts";
import type { UploadQueue } from "../../lib/use-upload-queue.ts";
import { Alert } from "../../ui/alert.tsx";
import { FieldAlert } from "../../ui/field-alert.tsx";
import { FilePicker } from "../../ui/file-picker.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { UploadStatus } from "../../ui/upload-status.tsx";
import { FocusField } from "./image-details.tsx";
import { swapped } from "./swapped.ts";

/** The texts of a list, which name its images, such as "picture 2". */
export type ImageTexts = {
  add: string;
  full: (counts: { max: number; leftOut: number }) => string;
  describe: (at: { number: number }) => string;
  crop: (at: { number: number }) => string;
  moveUp: (at: { number: number }) => string;
  moveDown: (at: { number: number }) => string;
  remove: (at: { number: number }) => string;
};

type ImagesFieldProps = {
  legend: { text: string; isShown: boolean };
  images: readonly PageImage[];
  onChange: (images: PageImage[]) => void;
  texts: ImageTexts;
  /** The number of the first image. */
  first: number;
  max: number;
  queue: UploadQueue;
  error: string | undefined;
  help: string;
  /** Returns the field for the description of an image. */
  alt: (index: number, label: string) => ReactNode;
};

/** A list of uploaded images, with their descriptions, focal points and order. */
export function ImagesField(props: ImagesFieldProps) {
  const { legend, images, onChange, texts, first, max, queue, help } = props;
  const { upload, waiting, leftOut } = queue;
  const running = upload.progress !== null;
  const phase = uploadPhase({ running, attached: false });
  const controls = useFocusFallback<HTMLFieldSetElement>(`${phase} ${images.map(({ url }) => url)}`);
  const problem = upload.error ?? props.error;
  return (
    <fieldset ref={controls} className="grid min-w-0 grid-cols-1 gap-3">
      <legend className={legend.isShown ? "mb-1.5 font-semibold" : "sr-only"}>{legend.text}</legend>
      {images.length > 0 && (
        <ul className="grid grid-cols-1 divide-y divide-line rounded-control border border-line">
          {images.map((image, index) => (
            <ListedImage
              key={image.url}
              {...{ image, images, index, onChange }}
              number={index + first}
              texts={texts}
              alt={props.alt}
            />
          ))}
        </ul>
      )}
      {upload.progress && (
        <div className="grid gap-2 rounded-control border border-line p-3.5">
          <UploadStatus progress={upload.progress} onCancel={upload.cancel} />
          {waiting > 0 && (
            <p className="text-sm text-muted">
              {t("{count, plural, one {# more to upload} other {# more to upload}}", { count: waiting })}
            </p>
          )}
        </div>
      )}
      {!running && images.length < max && (
        <div>
          <FilePicker
            label={texts.add}
            accept="image/*"
            multiple
            onPick={(_, all) => queue.pick(all, max - images.length)}
          />
        </div>
      )}
      {leftOut > 0 && <Alert tone="warn">{texts.full({ max, leftOut })}</Alert>}
      {upload.remark && (
        <p role="status" className="text-sm text-muted">
          {upload.remark}
        </p>
      )}
      {problem && <FieldAlert>{problem}</FieldAlert>}
      <p className="text-sm text-muted">{help}</p>
    </fieldset>
  );
}

type ListedImageProps = Pick<ImagesFieldProps, "images" | "onChange" | "alt" | "texts"> & {
  image: PageImage;
  index: number;
  number: number;
};

function ListedImage({ image, images, index, onChange, number, alt, texts }: ListedImageProps) {
  const { url, focus } = image;
  const [isCropping, setCropping] = useState(false);
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1 p-3">
      <img
        src={imageSizes(url)?.[0]?.url ?? url}
        alt=""
        referrerPolicy="no-referrer"
        className="size-16 rounded-control object-cover"
        style={{ objectPosition: `${focus.x}% ${focus.y}%` }}
      />
      {alt(index, texts.describe({ number }))}
      <div className="col-span-2 flex justify-end">
        <IconButton
          label={texts.crop({ number })}
          aria-expanded={isCropping}
          onClick={() => setCropping(!isCropping)}
          className={`size-11 px-0! ${isCropping ? "bg-tint" : ""}`}
        >
          <CropIcon size={18} />
        </IconButton>
        {index > 0 && (
          <IconButton label={texts.moveUp({ number })} onClick={() => onChange(swapped(images, index - 1))}>
            <ArrowUpIcon size={18} />
          </IconButton>
        )}
        {index < images.length - 1 && (
          <IconButton label={texts.moveDown({ number })} onClick={() => onChange(swapped(images, index))}>
            <ArrowDownIcon size={18} />
          </IconButton>
        )}
        <IconButton
          label={texts.remove({ number })}
          onClick={() => onChange(images.filter((each) => each.url !== url))}
        >
          <Trash2Icon size={18} />
        </IconButton>
      </div>
      {isCropping && (
        <div className="col-span-2 pb-1">
          <FocusField
            url={url}
            focus={focus}
            onFocus={(moved) =>
              onChange(images.map((each) => (each.url === url ? { ...each, focus: moved } : each)))
            }
          />
        </div>
      )}
    </li>
  );
}
