import { enhanceSharePanel } from "../../widgets/enhance-share-panel.ts";
import type { Enhancements } from "../enhance-runtime/enhance.ts";
import { enhanceBrokenImages } from "./broken-images.ts";
import { enhanceCopyLink } from "./copy-link.ts";
import { enhanceCountdown } from "./countdown.ts";
import { enhanceHint } from "./hint.ts";
import { enhanceLogOut } from "./log-out.ts";
import { enhanceMailOrder } from "./mail-order.ts";
import { enhanceMenu } from "./menu.ts";
import { enhanceMoreTiles } from "./more-tiles.ts";
import { enhancePayOrder } from "./pay-order.ts";
import { enhancePictures } from "./pictures.ts";
import { enhancePlayer } from "./player.ts";
import { enhancePurchase } from "./purchase.ts";
import { enhanceRenewDownload } from "./renew-download.ts";
import { enhanceShare } from "./share.ts";
import { enhanceSignUp } from "./sign-up.ts";
import { enhanceTileDialog } from "./tile-dialog.ts";
import { enhanceTip } from "./tip.ts";
import { enhanceVisit } from "./visit.ts";
import { enhanceWholeDescription } from "./whole-description.ts";

/** All enhancements of public pages by their name in `data-enhance`. Each has its own file, and all are in one script. */
export const ENHANCEMENTS = {
  "broken-images": enhanceBrokenImages,
  "copy-link": enhanceCopyLink,
  countdown: enhanceCountdown,
  hint: enhanceHint,
  "log-out": enhanceLogOut,
  "mail-order": enhanceMailOrder,
  menu: enhanceMenu,
  "more-tiles": enhanceMoreTiles,
  "pay-order": enhancePayOrder,
  pictures: enhancePictures,
  player: enhancePlayer,
  purchase: enhancePurchase,
  "renew-download": enhanceRenewDownload,
  share: enhanceShare,
  "share-panel": enhanceSharePanel,
  "sign-up": enhanceSignUp,
  "tile-dialog": enhanceTileDialog,
  tip: enhanceTip,
  visit: enhanceVisit,
  "whole-description": enhanceWholeDescription,
} satisfies Enhancements;

type Name = keyof typeof ENHANCEMENTS;

declare module "react" {
  interface HTMLAttributes<T> {
    /** An element's enhancement, or two of them. */
    "data-enhance"?: Name | `${Name} ${Name}`;
  }
}
