import { type ReactNode, useEffect, useRef } from "react";
import { Alert } from "./alert.tsx";

/** What is wrong with a form as a whole, brought into sight: Enter may have been pressed far above it. */
export function FormError({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    place.current?.scrollIntoView({ block: "nearest" });
  }, []);
  return (
    <div ref={place} className="scroll-my-4">
      <Alert tone="bad" role="alert">
        {children}
      </Alert>
    </div>
  );
}
