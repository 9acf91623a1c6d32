import { onTestFinished } from "vitest";
import { type OutsidePostgres, startOutsidePostgres } from "../../scripts/outside-postgres.ts";
import { startDatabaseProxy } from "../testing/database-proxy.ts";
import { ProductProcess } from "../testing/product-process.ts";

/** Starts a product that is removed after the drill. */
export async function startProduct(
  ...options: Parameters<typeof ProductProcess.prepare>
): Promise<ProductProcess> {
  const product = await ProductProcess.prepare(...options);
  onTestFinished(() => product.remove());
  await product.start();
  return product;
}

/** Starts a PostgreSQL of the system's packages. */
export async function startPostgres(): Promise<OutsidePostgres> {
  const postgres = await startOutsidePostgres();
  if (!postgres) throw new Error("PostgreSQL is not installed");
  return postgres;
}

/** Starts a PostgreSQL of the system's packages. Prepares a product that reaches it through a proxy. */
export async function prepareOnOutsidePostgres() {
  const postgres = await startPostgres();
  const proxy = await startDatabaseProxy(postgres.url);
  const product = await ProductProcess.prepare({
    DATABASE_URL: proxy.url,
    APP_SECRET: "a secret of this drill that is long enough",
  });
  onTestFinished(async () => {
    await product.remove();
    await proxy.close();
    await postgres.stop();
  });
  return { postgres, proxy, product };
}
