import { defineConfig } from "drizzle-kit";

export default defineConfig({
  dialect: "postgresql",
  schema: ["./server/modules/*/{tables,*-tables}.ts", "./server/platform/*/tables.ts"],
  out: "./server/migrations",
});
