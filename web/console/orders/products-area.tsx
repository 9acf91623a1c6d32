import { useState } from "react";
import { Link, useSearchParams } from "react-router";
import { paths } from "../../../contract/paths.ts";
import { usePageTitle } from "../../lib/page-title.ts";
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
      <nav
        aria-label="Products and orders"
        className="-mb-2 grid w-full auto-cols-fr grid-flow-col gap-1 rounded-control bg-line/60 p-1 sm:w-72"
      >
        <ViewLink to={paths.products()} chosen={!orders}>
          Products
        </ViewLink>
        <ViewLink to={paths.orders()} chosen={orders}>
          Orders
        </ViewLink>
      </nav>
      {products && (
        <div className={orders ? "hidden" : "contents"}>
          <ProductsScreen />
        </div>
      )}
      {orders && <OrdersScreen />}
    </>
  );
}

function ViewLink({ to, chosen, children }: { to: string; chosen: boolean; children: string }) {
  return (
    <Link
      to={to}
      aria-current={chosen ? "page" : undefined}
      className="flex min-h-11 items-center justify-center rounded-[9px] px-3 font-semibold text-muted no-underline transition-colors hover:text-ink aria-[current=page]:bg-surface aria-[current=page]:text-ink aria-[current=page]:shadow-float dark:aria-[current=page]:bg-line"
    >
      {children}
    </Link>
  );
}
