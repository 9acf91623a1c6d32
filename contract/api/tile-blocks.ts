import { questionsProblem } from "../rules/questions.ts";
import { type TileType, tileTypeRules } from "../rules/tile-types.ts";
import { defineMessages, type Message } from "../texts.ts";
import { contactMessages } from "./contacts.ts";
import { goalMessages } from "./goals.ts";

const messages = defineMessages("tile_blocks", {
  text: "Enter the text.",
  picture: "Choose a picture.",
  gallery: "Add a picture.",
  countdown: "Enter the end that the countdown runs to.",
});

type BlockFields = {
  type: TileType;
  description?: string | null | undefined;
  imageUrl?: string | null | undefined;
  images?: readonly unknown[] | undefined;
  endsAt?: string | null | undefined;
  goal?: object | null | undefined;
  contact?: object | null | undefined;
};

/** Returns the invalid field of a block with its error, or null. */
export function blockProblem(tile: BlockFields): { field: string; message: Message } | null {
  const { needs } = tileTypeRules(tile.type);
  if (needs === "imageUrl" && !tile.imageUrl) return { field: needs, message: messages.picture };
  if (needs === "images" && !tile.images?.length) return { field: needs, message: messages.gallery };
  if (needs === "goal" && !tile.goal) return { field: needs, message: goalMessages.missing };
  if (needs === "contact" && !tile.contact) return { field: needs, message: contactMessages.missing };
  if (needs === "endsAt" && !tile.endsAt) return { field: needs, message: messages.countdown };
  if (needs === "description" && !tile.description) return { field: needs, message: messages.text };
  const message = tile.type === "questions" ? questionsProblem(tile.description ?? "") : null;
  return message && { field: "description", message };
}
