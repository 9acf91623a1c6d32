import { visitorUrl } from "../../../contract/pages/own-paths.ts";
import type { ModelOf, PageSite } from "../../../contract/pages/pages.ts";
import { paths } from "../../../contract/rules/paths.ts";
import { t } from "../../../contract/texts.ts";
import { rich } from "../../lib/rich.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { Button } from "../../ui/button.tsx";
import { kindOf } from "../../ui/tile-type-labels.tsx";
import { FormattedText } from "../../widgets/formatted-text.tsx";
import { AnnouncementLine } from "../creator/announcement-line.tsx";
import { blurbOf, productAction } from "../creator/blurb.tsx";
import { FileLine, ItemDetail, Offer, Price } from "../creator/item-detail.tsx";
import { PageFooter } from "../creator/page-footer.tsx";
import { ShareButton } from "../creator/share-button.tsx";
import { Money } from "../layout/isolated.tsx";
import { MessagePage } from "../layout/message-page.tsx";
import { useCreatorText } from "../layout/page-language.ts";
import { ProductImages } from "./product-images.tsx";

export type ProductModel = ModelOf<"product">;

/** The page of one product, with more details than its tile's dialog. */
export function ProductPage({ model, site }: { model: ProductModel; site: PageSite }) {
  const { creator, product, tileId } = model;
  const path = paths.product(creator.handle, product.slug);
  const url = visitorUrl(site, path);
  const ownText = useCreatorText();
  return (
    <div className="page is-product" data-enhance="visit broken-images" data-creator={creator.id}>
      <AnnouncementLine announcement={creator.announcement} />
      <header>
        <a
          href={paths.creator(creator.handle)}
          className="inline-flex min-h-11 max-w-full items-center gap-3 rounded-control hover:underline"
        >
          <Avatar name={creator.display_name} src={creator.avatar_url} size={44} />
          <span className="grid min-w-0">
            <span dir="auto" {...ownText} className="font-semibold wrap-anywhere">
              {creator.display_name}
            </span>
            <span className="text-sm wrap-anywhere text-muted">@{creator.handle}</span>
          </span>
        </a>
      </header>
      <main className="product">
        <ProductImages product={product} />
        <ItemDetail
          kind={kindOf({ type: "product", product })}
          title={
            <h1 dir="auto" {...ownText} className="text-3xl text-balance wrap-anywhere">
              {product.name}
            </h1>
          }
          price={<Price product={product} sells={creator.sells} note={null} />}
          description={
            product.description !== null && (
              <div {...ownText}>
                <FormattedText text={product.description} headingAs="h2" />
              </div>
            )
          }
          facts={<Facts model={model} />}
          blurb={
            product.sold_out ? null : blurbOf({ type: "product", url: null, product }, creator.display_name)
          }
          seller={creator.seller}
          actions={
            <>
              <Offer
                action={productAction(product)}
                product={product}
                sells={creator.sells}
                item={tileId === null ? { productId: product.id } : { tileId }}
              />
              <ShareButton label={t("Share")} url={url} />
            </>
          }
        />
      </main>
      <PageFooter creator={creator} path={path} sells site={site} />
    </div>
  );
}

function Facts({ model: { creator, product } }: { model: ProductModel }) {
  if (product.file) return <FileLine file={product.file} />;
  return (
    <>
      {product.parts.length > 0 && <Parts parts={product.parts} />}
      {[product, ...product.parts].some(({ type }) => type === "physical") && (
        <Shipping creator={creator} product={product} />
      )}
    </>
  );
}

function Shipping({ creator, product }: Pick<ProductModel, "creator" | "product">) {
  const shipping = product.shipping_cents;
  const delivery = creator.seller?.delivery_time;
  const ownText = useCreatorText();
  return (
    <p className="text-sm font-semibold wrap-anywhere">
      <span>
        {shipping === 0
          ? t("Shipping included")
          : rich("Plus shipping from {price}", {
              price: <Money cents={shipping} currency={product.currency} />,
            })}
      </span>
      {delivery && (
        <span className="block font-normal text-muted">
          {rich("Delivery time: {time}", { time: <bdi {...ownText}>{delivery}</bdi> })}
        </span>
      )}
    </p>
  );
}

/** The products of a bundle, and which of them is not for sale. */
function Parts({ parts }: Pick<ProductModel["product"], "parts">) {
  const ownText = useCreatorText();
  return (
    <section aria-label={t("In this bundle")}>
      <h2 className="font-semibold">{t("In this bundle")}</h2>
      <ul className="mt-1 grid list-disc gap-1 ps-5">
        {parts.map(({ id, name, for_sale }) => (
          <li key={id} className="wrap-anywhere">
            <bdi {...ownText}>{name}</bdi>
            {!for_sale && <strong> {t("(not for sale at the moment)")}</strong>}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The page of a missing product. It is the same for every product and creator, so that frequent requests by robots render it once. */
export function ProductNotFound() {
  return (
    // The creator's page is the parent path, whatever the handle.
    <MessagePage
      title={t("Product not found.")}
      links={<Button href="./">{t("Back to the creator's page")}</Button>}
    >
      {t("It may have been renamed or taken off the page. Check the link, or look at what else there is.")}
    </MessagePage>
  );
}
