import { useQuery } from "@tanstack/react-query";
import { Rows3Icon } from "lucide-react";
import { useState } from "react";
import type { Appearance } from "../../../contract/api/appearance.ts";
import type { Tile } from "../../../contract/api/tiles.ts";
import { tileTypeRules } from "../../../contract/rules/tile-types.ts";
import { t } from "../../../contract/texts.ts";
import { readStored, store } from "../../lib/browser-storage.ts";
import { THEMES } from "../../themes/themes.ts";
import { Button } from "../../ui/button.tsx";
import { RequestError } from "../../widgets/request-error.tsx";
import { appearanceQuery, useSaveLook } from "../appearance/queries.ts";
import { useCreator } from "../creator-context.ts";
import { offerUndo } from "../editing/undo.ts";

/** Offers the list layout to a page whose links have few pictures, until it is taken or declined in this browser. */
export function ListOffer({ tiles }: { tiles: readonly Tile[] }) {
  const { id } = useCreator();
  const key = `tessera.list-offer.${id}`;
  const [isClosed, setClosed] = useState(() => readStored("browser", key) !== null);
  const isNeeded = !isClosed && hasFewPictures(tiles);
  const { data } = useQuery({ ...appearanceQuery, enabled: isNeeded });
  const save = useSaveLook();
  const close = () => {
    setClosed(true);
    store("browser", key, "closed");
  };
  if (!isNeeded || !data || layoutOf(data.shown) === "list") return null;
  const { layout } = data.appearance;
  const take = () =>
    save.mutate(
      { layout: "list" },
      {
        onSuccess: () => {
          close();
          offerUndo(t("Your page is a list now."), () => save.mutate({ layout }));
        },
      },
    );
  return (
    <div className="mt-4 grid grid-cols-1 gap-3 rounded-card border border-line bg-ground p-4">
      <p>{t("Many of your links have no picture. As a list, they take less room and are easier to read.")}</p>
      <div className="flex flex-wrap gap-2.5">
        <Button onClick={take} busy={save.isPending}>
          <Rows3Icon size={18} />
          {t("Show as a list")}
        </Button>
        <Button variant="quiet" onClick={close}>
          {t("No, thanks")}
        </Button>
      </div>
      <RequestError error={save.error} fallback={t("Couldn't save the appearance.")} />
    </div>
  );
}

/** A shorter page shows whole in the grid. */
const MIN_LINKS = 4;

/** Returns whether half of the links or more have no picture. */
function hasFewPictures(tiles: readonly Tile[]): boolean {
  const links = tiles.filter(({ type }) => tileTypeRules(type).opens === "new-tab");
  const bare = links.filter(({ image_url }) => image_url === null);
  return links.length >= MIN_LINKS && bare.length * 2 >= links.length;
}

const layoutOf = ({ theme, layout }: Appearance) => layout ?? THEMES[theme].layout;
