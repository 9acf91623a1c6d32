import type { ReactNode } from "react";

type IconProps = { size?: number | string; className?: string };

/** A platform's logo in the style of `lucide-react`, which has no company logos. Decorative. */
function Line({ size = 20, className, children }: IconProps & { children: ReactNode }) {
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

export const InstagramIcon = (props: IconProps) => (
  <Line {...props}>
    <rect x="3.5" y="3.5" width="17" height="17" rx="5" />
    <circle cx="12" cy="12" r="4" />
    <path d="M17 7v.01" />
  </Line>
);
export const YoutubeIcon = (props: IconProps) => (
  <Line {...props}>
    <rect x="2.5" y="5.5" width="19" height="13" rx="4" />
    <path d="M10.5 9.5v5l4-2.5z" fill="currentColor" />
  </Line>
);
export const TiktokIcon = (props: IconProps) => (
  <Line {...props}>
    <path d="M13.5 4v11.5a3.7 3.7 0 1 1-3.7-3.7M13.5 4c.3 2.8 2.2 4.7 5 5" />
  </Line>
);
export const TwitterIcon = (props: IconProps) => (
  <Line {...props}>
    <path d="M4.5 4.5h3.6l11.4 15h-3.6zM19 4.5l-6 6.6M10.7 13.2 5 19.5" />
  </Line>
);
export const FacebookIcon = (props: IconProps) => (
  <Line {...props}>
    <path d="M16 4h-1.5A4.5 4.5 0 0 0 10 8.5V21M6.5 12.5h8.5" />
  </Line>
);
export const LinkedinIcon = (props: IconProps) => (
  <Line {...props}>
    <rect x="3.5" y="3.5" width="17" height="17" rx="4" />
    <path d="M8 10.5V16M8 7.5v.01M12 16v-5.5M12 13a2 2 0 0 1 4 0v3" />
  </Line>
);
