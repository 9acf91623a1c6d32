/** The product's name. */
export const PRODUCT_NAME = "Tessera";

/**
 * The colours of both schemes by variable name, for emails, images, error pages and `theme-color`.
 * A test compares them with `web/ui/theme.css`.
 */
export const BRAND_COLORS = {
  light: {
    ground: "#faf7f2",
    surface: "#ffffff",
    line: "#e7e1d8",
    ink: "#1b1a1f",
    muted: "#6a6570",
    primary: "#2b48d9",
    "on-primary": "#ffffff",
  },
  dark: {
    ground: "#141318",
    surface: "#1d1b22",
    line: "#34313b",
    ink: "#f4f1ec",
    muted: "#a7a1af",
    primary: "#8fa2ff",
    "on-primary": "#12131c",
  },
} as const;

/** The colours of tiles without an image. */
export const ACCENT_COLORS = {
  cobalt: "#2b48d9",
  terracotta: "#d4603a",
  saffron: "#e3a42f",
  jade: "#2e8b74",
  plum: "#7b3f78",
} as const;

/** The logo: nine tiles in a square of 22, each 6 wide with corners of 2. The middle tile has the primary colour. */
export const MARK_SIZE = 22;
export const MARK_TILES = [0, 1, 2, 3, 4, 5, 6, 7, 8].map((cell) => ({
  x: (cell % 3) * 8,
  y: Math.floor(cell / 3) * 8,
  isSet: cell === 4,
}));
