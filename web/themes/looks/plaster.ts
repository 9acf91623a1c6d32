import { text } from "../../../contract/texts.ts";
import type { Theme } from "../theme.ts";

/** The look of the product: a small, well-lit gallery. Its values are those of `web/ui/theme.css`. */
export const plaster: Theme = {
  label: "Plaster",
  description: text("A small, well-lit gallery"),
  accent: "#2b48d9",
  light: {
    ground: "#faf7f2",
    surface: "#ffffff",
    line: "#e7e1d8",
    ink: "#1b1a1f",
    muted: "#6a6570",
    letters: ["#2b48d9", "#b5472a", "#8a5d00", "#1f7a63", "#7b3f78"],
  },
  dark: {
    ground: "#141318",
    surface: "#1d1b22",
    line: "#34313b",
    ink: "#f4f1ec",
    muted: "#a7a1af",
    letters: ["#2b48d9", "#b5472a", "#8a5d00", "#1f7a63", "#7b3f78"],
  },
  fonts: "gallery",
  background: "plain",
  tileShape: "rounded",
  layout: "grid",
  alignment: "center",
  avatarOnCover: true,
  radius: [20, 16, 12],
};
