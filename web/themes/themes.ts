import type { ThemeName } from "../../contract/api/appearance.ts";
import { afterhours } from "./looks/afterhours.ts";
import { arcade } from "./looks/arcade.ts";
import { aurora } from "./looks/aurora.ts";
import { broadsheet } from "./looks/broadsheet.ts";
import { counter } from "./looks/counter.ts";
import { crumb } from "./looks/crumb.ts";
import { darkroom } from "./looks/darkroom.ts";
import { placard } from "./looks/placard.ts";
import { plaster } from "./looks/plaster.ts";
import { poster } from "./looks/poster.ts";
import { sketchbook } from "./looks/sketchbook.ts";
import { sticker } from "./looks/sticker.ts";
import type { Theme } from "./theme.ts";

/** All themes, by the names of the contract. */
export const THEMES: Record<ThemeName, Theme> = {
  plaster,
  broadsheet,
  poster,
  crumb,
  arcade,
  sketchbook,
  darkroom,
  aurora,
  afterhours,
  placard,
  sticker,
  counter,
};
