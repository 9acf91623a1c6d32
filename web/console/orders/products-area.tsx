import { useState } from "react";
import { useSearchParams } from "react-router";
import { paths } from "../../../contract/paths.ts";
import { usePageTitle } from "../../lib/page-title.ts";
import { SegmentedLinks } from "../../ui/segmented-control.tsx";
import { ProductsScreen } from "../products/products-screen.tsx";
import { isOrdersView } from "./order-view.ts";
import { OrdersScreen } from "./orders-screen.tsx";

/** The products, or what was bought of them: one address, two views. */
export function ProductsArea() {
  const [params] = useSearchParams();
  const orders = isOrdersView(params);
  usePageTitle(orders ? "Orders" : "Products");
  // Stays once it was seen: a look at the orders must not cost a half-filled form.
  const [products, setProducts] = useState(!orders);
  if (!orders && !products) setProducts(true);
  return (
    <>
      <SegmentedLinks
        label="Products and orders"
        links={[
          { to: paths.products(), label: "Products", current: !orders },
          { to: paths.orders(), label: "Orders", current: orders },
        ]}
        className="-mb-2 w-full sm:w-72"
      />
      {products && (
        <div className={orders ? "hidden" : "contents"}>
          <ProductsScreen />
        </div>
      )}
      {orders && <OrdersScreen />}
    </>
  );
}
