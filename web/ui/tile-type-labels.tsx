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
import { text } from "../../contract/texts.ts";

export type Kind = { label: string; icon: (size: number) => ReactNode };

/** The label and icon of each type of tile. */
export const TILE_TYPE_LABELS: Record<TileType, Kind> = {
  link: { label: text("Link"), icon: (size) => <LinkIcon size={size} /> },
  link_ad: { label: text("Ad"), icon: (size) => <MegaphoneIcon size={size} /> },
  product: { label: text("Product"), icon: (size) => <ShoppingBagIcon size={size} /> },
  tip: { label: text("Tip"), icon: (size) => <HeartIcon size={size} /> },
  content: { label: text("Content"), icon: (size) => <PlayIcon size={size} /> },
  heading: { label: text("Heading"), icon: (size) => <HeadingIcon size={size} /> },
  text: { label: text("Text"), icon: (size) => <TextIcon size={size} /> },
  questions: { label: text("Questions"), icon: (size) => <MessageCircleQuestionMarkIcon size={size} /> },
  picture: { label: text("Picture"), icon: (size) => <ImageIcon size={size} /> },
  gallery: { label: text("Gallery"), icon: (size) => <ImagesIcon size={size} /> },
  countdown: { label: text("Countdown"), icon: (size) => <TimerIcon size={size} /> },
  goal: { label: text("Goal"), icon: (size) => <TargetIcon size={size} /> },
  contact: { label: text("Contact"), icon: (size) => <PhoneIcon size={size} /> },
  event: { label: text("Event"), icon: (size) => <CalendarIcon size={size} /> },
  signup: { label: text("Signup"), icon: (size) => <MailIcon size={size} /> },
};
const SERVICE: Kind = { label: text("Service"), icon: (size) => <CalendarCheckIcon size={size} /> };

/** Returns the label and icon of a tile, or of a product as one. */
export const kindOf = (tile: { type: TileType; product: { type: ProductType } | null }): Kind =>
  tile.product?.type === "service" ? SERVICE : TILE_TYPE_LABELS[tile.type];
