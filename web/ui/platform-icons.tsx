import { type IconProps, LogoLines as Line } from "./instagram-icon.tsx";

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
export const ThreadsIcon = (props: IconProps) => (
  <Line {...props}>
    <circle cx="12" cy="12" r="4" />
    <path d="M16 8v5.5a2.5 2.5 0 0 0 5 0V12a9 9 0 1 0-3.5 7.1" />
  </Line>
);
export const BlueskyIcon = (props: IconProps) => (
  <Line {...props}>
    <path d="M12 11C10.5 8 7.5 5.3 5 4.5 3.6 4 3 5 3 6.5c0 1.6.7 5 1.3 5.8 1 1.4 2.7 1.7 4.7 1.4-3 .5-4 2.3-2.5 4.3C8.8 21 11 18 12 15.5c1 2.5 3.2 5.5 5.5 2.5 1.5-2 .5-3.8-2.5-4.3 2 .3 3.7 0 4.7-1.4.6-.8 1.3-4.2 1.3-5.8C21 5 20.4 4 19 4.5c-2.5.8-5.5 3.5-7 6.5z" />
  </Line>
);
export const MastodonIcon = (props: IconProps) => (
  <Line {...props}>
    <path d="M15 19.5c-6 1.5-11-.5-11-8C4 5 5.5 4 12 4s8 1 8 6.5c0 5-2 6-7.5 6-1.5 0-3-.1-4-.5" />
    <path d="M8.5 13v-3a1.75 1.75 0 0 1 3.5 0v2m0-2a1.75 1.75 0 0 1 3.5 0v3" />
  </Line>
);
export const GithubIcon = (props: IconProps) => (
  <Line {...props}>
    <path d="M10 21.5V17c-5.5-.5-6-5.5-5-7.5L5.5 4l4 2a10 10 0 0 1 5 0l4-2 .5 5.5c1 2 .5 7-5 7.5v4.5M10 19c-3 1-4-1-5.5-2" />
  </Line>
);
export const TwitchIcon = (props: IconProps) => (
  <Line {...props}>
    <path d="M5 4h15v9l-4 4h-4l-3 3v-3H5zM11.5 8.5v4M16 8.5v4" />
  </Line>
);
export const DiscordIcon = (props: IconProps) => (
  <Line {...props}>
    <path d="M8.5 6.5c2-.7 5-.7 7 0L16 5c2 .5 3 1 3.5 2 1.7 3.5 2.2 6.5 2 9.5-1.5 1.5-3 2.2-4.5 2.5l-1.5-1.5c-2 .7-5 .7-7 0L7 19c-1.5-.3-3-1-4.5-2.5-.2-3 .3-6 2-9.5C5 6 6 5.5 8 5zM9 12.5v.01M15 12.5v.01" />
  </Line>
);
export const TelegramIcon = (props: IconProps) => (
  <Line {...props}>
    <path d="M21 4 3 11l6 2.5L11.5 20l3-4 4.5 3zM9 13.5 21 4" />
  </Line>
);
export const PinterestIcon = (props: IconProps) => (
  <Line {...props}>
    <circle cx="12" cy="12" r="9" />
    <path d="M9 13.5a4 4 0 1 1 3.5 2c-1 0-1.5-.5-1.8-1M12.2 10 10 20" />
  </Line>
);
export const RedditIcon = (props: IconProps) => (
  <Line {...props}>
    <circle cx="12" cy="14.5" r="6.5" />
    <path d="m12 8 1-4.5 4 1M9.5 13.5v.01M14.5 13.5v.01M9.5 17c1.5 1 3.5 1 5 0M5.5 11.5A2 2 0 1 0 3 14.5M18.5 11.5a2 2 0 1 1 2.5 3" />
  </Line>
);
export const SnapchatIcon = (props: IconProps) => (
  <Line {...props}>
    <path d="M7 9a5 5 0 0 1 10 0v3l2.5 1c-.3.8-1.5 1.3-1.5 1.3.5 1.2 1.5 2.2 3 2.7-.5 1-2.5 1-3 1.2l-.5 1.3c-1.5-.3-2.5 0-3 .5-1.5 1.3-3.5 1.3-5 0-.5-.5-1.5-.8-3-.5L6 18.2C5.5 18 3.5 18 3 17c1.5-.5 2.5-1.5 3-2.7 0 0-1.2-.5-1.5-1.3L7 12z" />
  </Line>
);
export const SpotifyIcon = (props: IconProps) => (
  <Line {...props}>
    <circle cx="12" cy="12" r="9" />
    <path d="M7.5 9.5c3-1 6.5-.7 9.2.8M8 12.7c2.5-.8 5.2-.5 7.5.7M8.5 15.7c2-.6 4-.3 5.8.6" />
  </Line>
);
export const SoundcloudIcon = (props: IconProps) => (
  <Line {...props}>
    <path d="M3 14v2.5M6 12v5.5M9 10.5v7M12 17.5V8a5.5 5.5 0 0 1 5.8 4.5 2.5 2.5 0 0 1 .7 5z" />
  </Line>
);
