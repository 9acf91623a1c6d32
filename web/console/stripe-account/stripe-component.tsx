import type { StripeConnectInstance } from "@stripe/connect-js/pure";
import { useEffect, useRef } from "react";

type StripeComponentProps = {
  instance: StripeConnectInstance;
  name: "notification-banner" | "account-management" | "account-onboarding";
  onFail: () => void;
  /** Called when the user leaves the onboarding. */
  onExit?: () => void;
};

/** One of Stripe's components, which are custom elements. */
export function StripeComponent({ instance, name, onFail, onExit }: StripeComponentProps) {
  const place = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each component; the callbacks set state only
  useEffect(() => {
    const component = instance.create(name);
    component?.setOnLoadError(onFail);
    if (onExit && component && "setOnExit" in component) component.setOnExit(onExit);
    if (component) place.current?.append(component);
    return () => component?.remove();
  }, [instance, name]);
  return <div ref={place} className="min-w-0" />;
}
