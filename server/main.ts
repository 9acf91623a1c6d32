import "./drizzle-resolve-hook.ts";

const { serve } = await import("./serve.ts");
await serve({ pages: "built" });
