export type FormName =
  | "tile"
  | "product"
  | "settings"
  | "seller"
  | "finish-profile"
  | "feedback"
  | "marketing";

export const keyOf = (form: FormName) => `tessera-draft-${form}`;
