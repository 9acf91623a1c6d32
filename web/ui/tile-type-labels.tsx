import {
  CalendarCheckIcon,
  CalendarIcon,
  HeadingIcon,
  HeartIcon,
  ImageIcon,
  ImagesIcon,
  LinkIcon,
  MailIcon,
  MegaphoneIcon,
  MessageCircleQuestionMarkIcon,
  PhoneIcon,
  PlayIcon,
  ShoppingBagIcon,
  TargetIcon,
  TextIcon,
  TimerIcon,
} from "lucide-react";
import type { ReactNode } from "react";
import type { ProductType } from "../../contract/api/products.ts";
import type { TileType } from "../../contract/rules/tile-types.ts";

export type Kind = { label: string; icon: (size: number) => ReactNode };

/** The label and icon of each type of tile. */
export const TILE_TYPE_LABELS: Record<TileType, Kind> = {
  link: { label: "Link", icon: (size) => <LinkIcon size={size} /> },
  link_ad: { label: "Ad", icon: (size) => <MegaphoneIcon size={size} /> },
  product: { label: "Product", icon: (size) => <ShoppingBagIcon size={size} /> },
  tip: { label: "Tip", icon: (size) => <HeartIcon size={size} /> },
  content: { label: "Content", icon: (size) => <PlayIcon size={size} /> },
  heading: { label: "Heading", icon: (size) => <HeadingIcon size={size} /> },
  text: { label: "Text", icon: (size) => <TextIcon size={size} /> },
  questions: { label: "Questions", icon: (size) => <MessageCircleQuestionMarkIcon size={size} /> },
  picture: { label: "Picture", icon: (size) => <ImageIcon size={size} /> },
  gallery: { label: "Gallery", icon: (size) => <ImagesIcon size={size} /> },
  countdown: { label: "Countdown", icon: (size) => <TimerIcon size={size} /> },
  goal: { label: "Goal", icon: (size) => <TargetIcon size={size} /> },
  contact: { label: "Contact", icon: (size) => <PhoneIcon size={size} /> },
  event: { label: "Event", icon: (size) => <CalendarIcon size={size} /> },
  signup: { label: "Signup", icon: (size) => <MailIcon size={size} /> },
};
const SERVICE: Kind = { label: "Service", icon: (size) => <CalendarCheckIcon size={size} /> };

/** Returns the label and icon of a tile, or of a product as one. */
export const kindOf = (tile: { type: TileType; product: { type: ProductType } | null }): Kind =>
  tile.product?.type === "service" ? SERVICE : TILE_TYPE_LABELS[tile.type];
