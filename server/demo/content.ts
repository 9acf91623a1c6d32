import type { Social } from "../../contract/api/creators.ts";
import type { ProductType } from "../../contract/api/products.ts";
import type { TileType } from "../../contract/api/tiles.ts";

export const DEMO_EMAIL = "demo@tessera.invalid";
export const DEMO_AVATAR = "avatar";
export const DEMO_FILE = { asset: "glaze-notebook.pdf", name: "The Glaze Notebook.pdf" };

const socials: Social[] = [
  { platform: "instagram", url: "https://instagram.com/mosaic.studio.example" },
  { platform: "youtube", url: "https://youtube.com/@mosaic-studio-example" },
  { platform: "website", url: "https://mosaic-studio.example/" },
];

export const DEMO_CREATOR = {
  handle: "demo",
  displayName: "Mosaic Studio",
  bio: "Ceramics, colour and slow mornings. Glaze recipes, small-batch cups and a letter every other Sunday.",
  plan: "creator" as const,
  paymentProvider: "stripe" as const,
  stripeAccountId: "acct_demo",
  tipsEnabled: true,
  /** The colour of fired clay. */
  appearance: { accent: "#a8452a" },
  socials,
};

export type DemoTile = {
  type: TileType;
  title: string;
  description: string;
  picture?: string;
  url?: string;
  active?: boolean;
  product?: { name: string; priceCents: number; type: ProductType };
};

/** A tile of every type, in page order. */
export const DEMO_TILES: readonly DemoTile[] = [
  { type: "heading", title: "From the kiln", description: "" },
  {
    type: "product",
    title: "Morning cup, speckled",
    description: "Thrown by hand in Porto, dipped twice, fired slowly. Holds 280 ml and a quiet half hour.",
    picture: "morning-cup",
    product: { name: "Morning cup, speckled", priceCents: 3800, type: "physical" },
  },
  {
    type: "product",
    title: "Glaze notebook (PDF)",
    description:
      "Six mid-fire glazes with their recipes, how to read them, and pages for your own tests. Yours to keep.",
    picture: "glaze-notebook",
    product: { name: "The Glaze Notebook", priceCents: 1250, type: "digital" },
  },
  {
    type: "content",
    title: "Studio film: throwing a bowl",
    description: "Seven minutes, no words: a lump of clay becomes a bowl.",
    picture: "studio-film",
    url: "https://mosaic-studio.example/film",
  },
  {
    type: "signup",
    title: "Sunday letter",
    description: "Every other Sunday: one colour, one recipe, one mistake.",
    picture: "sunday-letter",
  },
  {
    type: "tip",
    title: "Buy me a bag of clay",
    description: "Ten kilos keep the wheel turning for a week. Thank you.",
    picture: "bag-of-clay",
    product: { name: "A bag of clay", priceCents: 500, type: "tip" },
  },
  { type: "heading", title: "Good to know", description: "" },
  {
    type: "link_ad",
    title: "Kiln sale at Brightfire",
    description: "A paid recommendation: the kiln I fire with, fifteen percent off this month.",
    picture: "kiln-sale",
    url: "https://brightfire.example/kilns",
  },
  {
    type: "link",
    title: "Workshop in Porto",
    description: "Two days, six people, one glaze kitchen.",
    url: "https://mosaic-studio.example/workshop",
  },
  {
    type: "link",
    title: "Commissions (closed)",
    description: "The list opens again in spring.",
    picture: "commissions-closed",
    url: "https://mosaic-studio.example/commissions",
    active: false,
  },
  {
    type: "product",
    title: "Colour test tiles",
    description: "Sixteen glazed tiles on a board: the notebook's colours to hold in your hand.",
    picture: "colour-test-tiles",
    product: { name: "Colour test tiles", priceCents: 2400, type: "physical" },
  },
];
