import type { ReactNode } from "react";

export type IconProps = { size?: number | string; className?: string };

/** A platform's logo in the style of `lucide-react`, which has no company logos. Decorative. */
export function LogoLines({ size = 20, className, children }: IconProps & { children: ReactNode }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      className={className}
    >
      {children}
    </svg>
  );
}

/** In a file of its own, because the sign-in page shows this logo and no other. */
export const InstagramIcon = (props: IconProps) => (
  <LogoLines {...props}>
    <rect x="3.5" y="3.5" width="17" height="17" rx="5" />
    <circle cx="12" cy="12" r="4" />
    <path d="M17 7v.01" />
  </LogoLines>
);
