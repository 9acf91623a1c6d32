import type { ReactNode } from "react";

export type IconProps = { size?: number; className?: string };

/** A line icon on a 24 grid; always decorative: the words beside it or a label say what it means. */
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

export const LinkIcon = (props: IconProps) => (
  <Line {...props}>
    <path d="M10 14a4 4 0 0 0 5.7 0l3-3A4 4 0 0 0 13 5.3l-1 1M14 10a4 4 0 0 0-5.7 0l-3 3A4 4 0 0 0 11 18.7l1-1" />
  </Line>
);
export const MessageIcon = (props: IconProps) => (
  <Line {...props}>
    <path d="M4 6a2 2 0 0 1 2-2h12a2 2 0 0 1 2 2v9a2 2 0 0 1-2 2H9l-5 4z" />
  </Line>
);
export const BagIcon = (props: IconProps) => (
  <Line {...props}>
    <path d="M5 8h14l-1 12H6zM9 8a3 3 0 0 1 6 0" />
  </Line>
);
export const HeartIcon = (props: IconProps) => (
  <Line {...props}>
    <path d="M12 20s-7-4.4-7-10a4 4 0 0 1 7-2.5A4 4 0 0 1 19 10c0 5.6-7 10-7 10z" />
  </Line>
);
export const PlayIcon = (props: IconProps) => (
  <Line {...props}>
    <path d="m9 7 8 5-8 5z" />
  </Line>
);
export const MegaphoneIcon = (props: IconProps) => (
  <Line {...props}>
    <path d="M4 10v4h3l7 4V6l-7 4zM18 9v6" />
  </Line>
);
export const ShareIcon = (props: IconProps) => (
  <Line {...props}>
    <path d="M12 15V4M8 7.5 12 3.5l4 4M5 13v5a2 2 0 0 0 2 2h10a2 2 0 0 0 2-2v-5" />
  </Line>
);
export const CopyIcon = (props: IconProps) => (
  <Line {...props}>
    <rect x="9" y="9" width="11" height="11" rx="3" />
    <path d="M5 15a2 2 0 0 1-1-2V7a3 3 0 0 1 3-3h6a2 2 0 0 1 2 1" />
  </Line>
);
export const CheckIcon = (props: IconProps) => (
  <Line {...props}>
    <path d="m5 12.5 4.5 4.5L19 7.5" />
  </Line>
);
export const CloseIcon = (props: IconProps) => (
  <Line {...props}>
    <path d="m6 6 12 12M18 6 6 18" />
  </Line>
);
export const MenuIcon = (props: IconProps) => (
  <Line {...props}>
    <path d="M4 7h16M4 12h16M4 17h16" />
  </Line>
);
export const DownloadIcon = (props: IconProps) => (
  <Line {...props}>
    <path d="M12 4v11M8 11.5l4 4 4-4M5 20h14" />
  </Line>
);
export const ArrowRightIcon = (props: IconProps) => (
  <Line {...props}>
    <path d="M5 12h14M13 6l6 6-6 6" />
  </Line>
);
export const ArrowLeftIcon = (props: IconProps) => (
  <Line {...props}>
    <path d="M19 12H5M11 6l-6 6 6 6" />
  </Line>
);
export const ClockIcon = (props: IconProps) => (
  <Line {...props}>
    <circle cx="12" cy="12" r="8.5" />
    <path d="M12 7.5V12l3 2" />
  </Line>
);
export const AlertIcon = (props: IconProps) => (
  <Line {...props}>
    <path d="M12 8v5M12 16.5v.01M12 3.5 21.5 20h-19z" />
  </Line>
);
export const PlusIcon = (props: IconProps) => (
  <Line {...props}>
    <path d="M12 5v14M5 12h14" />
  </Line>
);
export const PencilIcon = (props: IconProps) => (
  <Line {...props}>
    <path d="m4 20 1-4.5L16 4.5l3.5 3.5L8.5 19z" />
  </Line>
);
export const TrashIcon = (props: IconProps) => (
  <Line {...props}>
    <path d="M5 7h14M10 4h4M7 7l1 13h8l1-13" />
  </Line>
);
export const ChevronDownIcon = (props: IconProps) => (
  <Line {...props}>
    <path d="m6 9 6 6 6-6" />
  </Line>
);

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
export const GlobeIcon = (props: IconProps) => (
  <Line {...props}>
    <circle cx="12" cy="12" r="9" />
    <path d="M3 12h18M12 3c3 3 3 15 0 18M12 3c-3 3-3 15 0 18" />
  </Line>
);
