import { Upload } from "lucide-react";
import { buttonClass } from "./button.tsx";

type FilePickerProps = {
  label: string;
  /** The visible text, if the label is longer than its place. */
  shown?: string;
  /** The file types in the system's picker. */
  accept?: string;
  /** Lets people pick several files at once, which `all` contains. */
  multiple?: boolean;
  onPick: (file: File, all: File[]) => void;
};

/** A button that opens the file picker. A transparent input covers it and takes focus, keys and dropped files. */
export function FilePicker({ label, shown = label, accept, multiple, onPick }: FilePickerProps) {
  return (
    <span
      className={`${buttonClass("plain")} relative max-[380px]:px-3 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-primary`}
    >
      <Upload size={18} className="shrink-0 max-[380px]:hidden" />
      <span aria-hidden="true">{shown}</span>
      <input
        type="file"
        aria-label={label}
        accept={accept}
        multiple={multiple}
        className="absolute -inset-px size-[calc(100%+2px)] cursor-pointer opacity-0"
        onChange={(event) => {
          const all = [...(event.target.files ?? [])];
          const [file] = all;
          // Clear it, so that the same file can be picked again after a failure.
          event.target.value = "";
          if (file) onPick(file, all);
        }}
      />
    </span>
  );
}
