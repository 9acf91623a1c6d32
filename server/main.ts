import "./lighter-imports.ts";

const { serve } = await import("./serve.ts");
await serve({ pages: "built" });
