import { z } from "zod";
import { t } from "../../../contract/texts.ts";
import { useUrlState } from "../../lib/use-url-state.ts";
import { PageTitle } from "../../ui/page-title.tsx";
import { DiscountsScreen } from "../discounts/discounts-screen.tsx";
import { TestModeNotice } from "../payouts/test-mode-notice.tsx";
import { ProductsScreen } from "../products/products-screen.tsx";
import { OrdersScreen } from "./orders-screen.tsx";

const AreaState = z.object({ view: z.enum(["products", "orders", "discounts"]).catch("products") });

const TITLES = { products: t("Products"), orders: t("Orders"), discounts: t("Discounts") } as const;

/** Products, orders and discount codes: one path, three views. */
export function ProductsArea() {
  const [{ view }] = useUrlState(AreaState);
  const isProducts = view === "products";
  const title = TITLES[view];
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h1 className="text-3xl sm:text-4xl">{title}</h1>
        <TestModeNotice />
      </div>
      {isProducts && <ProductsScreen />}
      {view === "orders" && <OrdersScreen />}
      {view === "discounts" && <DiscountsScreen />}
    </>
  );
}
