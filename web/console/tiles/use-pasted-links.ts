import { useQueryClient } from "@tanstack/react-query";
import pLimit from "p-limit";
import { type Dispatch, type SetStateAction, useEffect, useState } from "react";
import { toast } from "sonner";
import type { Creator } from "../../../contract/api/creators.ts";
import { linkPreviewRoutes } from "../../../contract/api/link-previews.ts";
import { TileInput, tileRoutes } from "../../../contract/api/tiles.ts";
import type { SocialPlatform } from "../../../contract/rules/platforms.ts";
import { findPlayer } from "../../../contract/rules/players.ts";
import { platformOfProfile, toSocialUrl } from "../../../contract/rules/socials.ts";
import { t } from "../../../contract/texts.ts";
import { ApiError, errorMessage, request } from "../../lib/api.ts";
import { meQuery, saveProfile } from "../../lib/session.ts";
import { useCreator } from "../creator-context.ts";
import { offerUndo } from "../editing/undo.ts";
import { toProfile } from "../sections/settings-draft.ts";
import { titleOf } from "./link-title.ts";
import { cacheTile, tilesQuery, useChangeSelection } from "./queries.ts";

export type PastedLink = {
  url: string;
  /** The platform of a profile, which becomes a social link, or null for a link that becomes a tile. */
  platform: SocialPlatform | null;
  title: string;
  description: string;
  imageUrl: string;
  isChosen: boolean;
  /** The page is being read. */
  isReading: boolean;
  /** Why it could not be added. */
  error?: string;
};

const UNREAD = { title: "", description: "", imageUrl: "" };

/** The server's limit of previews for one account, minus one for a form in another tab. */
const READ_AT_ONCE = 3;

/** Reads the pages of links, and adds selected ones as tiles or social links. `room` is the number of tiles that the page can still have. */
export function usePastedLinks(urls: readonly string[], room: number) {
  const creator = useCreator();
  const queryClient = useQueryClient();
  const changeSelection = useChangeSelection();
  const [links, setLinks] = useState<PastedLink[]>(() => reviewed(urls, room, creator.socials));
  const change = (url: string, values: Partial<PastedLink>) => changeLink(setLinks, url, () => values);
  useEffect(() => readPages(urls, setLinks), [urls]);
  const remove = (added: readonly PastedLink[]) =>
    setLinks((before) => before.filter(({ url }) => !added.some((link) => link.url === url)));

  /** Adds the selected profiles to the social links of the page. Throws the server's error. */
  const addSocials = async (): Promise<number> => {
    const chosen = links.filter(({ isChosen, platform }) => isChosen && platform !== null);
    if (chosen.length === 0) return 0;
    const added = chosen.map(socialOf);
    const save = async (change: (socials: Socials) => Socials) => {
      const read = queryClient.getQueryData(meQuery.queryKey) ?? creator;
      try {
        await saveProfile(queryClient, toProfile({ socials: change(read.socials) }, read), read);
      } catch (error) {
        // The profile may have been changed elsewhere.
        void queryClient.invalidateQueries(meQuery);
        throw error;
      }
    };
    await save((socials) => [...socials, ...added]);
    remove(chosen);
    offerUndo(
      t("{count, plural, one {# social link} other {# social links}} added.", { count: added.length }),
      () => {
        const isKept = ({ url }: Socials[number]) => !added.some((link) => link.url === url);
        save((socials) => socials.filter(isKept)).then(
          () => toast(t("Undone.")),
          (error: unknown) => toast.error(errorMessage(error, t("Couldn't save the social links."))),
        );
      },
    );
    return added.length;
  };

  /** Adds the selected links as tiles in order. Failed ones stay with the reason. Returns the number of added tiles. */
  const addTiles = async (): Promise<number> => {
    const added: number[] = [];
    for (const link of links.filter(({ isChosen, platform }) => isChosen && platform === null)) {
      try {
        const { tile } = await request(tileRoutes.create, { body: toTile(link) });
        cacheTile(queryClient, tile);
        added.push(tile.id);
        remove([link]);
      } catch (error) {
        change(link.url, { error: errorMessage(error, t("Could not save tile.")) });
        // Other causes, such as a full page or no connection, would fail the rest, too.
        if (!(error instanceof ApiError && error.status === 400)) break;
      }
    }
    if (added.length > 0) {
      const undo = () => changeSelection({ ids: added, action: "delete", done: t("Undone.") });
      offerUndo(t("{count, plural, one {# tile} other {# tiles}} added.", { count: added.length }), undo);
    }
    void queryClient.invalidateQueries(tilesQuery);
    return added.length;
  };
  return { links, change, addSocials, addTiles };
}

type Socials = Creator["socials"];

/** Returns the social link of a profile with its URL as the server stores it. */
const socialOf = ({ platform, url }: Pick<PastedLink, "platform" | "url">): Socials[number] => ({
  platform: platform ?? "website",
  url: toSocialUrl(platform ?? "website", url) ?? url,
});

/** Returns the links before their review: tiles are selected while the page has room, and profiles that it does not show yet. */
function reviewed(urls: readonly string[], room: number, socials: Socials): PastedLink[] {
  let tiles = 0;
  return urls.map((url) => {
    const platform = platformOfProfile(url);
    if (platform === null) tiles += 1;
    const isShown = socials.some((social) => social.url === socialOf({ platform, url }).url);
    const isChosen = platform === null ? tiles <= room : !isShown;
    return { ...UNREAD, url, platform, isChosen, isReading: platform === null };
  });
}

type SetLinks = Dispatch<SetStateAction<PastedLink[]>>;

function changeLink(setLinks: SetLinks, url: string, changeOf: (link: PastedLink) => Partial<PastedLink>) {
  setLinks((links) => links.map((link) => (link.url === url ? { ...link, ...changeOf(link) } : link)));
}

/** Reads a few pages at once. Returns a function to stop. Text typed meanwhile stays, and an unreadable page is named by its host. */
function readPages(urls: readonly string[], setLinks: SetLinks): () => void {
  const ended = new AbortController();
  const limit = pLimit(READ_AT_ONCE);
  for (const url of urls.filter((link) => platformOfProfile(link) === null)) {
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
