import type { Creator } from "../../contract/api/creators.ts";
import { type Product, type ProductInput, productRoutes } from "../../contract/api/products.ts";
import { type Tile, tileRoutes } from "../../contract/api/tiles.ts";
import { versionNoticeRoutes } from "../../contract/api/version-notices.ts";
import { aCreator, aProduct, aTile } from "./console-entities.ts";
import type { FakeServer } from "./fake-server.ts";
import { renderConsole } from "./render-console.tsx";

type Shop = { products: Product[]; tiles: Tile[] };

/** Lets the fake server list, save and delete products, and list and add tiles. */
export function serveShop(server: FakeServer, given: Partial<Shop> = {}) {
  const shop: Shop = { products: [...(given.products ?? [])], tiles: [...(given.tiles ?? [])] };
  let lastId = 100;
  server.respond(productRoutes.list, () => ({ products: shop.products }));
  server.respond(versionNoticeRoutes.list, { versions: [], possible_at: null });
  server.respond(tileRoutes.list, () => ({ tiles: shop.tiles }));
  const created = server.respond(productRoutes.create, ({ body }) => {
    lastId += 1;
    const product = aProduct({ id: lastId, ...toEntity(body as ProductInput) });
    shop.products = [product, ...shop.products];
    return { product };
  });
  const updated = server.respond(productRoutes.update, ({ params, body }) => {
    const changes = toEntity(body as Partial<ProductInput>);
    shop.products = shop.products.map((each) =>
      each.id === Number(params.id) ? { ...each, ...changes } : each,
    );
    return { product: shop.products.find(({ id }) => id === Number(params.id)) ?? aProduct() };
  });
  const deleted = server.respond(productRoutes.remove, ({ params }) => {
    shop.products = shop.products.filter(({ id }) => id !== Number(params.id));
    return undefined;
  });
  const createdTiles = server.respond(tileRoutes.create, ({ body }) => {
    const { type, title, productId } = body as { type: Tile["type"]; title: string; productId: number };
    lastId += 1;
    const tile = aTile({ id: lastId, type, title, url: null, product_id: productId });
    shop.tiles = [...shop.tiles, tile];
    return { tile };
  });
  return { shop, created, updated, deleted, createdTiles };
}

type Options = { creator?: Creator; server?: (server: FakeServer) => void };

/** Renders a page of the console with these products and tiles. */
export async function renderShop(
  path: string,
  given: Partial<Shop> = {},
  { creator = aCreator(), server: define }: Options = {},
) {
  let served: ReturnType<typeof serveShop> | undefined;
  const rendered = await renderConsole(path, {
    creator,
    server: (server) => {
      served = serveShop(server, given);
      define?.(server);
    },
  });
  if (!served) throw new Error("no fake server");
  return { ...rendered, ...served };
}

function toEntity(input: Partial<ProductInput>): Partial<Product> {
  const {
    priceCents,
    minPriceCents,
    offerProductId,
    offerPriceCents,
    offerText,
    shippingCents,
    shippingAbroadCents,
    digitalFilePath,
    mediaUrl,
    files,
    ...same
  } = input;
  return {
    ...same,
    ...(priceCents !== undefined && { price_cents: priceCents }),
    ...(minPriceCents !== undefined && { min_price_cents: minPriceCents }),
    ...(offerProductId !== undefined && { offer_product_id: offerProductId }),
    ...(offerPriceCents !== undefined && { offer_price_cents: offerPriceCents }),
    ...(offerText !== undefined && { offer_text: offerText }),
    ...(shippingCents !== undefined && { shipping_cents: shippingCents }),
    ...(shippingAbroadCents !== undefined && { shipping_abroad_cents: shippingAbroadCents }),
    ...(digitalFilePath !== undefined && { digital_file_path: digitalFilePath }),
    ...(files !== undefined && {
      digital_file_path: files[0]?.path ?? null,
      files: files.map(({ id, path, name }, at) => ({
        id: id ?? 100 + at,
        path,
        name: name ?? path,
        size: 1,
      })),
    }),
    ...(mediaUrl !== undefined && { media_url: mediaUrl }),
  };
}
