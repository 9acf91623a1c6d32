import { expect, test } from "vitest";
import { DEFAULT_SITE } from "../../../contract/rules/site.ts";
import { aProductPage } from "../../testing/buyer-entities.ts";
import { aPageProduct, aPublicCreator } from "../../testing/console-entities.ts";
import { headOf } from "../head.ts";

const SITE = { ...DEFAULT_SITE, publicUrl: "https://tessera.example" };

const headFor = (...given: Parameters<typeof aProductPage>) => headOf(aProductPage(...given), SITE);
const factsOf = (head: string) =>
  JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(head)?.[1] ?? "null");

test("describes product, price and seller to search engines", () => {
  const head = headFor({
    product: aPageProduct({
      description: "# Glazes\n**Six** recipes",
      price_cents: 1250,
      images: [{ url: "https://tessera.example/uploads/a/960.webp", alt: "", focus: { x: 50, y: 50 } }],
    }),
  });
  expect(factsOf(head)).toEqual({
    "@context": "https://schema.org",
    "@type": "Product",
    name: "Bowl",
    url: "https://tessera.example/@ada/bowl",
    description: "Glazes Six recipes",
    image: ["https://tessera.example/uploads/a/960.webp"],
    brand: { "@type": "Brand", name: "Ada" },
    offers: {
      "@type": "Offer",
      url: "https://tessera.example/@ada/bowl",
      price: "12.50",
      priceCurrency: "EUR",
      availability: "https://schema.org/InStock",
      seller: { "@type": "Person", name: "Ada" },
    },
  });
  expect(head).toContain('<link rel="canonical" href="https://tessera.example/@ada/bowl">');
  expect(head).toContain('<meta property="og:type" content="product">');
  expect(head).toContain(
    '<meta property="og:image" content="https://tessera.example/@ada/bowl/preview.jpg?v=x">',
  );
  expect(head).toContain('<meta property="product:price:amount" content="12.50">');
  expect(head).toContain('<meta name="description" content="Glazes Six recipes">');
});

test("describes a service as one", () => {
  expect(factsOf(headFor({ product: aPageProduct({ type: "service" }) }))).toMatchObject({
    "@type": "Service",
    name: "Bowl",
  });
});

test("says that a product cannot be bought", () => {
  const availability = (head: string) => factsOf(head).offers.availability;
  expect(availability(headFor({ product: aPageProduct({ sold_out: true }) }))).toBe(
    "https://schema.org/SoldOut",
  );
  expect(availability(headFor({ creator: aPublicCreator({ sells: "off" }) }))).toBe(
    "https://schema.org/OutOfStock",
  );
});

test("prevents a hostile name from ending the data or a tag", () => {
  const name = `</script><script>alert(1)</script>"><img src=x onerror=alert(1)> كوب`;
  const head = headFor({ product: aPageProduct({ name, description: name }) });
  expect(head).not.toMatch(/<script>|<img/);
  expect(factsOf(head).name).toBe(name);
});
