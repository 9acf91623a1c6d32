export type FormName =
  | "tile"
  | "product"
  | "discount"
  | "settings"
  | "seller"
  | "finish-profile"
  | "feedback"
  | "marketing";

export const keyOf = (form: FormName) => `tessera-draft-${form}`;
