import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { generateApi } from "swagger-typescript-api";
import { afterAll, expect, test } from "vitest";
import { apiDocument, lintApiDocument } from "./open-api.ts";

// In node_modules, so that the compiler finds the same libraries.
const folder = await mkdtemp(join(import.meta.dirname, "../../node_modules/.tessera-client-"));
afterAll(() => rm(folder, { recursive: true, force: true }));

test("passes the public linter, which finds errors in a broken API document", async () => {
  expect(await lintApiDocument()).toEqual([]);
  const broken = apiDocument().replaceAll("#/components/schemas/Tile", "#/components/schemas/Missing");
  expect(await lintApiDocument(broken)).not.toEqual([]);
});

test("compiles a typed client generated from the API document, which rejects wrong input", async () => {
  await generateApi({
    spec: JSON.parse(apiDocument()),
    output: folder,
    fileName: "client.ts",
    silent: true,
  });
  const use = (price: string) => `
    import { Api } from "./client.ts";
    const { api } = new Api({ baseUrl: "https://shop.example.org" });
    export async function addProduct(): Promise<number> {
      const { data } = await api.productsCreate({ name: "Bowl", priceCents: ${price} });
      return data.product.price_cents;
    }`;
  await writeFile(join(folder, "right.ts"), use("1000"));
  await writeFile(join(folder, "wrong.ts"), use("{}"));
  expect(await compile("right.ts", "wrong.ts")).toMatch(/^wrong\.ts\(5,[^\n]*\n( [^\n]*\n)*$/);
});

/** Returns the compiler's errors. */
async function compile(...files: string[]): Promise<string> {
  const options = [
    "--ignoreConfig",
    "--noEmit",
    "--strict",
    "--target",
    "es2024",
    "--module",
    "nodenext",
    "--skipLibCheck",
  ];
  const run = promisify(execFile)("tsc", [...options, "--allowImportingTsExtensions", ...files], {
    cwd: folder,
  });
  return run.then(
    ({ stdout }) => stdout,
    ({ stdout }: { stdout: string }) => stdout,
  );
}
