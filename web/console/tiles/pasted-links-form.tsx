import { useForm } from "react-hook-form";
import { limits } from "../../../contract/rules/limits.ts";
import { Input } from "../../ui/input.tsx";
import { DialogForm } from "../../widgets/form-dialog.tsx";
import { TickBox } from "./tick-box.tsx";
import { type PastedLink, usePastedLinks } from "./use-pasted-links.ts";

type PastedLinksFormProps = {
  urls: readonly string[];
  /** The number of tiles that the page still has room for. */
  room: number;
  onAdded: (count: number) => void;
};

/** Reviews several links before they become tiles. */
export function PastedLinksForm({ urls, room, onAdded }: PastedLinksFormProps) {
  const { links, change, add } = usePastedLinks(urls, room);
  const form = useForm();
  const chosen = links.filter(({ isChosen }) => isChosen).length;
  const isOverRoom = chosen > room;
  const submit = form.handleSubmit(async () => {
    if (chosen === 0) return form.setError("root", { message: "Please select tiles." });
    const added = await add();
    if (added === chosen) onAdded(added);
  });
  return (
    <DialogForm
      form={form}
      isUnsaved={links.length > 0}
      onSubmit={submit}
      submitLabel={chosen === 1 ? "Add 1 tile" : `Add ${chosen} tiles`}
      busyLabel={`Adding ${chosen}…`}
    >
      <p className="text-muted">
        {isOverRoom
          ? `Your page has room for ${room} more. Choose which, or upgrade for unlimited tiles.`
          : "Choose which become tiles. Each can be changed afterwards."}
      </p>
      <ul className="grid grid-cols-1 divide-y divide-line">
        {links.map((link) => (
          <LinkRow key={link.url} link={link} onChange={(values) => change(link.url, values)} />
        ))}
      </ul>
    </DialogForm>
  );
}

type LinkRowProps = { link: PastedLink; onChange: (values: Partial<PastedLink>) => void };

function LinkRow({ link, onChange }: LinkRowProps) {
  const { url, title, imageUrl, isChosen, isReading, error } = link;
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 py-3">
      <TickBox
        area="size-11 rounded-control"
        place="top-2.5 left-2.5 border-muted"
        aria-label={`Add ${url}`}
        checked={isChosen}
        onChange={({ target }) => onChange({ isChosen: target.checked })}
      />
      <div className="grid min-w-0 grid-cols-1 gap-1">
        <Input
          aria-label={`Title of ${url}`}
          value={title}
          maxLength={limits.tileTitle.max}
          placeholder={isReading ? "Reading the linked page…" : ""}
          onChange={({ target }) => onChange({ title: target.value })}
        />
        <p className="truncate text-sm text-muted" dir="ltr">
          {url}
        </p>
        {error && (
          <p role="alert" className="text-sm font-medium text-bad">
            {error}
          </p>
        )}
      </div>
      {imageUrl !== "" && <img src={imageUrl} alt="" className="size-11 rounded-control object-cover" />}
    </li>
  );
}
