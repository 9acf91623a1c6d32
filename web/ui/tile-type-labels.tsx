import {
  CalendarIcon,
  HeadingIcon,
  HeartIcon,
  ImageIcon,
  ImagesIcon,
  LinkIcon,
  MailIcon,
  MegaphoneIcon,
  MessageCircleQuestionMarkIcon,
  PlayIcon,
  ShoppingBagIcon,
  TargetIcon,
  TextIcon,
  TimerIcon,
} from "lucide-react";
import type { ReactNode } from "react";
import type { PageImage } from "../../contract/api/images.ts";
import type { Tile } from "../../contract/api/tiles.ts";
import type { TileType } from "../../contract/rules/tile-types.ts";

/** The label and icon of each type of tile. */
export const TILE_TYPE_LABELS: Record<TileType, { label: string; icon: (size: number) => ReactNode }> = {
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
  event: { label: "Event", icon: (size) => <CalendarIcon size={size} /> },
  signup: { label: "Signup", icon: (size) => <MailIcon size={size} /> },
};

/** The image of a tile, the first of a gallery, or its product's. */
export function imageOf({ image_url, image_alt, image_focus, images, product }: Tile): PageImage | null {
  if (image_url !== null) return { url: image_url, alt: image_alt ?? "", focus: image_focus };
  const [first] = images;
  if (first) return first;
  if (!product || product.media_url === null) return null;
  return { url: product.media_url, alt: product.media_alt ?? "", focus: product.media_focus };
}
