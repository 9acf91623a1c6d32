import type { Scheme } from "../../contract/api/appearance.ts";

/** The colours of a page without an appearance, equal to `web/ui/theme.css`, for a document in one fixed scheme. */
export const PRODUCT_COLORS: Readonly<Record<Scheme, Readonly<Record<string, string>>>> = {
  light: {
    "--ground": "#faf7f2",
    "--surface": "#ffffff",
    "--line": "#e7e1d8",
    "--ink": "#1b1a1f",
    "--muted": "#6a6570",
    "--primary": "#2b48d9",
    "--primary-strong": "#1f37b4",
    "--on-primary": "#ffffff",
    "--on-bad": "#ffffff",
    "--tint": "#eef0fd",
    "--good": "#1f7a63",
    "--warn": "#8a5710",
    "--bad": "#b93a32",
  },
  dark: {
    "--ground": "#141318",
    "--surface": "#1d1b22",
    "--line": "#34313b",
    "--ink": "#f4f1ec",
    "--muted": "#a7a1af",
    "--primary": "#8fa2ff",
    "--primary-strong": "#aab8ff",
    "--on-primary": "#12131c",
    "--on-bad": "#2a0c0a",
    "--tint": "#232640",
    "--good": "#5cc8a8",
    "--warn": "#f0be5b",
    "--bad": "#ff8a80",
  },
};
