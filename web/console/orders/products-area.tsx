import { useState } from "react";
import { z } from "zod";
import { paths } from "../../../contract/paths.ts";
import { useUrlState } from "../../lib/use-url-state.ts";
import { SegmentedLinks } from "../../ui/segmented-control.tsx";
import { ProductsScreen } from "../products/products-screen.tsx";
import { TestModeNotice } from "../test-mode-notice.tsx";
import { OrdersScreen } from "./orders-screen.tsx";

const AreaState = z.object({ view: z.enum(["products", "orders"]).catch("products") });

/** The products and their orders: one path, two views. */
export function ProductsArea() {
  const [{ view }] = useUrlState(AreaState);
  const isOrders = view === "orders";
  const title = isOrders ? "Orders" : "Products";
  // Once shown, the products stay rendered: opening the orders must not discard a half-filled form.
  const [hasProducts, setHasProducts] = useState(!isOrders);
  if (!isOrders && !hasProducts) setHasProducts(true);
  return (
    <>
      <title>{`${title} · Tessera`}</title>
      <div className="grid gap-4">
        <div>
          <h1 className="text-3xl sm:text-4xl">{title}</h1>
          <TestModeNotice />
        </div>
        <SegmentedLinks
          label="Products and orders"
          links={[
            { to: paths.products(), label: "Products", current: !isOrders },
            { to: paths.orders(), label: "Orders", current: isOrders },
          ]}
          className="w-full sm:w-72"
        />
      </div>
      {hasProducts && (
        <div className={isOrders ? "hidden" : "contents"}>
          <ProductsScreen />
        </div>
      )}
      {isOrders && <OrdersScreen />}
    </>
  );
}
