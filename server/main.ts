import "./start/resolve-hook.ts";

const { serve } = await import("./start/serve.ts");
await serve({ pages: "built" });
