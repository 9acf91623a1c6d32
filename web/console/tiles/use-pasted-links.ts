import { useQueryClient } from "@tanstack/react-query";
import pLimit from "p-limit";
import { type Dispatch, type SetStateAction, useEffect, useState } from "react";
import { linkPreviewRoutes } from "../../../contract/api/link-previews.ts";
import { TileInput, tileRoutes } from "../../../contract/api/tiles.ts";
import { findPlayer } from "../../../contract/rules/players.ts";
import { ApiError, errorMessage, request } from "../../lib/api.ts";
import { offerUndo } from "../editing/undo.ts";
import { titleOf } from "./pasted-links.ts";
import { cacheTile, tilesQuery, useChangeSelection } from "./queries.ts";

export type PastedLink = {
  url: string;
  title: string;
  description: string;
  imageUrl: string;
  isChosen: boolean;
  /** The page is being read. */
  isReading: boolean;
  /** Why it could not be added. */
  error?: string;
};

const UNREAD = { title: "", description: "", imageUrl: "", isReading: true };

/** The server's limit of previews for one account, minus one for a form in another tab. */
const READ_AT_ONCE = 3;

/** Reads the pages of links, and adds selected ones as tiles. `room` is the number of tiles that the page can still have. */
export function usePastedLinks(urls: readonly string[], room: number) {
  const queryClient = useQueryClient();
  const changeSelection = useChangeSelection();
  const [links, setLinks] = useState<PastedLink[]>(() =>
    urls.map((url, place) => ({ ...UNREAD, url, isChosen: place < room })),
  );
  const change = (url: string, values: Partial<PastedLink>) => changeLink(setLinks, url, () => values);
  useEffect(() => readPages(urls, setLinks), [urls]);

  /** Adds the selected links in order. Failed ones stay with the reason. Returns the number of added tiles. */
  const add = async (): Promise<number> => {
    const added: number[] = [];
    for (const link of links.filter(({ isChosen }) => isChosen)) {
      try {
        const { tile } = await request(tileRoutes.create, { body: toTile(link) });
        cacheTile(queryClient, tile);
        added.push(tile.id);
        setLinks((before) => before.filter(({ url }) => url !== link.url));
      } catch (error) {
        change(link.url, { error: errorMessage(error, "Could not save tile.") });
        // Other causes, such as a full page or no connection, would fail the rest, too.
        if (!(error instanceof ApiError && error.status === 400)) break;
      }
    }
    if (added.length > 0) {
      const undo = () => changeSelection({ ids: added, action: "delete", done: "Undone." });
      offerUndo(added.length === 1 ? "1 tile added." : `${added.length} tiles added.`, undo);
    }
    void queryClient.invalidateQueries(tilesQuery);
    return added.length;
  };
  return { links, change, add };
}

type SetLinks = Dispatch<SetStateAction<PastedLink[]>>;

function changeLink(setLinks: SetLinks, url: string, changeOf: (link: PastedLink) => Partial<PastedLink>) {
  setLinks((links) => links.map((link) => (link.url === url ? { ...link, ...changeOf(link) } : link)));
}

/** Reads a few pages at once. Returns a function to stop. Text typed meanwhile stays, and an unreadable page is named by its host. */
function readPages(urls: readonly string[], setLinks: SetLinks): () => void {
  const ended = new AbortController();
  const limit = pLimit(READ_AT_ONCE);
  for (const url of urls) {
    void limit(async () => {
      if (ended.signal.aborted) return;
      const preview = await request(linkPreviewRoutes.create, { body: { url }, signal: ended.signal })
        .then((response) => response.preview)
        .catch(() => null);
      if (ended.signal.aborted) return;
      changeLink(setLinks, url, ({ title }) => ({
        title: title || (preview?.title ?? titleOf(url)),
        description: preview?.description ?? "",
        imageUrl: preview?.image_url ?? "",
        isReading: false,
      }));
    });
  }
  return () => ended.abort();
}

function toTile({ url, title, description, imageUrl }: PastedLink): TileInput {
  return TileInput.parse({
    type: findPlayer(url, window.location.hostname) ? "content" : "link",
    title: title.trim() || titleOf(url),
    description,
    imageUrl,
    url,
  });
}
