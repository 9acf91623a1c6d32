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
  /** Its page is being read. */
  isReading: boolean;
  /** Why it could not be added. */
  error?: string;
};

const UNREAD = { title: "", description: "", imageUrl: "", isReading: true };

/** As many as the server reads for one account at once, less one for the form of a tile in another tab. */
const READ_AT_ONCE = 3;

/** Reads the pages of links, and adds the chosen ones as tiles. `room` is the number of tiles that the page can still have. */
export function usePastedLinks(urls: readonly string[], room: number) {
  const queryClient = useQueryClient();
  const changeSelection = useChangeSelection();
  const [links, setLinks] = useState<PastedLink[]>(() =>
    urls.map((url, place) => ({ ...UNREAD, url, isChosen: place < room })),
  );
  const change = (url: string, values: Partial<PastedLink>) => changeLink(setLinks, url, () => values);
  useEffect(() => readPages(urls, setLinks), [urls]);

  /** Adds the chosen links one after another, in their order; those that fail stay, with the reason. Returns how many were added. */
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
        // Unless it is this link's own fault, the others would fail, too: the page is full, or there is no connection.
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

/** Reads the pages, a few at once; returns what ends that. What was typed meanwhile stays, and a page that cannot be read has the name of its host. */
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
