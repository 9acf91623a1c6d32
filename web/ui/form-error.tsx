import { type ReactNode, useEffect, useRef } from "react";
import { Notice } from "./notice.tsx";

/** What is wrong with a form as a whole, brought into sight: Enter may have been pressed far above it. */
export function FormError({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    place.current?.scrollIntoView({ block: "nearest" });
  }, []);
  return (
    <div ref={place} className="scroll-my-4">
      <Notice tone="bad" role="alert">
        {children}
      </Notice>
    </div>
  );
}
