import { Skeleton } from "../../ui/skeleton.tsx";

export function LoadingOrders() {
  return (
    <div role="status" aria-label="Loading orders" className="grid gap-5 border-t border-line p-5">
      {[1, 2, 3, 4].map((row) => (
        <div key={row} className="flex items-center gap-4">
          <div className="grid flex-1 gap-2">
            <Skeleton className="h-5 w-2/3 rounded-md" />
            <Skeleton className="h-4 w-1/3 rounded-md" />
          </div>
          <Skeleton className="h-5 w-16 rounded-md" />
          <Skeleton className="hidden h-9 w-24 rounded-control sm:block" />
        </div>
      ))}
    </div>
  );
}
