import type { ReactNode } from 'react';

const drawings = {
  home: <path d="M4 11 12 4l8 7v9h-5v-6H9v6H4z" />,
  key: <path d="M14.500 9.500a4 4 0 1 0-3.200 3.900L13 15h2v2h2v2h3v-3.200l-5.700-5.100M9.500 9.500h.01" />,
  shield: <path d="M12 3 5 6v5.500c0 4.300 3 7.600 7 9.500 4-1.900 7-5.200 7-9.500V6zM9 12l2.200 2.200L15.200 10" />,
  user: (
    <path d="M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8M4.500 20.500c.8-3.700 3.800-5.500 7.500-5.500s6.700 1.800 7.500 5.500" />
  ),
  group: (
    <path d="M9 11.500a3.500 3.500 0 1 0 0-7 3.500 3.500 0 0 0 0 7M2.500 19.500c.6-3.200 3.200-5 6.500-5s5.900 1.800 6.500 5M16 5a3.300 3.300 0 0 1 0 6.300M18.200 15c1.800.7 2.900 2.200 3.300 4.500" />
  ),
  jobs: <path d="M5 5h14v4H5zM5 12h9M5 16h6M17 13v6l4.500-3z" />,
  about: <path d="M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18M12 11v5.500M12 7.700h.01" />,
  code: <path d="m8.500 7-5 5 5 5M15.500 7l5 5-5 5" />,
  copy: <path d="M9 9h11v11H9zM5 15H4V4h11v1" />,
  check: <path d="m5 12.500 4.500 4.500L19 7.500" />,
  token: (
    <path d="M4 7h16v3.200a2 2 0 0 0 0 3.600V17H4v-3.200a2 2 0 0 0 0-3.600zM12 9.500v.01M12 12v.01M12 14.500v.01" />
  ),
  book: (
    <path d="M12 6.500C10 5 7.500 4.500 4 4.500v13c3.500 0 6 .5 8 2 2-1.500 4.500-2 8-2v-13c-3.500 0-6 .5-8 2m0 0v13" />
  ),
  more: <path d="M6 12h.01M12 12h.01M18 12h.01" strokeWidth="2.600" />,
  upload: <path d="M12 15.500V4.500M7.500 9 12 4.500 16.500 9M4.500 15.500v4h15v-4" />,
  dataset: (
    <path d="M4 6.500c0-1.700 3.600-3 8-3s8 1.300 8 3-3.600 3-8 3-8-1.300-8-3M4 6.500v11c0 1.700 3.600 3 8 3s8-1.300 8-3v-11M4 12c0 1.700 3.600 3 8 3s8-1.300 8-3" />
  ),
  recipe: <path d="M6 4h.01M6 12h.01M6 20h.01M10 4h10M10 12h10M10 20h6" />,
  useCase: <path d="M4 8h16v11.500H4zM9 8V5h6v3M4 13h16" />,
  down: <path d="m7 10 5 5 5-5" />,
} satisfies Record<string, ReactNode>;

export type IconName = keyof typeof drawings;

/** Drawn in the text's colour; the words beside it, or the button's label, say what it means. */
export function Icon({ name, size = 18 }: { name: IconName; size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.700"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      {drawings[name]}
    </svg>
  );
}
