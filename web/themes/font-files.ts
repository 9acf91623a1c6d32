import archivo from "@fontsource-variable/archivo/files/archivo-latin-wght-normal.woff2?url";
import bigShoulders from "@fontsource-variable/big-shoulders/files/big-shoulders-latin-wght-normal.woff2?url";
import bricolage from "@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2?url";
import cormorant from "@fontsource-variable/cormorant/files/cormorant-latin-wght-normal.woff2?url";
import figtree from "@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2?url";
import fraunces from "@fontsource-variable/fraunces/files/fraunces-latin-wght-normal.woff2?url";
import fredoka from "@fontsource-variable/fredoka/files/fredoka-latin-wght-normal.woff2?url";
import instrument from "@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2?url";
import jetbrains from "@fontsource-variable/jetbrains-mono/files/jetbrains-mono-latin-wght-normal.woff2?url";
import newsreader from "@fontsource-variable/newsreader/files/newsreader-latin-wght-normal.woff2?url";
import nunito from "@fontsource-variable/nunito/files/nunito-latin-wght-normal.woff2?url";
import schibsted from "@fontsource-variable/schibsted-grotesk/files/schibsted-grotesk-latin-wght-normal.woff2?url";
import shantell from "@fontsource-variable/shantell-sans/files/shantell-sans-latin-wght-normal.woff2?url";
import unbounded from "@fontsource-variable/unbounded/files/unbounded-latin-wght-normal.woff2?url";

/** The URLs of the font files: variable in weight, Latin. */
export const FONT_FILES = {
  archivo,
  bigShoulders,
  bricolage,
  cormorant,
  figtree,
  fraunces,
  fredoka,
  instrument,
  jetbrains,
  newsreader,
  nunito,
  schibsted,
  shantell,
  unbounded,
} as const;
