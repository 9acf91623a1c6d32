export type FormName =
  | "tile"
  | "product"
  | "discount"
  | "settings"
  | "seller"
  | "finish-profile"
  | "feedback"
  | "marketing"
  | "creator-email";

export const keyOf = (form: FormName) => `tessera-draft-${form}`;
