import { useForm } from "react-hook-form";
import { limits } from "../../../contract/rules/limits.ts";
import { socialLabel } from "../../../contract/rules/platforms.ts";
import { t } from "../../../contract/texts.ts";
import { errorMessage } from "../../lib/api.ts";
import { rich } from "../../lib/rich.ts";
import { Input } from "../../ui/input.tsx";
import { TickBox } from "../../ui/tick-box.tsx";
import { DialogForm } from "../../widgets/form-dialog.tsx";
import { MAX_PASTED_LINKS, type Pasted } from "./pasted-links.ts";
import { type PastedLink, usePastedLinks } from "./use-pasted-links.ts";

type PastedLinksFormProps = {
  pasted: Pasted;
  /** The number of tiles that the page still has room for. */
  room: number;
  /** Called once everything selected is added. */
  onAdded: () => void;
};

/** Reviews several links before they become tiles, and profiles before they become social links. */
export function PastedLinksForm({ pasted: { urls, dropped }, room, onAdded }: PastedLinksFormProps) {
  const { links, change, addSocials, addTiles } = usePastedLinks(urls, room);
  const form = useForm();
  const tiles = links.filter(({ platform }) => platform === null);
  const socials = links.filter(({ platform }) => platform !== null);
  const chosenTiles = countChosen(tiles);
  const chosen = chosenTiles + countChosen(socials);
  const submit = form.handleSubmit(async () => {
    if (chosen === 0) return form.setError("root", { message: t("Please select links.") });
    try {
      await addSocials();
    } catch (error) {
      return form.setError("root", { message: errorMessage(error, t("Couldn't save the social links.")) });
    }
    if ((await addTiles()) === chosenTiles) onAdded();
  });
  const rows = (some: readonly PastedLink[]) => (
    <ul className="grid grid-cols-1 divide-y divide-line">
      {some.map((link) => (
        <LinkRow key={link.url} link={link} onChange={(values) => change(link.url, values)} />
      ))}
    </ul>
  );
  const lines = <bdi>{dropped.slice(0, 10).join(", ")}</bdi>;
  return (
    <DialogForm
      form={form}
      isUnsaved={links.length > 0}
      onSubmit={submit}
      submitLabel={t("Add {count, plural, one {# link} other {# links}}", { count: chosen })}
      busyLabel={t("Adding {count}…", { count: chosen })}
    >
      {dropped.length > 0 && (
        <p className="text-sm text-muted [overflow-wrap:anywhere]">
          {dropped.length > 10
            ? rich(
                "Left out, because only links can be added (at most {max} at once): {lines} and {count} more",
                { max: MAX_PASTED_LINKS, lines, count: dropped.length - 10 },
              )
            : rich("Left out, because only links can be added (at most {max} at once): {lines}", {
                max: MAX_PASTED_LINKS,
                lines,
              })}
        </p>
      )}
      {socials.length > 0 && (
        <section className="grid grid-cols-1" aria-labelledby="pasted-socials">
          <h3 id="pasted-socials" className="text-base">
            {t("Social links")}
          </h3>
          <p className="text-sm text-muted">
            {t("Profiles are shown as icons under your name. They use up no tiles.")}
          </p>
          {rows(socials)}
        </section>
      )}
      {tiles.length > 0 && (
        <section className="grid grid-cols-1" aria-labelledby="pasted-tiles">
          <h3 id="pasted-tiles" className="text-base">
            {t("Tiles")}
          </h3>
          <p className="text-sm text-muted">
            {chosenTiles > room
              ? t("Your page has room for {room} more. Choose which, or upgrade for unlimited tiles.", {
                  room,
                })
              : t("You can change each of them afterwards.")}
          </p>
          {rows(tiles)}
        </section>
      )}
    </DialogForm>
  );
}

const countChosen = (links: readonly PastedLink[]) => links.filter(({ isChosen }) => isChosen).length;

type LinkRowProps = { link: PastedLink; onChange: (values: Partial<PastedLink>) => void };

function LinkRow({ link, onChange }: LinkRowProps) {
  const { url, platform, title, imageUrl, isChosen, isReading, error } = link;
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 py-3">
      <TickBox
        area="size-11 rounded-control"
        place="top-2.5 inset-s-2.5 border-muted"
        aria-label={t("Add {url}", { url })}
        checked={isChosen}
        onChange={({ target }) => onChange({ isChosen: target.checked })}
      />
      <div className="grid min-w-0 grid-cols-1 gap-1">
        {platform === null ? (
          <Input
            aria-label={t("Title of {url}", { url })}
            value={title}
            maxLength={limits.tileTitle.max}
            placeholder={isReading ? t("Reading the linked page…") : ""}
            onChange={({ target }) => onChange({ title: target.value })}
          />
        ) : (
          <p className="font-medium">{socialLabel(platform)}</p>
        )}
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
