import type { ReactNode } from "react";

/** Small drawings for the tiles of the sample page, each in three colours: ground, shape, accent. */
function drawing(ground: string, shapes: ReactNode) {
  return (
    <svg viewBox="0 0 100 100" aria-hidden="true">
      <path fill={ground} d="M0 0h100v100H0z" />
      {shapes}
    </svg>
  );
}

export function cup(ground: string, shape: string, accent: string) {
  return drawing(
    ground,
    <>
      <path fill={shape} d="M28 42h40v14a20 20 0 0 1-40 0z" />
      <path fill="none" stroke={shape} strokeWidth="5" d="M68 46h5a8 8 0 0 1 0 16h-6" />
      <path
        fill="none"
        stroke={accent}
        strokeWidth="4"
        strokeLinecap="round"
        d="M38 34q4-6 0-12M50 34q4-6 0-12"
      />
    </>,
  );
}

export function mosaic(ground: string, shape: string, accent: string) {
  return drawing(
    ground,
    <>
      <path
        fill={shape}
        d="M27 20h12q7 0 7 7v12q0 7-7 7H27q-7 0-7-7V27q0-7 7-7zM61 54h12q7 0 7 7v12q0 7-7 7H61q-7 0-7-7V61q0-7 7-7z"
      />
      <circle cx="67" cy="33" r="13" fill={accent} />
      <circle cx="33" cy="67" r="13" fill={accent} />
    </>,
  );
}

export function dunes(ground: string, shape: string, accent: string) {
  return drawing(
    ground,
    <>
      <path fill={shape} d="M0 72Q30 44 55 64T100 50V100H0z" />
      <circle cx="68" cy="30" r="12" fill={accent} />
    </>,
  );
}

export function vase(ground: string, shape: string, accent: string) {
  return drawing(
    ground,
    <>
      <circle cx="50" cy="60" r="26" fill={shape} />
      <path fill={accent} d="M42 24h16q6 0 6 6v10q0 6-6 6H42q-6 0-6-6V30q0-6 6-6z" />
    </>,
  );
}
