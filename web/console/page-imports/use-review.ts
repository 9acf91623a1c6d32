import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { useNavigate } from "react-router";
import { toast } from "sonner";
import { type PageContents, pageImportRoutes } from "../../../contract/api/page-imports.ts";
import { paths } from "../../../contract/rules/paths.ts";
import type { SocialPlatform } from "../../../contract/rules/platforms.ts";
import { platformOfProfile, toSocialUrl } from "../../../contract/rules/socials.ts";
import { countTileTypes } from "../../../contract/rules/tile-types.ts";
import { t } from "../../../contract/texts.ts";
import { errorMessage, request } from "../../lib/api.ts";
import { tileRoom } from "../../lib/plan.ts";
import { meQuery, saveProfile } from "../../lib/session.ts";
import { useSite } from "../../lib/site-context.ts";
import { useCreator } from "../creator-context.ts";
import { offerUndo } from "../editing/undo.ts";
import { productsQuery } from "../products/queries.ts";
import { toProfile } from "../sections/settings-draft.ts";
import { tilesQuery } from "../tiles/queries.ts";
import { addedText, pageImportsQuery } from "./queries.ts";
import { undoImport } from "./undo-import.ts";

type Social = { platform: SocialPlatform; url: string };
type Chosen = { rows: ReadonlySet<number>; socials: ReadonlySet<string>; bio: boolean };

const toggled = <Key>(set: ReadonlySet<Key>, key: Key): ReadonlySet<Key> =>
  set.has(key) ? new Set([...set].filter((other) => other !== key)) : new Set([...set, key]);

/** Holds the choice among the contents of another page, and adds it. */
export function useReview(contents: PageContents) {
  const creator = useCreator();
  const { plans } = useSite();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const form = useForm();
  const { data: tiles = [] } = useQuery(tilesQuery);
  const room = tileRoom(creator, countTileTypes(tiles), plans);
  const socials = contents.socials.flatMap((url): Social[] => {
    const platform = platformOfProfile(url) ?? "website";
    const social = { platform, url: toSocialUrl(platform, url) ?? url };
    return creator.socials.some((shown) => shown.url === social.url) ? [] : [social];
  });
  const [chosen, setChosen] = useState<Chosen>(() => ({
    rows: new Set(contents.rows.keys()),
    socials: new Set(socials.map(({ url }) => url)),
    bio: !creator.bio,
  }));
  const change = (values: Partial<Chosen>) => {
    form.clearErrors();
    setChosen((before) => ({ ...before, ...values }));
  };
  const hasBio = contents.bio !== null && chosen.bio;
  const addedSocials = socials.filter(({ url }) => chosen.socials.has(url));
  const count = chosen.rows.size + addedSocials.length + Number(hasBio);

  /** Saves the chosen bio and social links. */
  const addToProfile = async () => {
    if (!hasBio && addedSocials.length === 0) return;
    const read = queryClient.getQueryData(meQuery.queryKey) ?? creator;
    const changes = {
      ...(hasBio && { bio: contents.bio ?? "" }),
      socials: [...read.socials, ...addedSocials],
    };
    try {
      await saveProfile(queryClient, toProfile(changes, read), read);
    } catch (error) {
      // The profile may have been changed elsewhere.
      void queryClient.invalidateQueries(meQuery);
      throw error;
    }
    // If the tiles fail, the next attempt adds only them.
    change({ socials: new Set(), bio: false });
  };

  const addTiles = async () => {
    if (chosen.rows.size === 0) return toast(t("Added."));
    const rows = [...chosen.rows].sort((one, other) => one - other);
    const { import: done } = await request(pageImportRoutes.apply, {
      params: { id: contents.id },
      body: { rows },
    });
    const undo = () =>
      undoImport(queryClient, done.id).catch((error: unknown) =>
        toast.error(errorMessage(error, t("Couldn't undo the import."))),
      );
    const rest =
      done.rest > 0 &&
      t(
        "{count, plural, one {# had no room and wait under Import a page.} other {# had no room and wait under Import a page.}}",
        { count: done.rest },
      );
    offerUndo([addedText(done), rest].filter(Boolean).join(" "), () => void undo());
  };

  const submit = form.handleSubmit(async () => {
    if (count === 0) return form.setError("root", { message: t("Choose something to add.") });
    try {
      await addToProfile();
      await addTiles();
    } catch (error) {
      return form.setError("root", { message: errorMessage(error, t("Couldn't add it.")) });
    }
    void queryClient.invalidateQueries(pageImportsQuery);
    if (contents.source === "gumroad") {
      await queryClient.invalidateQueries(productsQuery);
      return navigate(paths.products());
    }
    await queryClient.invalidateQueries(tilesQuery);
    await navigate(paths.dashboard());
  });

  return {
    form,
    submit,
    room,
    socials,
    chosen,
    count,
    toggleRow: (place: number) => change({ rows: toggled(chosen.rows, place) }),
    toggleSocial: (url: string) => change({ socials: toggled(chosen.socials, url) }),
    toggleBio: () => change({ bio: !chosen.bio }),
  };
}
