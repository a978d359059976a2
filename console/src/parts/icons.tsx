/** The path of each, on a square of 24. */
const drawings = {
  home: 'M4 11 12 4l8 7v9h-5v-6H9v6H4z',
  key: 'M14.500 9.500a4 4 0 1 0-3.200 3.900L13 15h2v2h2v2h3v-3.200l-5.700-5.100M9.500 9.500h.01',
  lock: 'M6 11h12v9H6zM8.500 11V7.500a3.500 3.500 0 0 1 7 0V11M12 14.500v2',
  shield: 'M12 3 5 6v5.500c0 4.300 3 7.600 7 9.500 4-1.900 7-5.200 7-9.500V6zM9 12l2.200 2.200L15.200 10',
  user: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8M4.500 20.500c.8-3.700 3.800-5.500 7.500-5.500s6.700 1.800 7.500 5.500',
  group:
    'M9 11.500a3.500 3.500 0 1 0 0-7 3.500 3.500 0 0 0 0 7M2.500 19.500c.6-3.200 3.200-5 6.500-5s5.900 1.800 6.500 5M16 5a3.300 3.300 0 0 1 0 6.300M18.200 15c1.800.7 2.900 2.200 3.300 4.500',
  jobs: 'M5 5h14v4H5zM5 12h9M5 16h6M17 13v6l4.500-3z',
  about: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18M12 11v5.500M12 7.700h.01',
  code: 'm8.500 7-5 5 5 5M15.500 7l5 5-5 5',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  check: 'm5 12.500 4.500 4.500L19 7.500',
  token: 'M4 7h16v3.200a2 2 0 0 0 0 3.600V17H4v-3.200a2 2 0 0 0 0-3.600zM12 9.500v.01M12 12v.01M12 14.500v.01',
  chart: 'M4 4v16h16M8 15l3.500-4.500 3 2.500L20 6',
  registry: 'M5 4h14v5H5zM5 11.500h14v8.500H5zM9.500 15.500h5M9.500 6.500h5',
  star: 'm12 4 2.500 5.200 5.500.8-4 4 1 5.800L12 17l-5 2.800 1-5.800-4-4 5.500-.8z',
  book: 'M12 6.500C10 5 7.500 4.500 4 4.500v13c3.500 0 6 .5 8 2 2-1.500 4.500-2 8-2v-13c-3.500 0-6 .5-8 2m0 0v13',
  more: 'M6 12h.01M12 12h.01M18 12h.01',
  upload: 'M12 15.500V4.500M7.500 9 12 4.500 16.500 9M4.500 15.500v4h15v-4',
  dataset:
    'M4 6.500c0-1.700 3.600-3 8-3s8 1.300 8 3-3.600 3-8 3-8-1.300-8-3M4 6.500v11c0 1.700 3.600 3 8 3s8-1.300 8-3v-11M4 12c0 1.700 3.600 3 8 3s8-1.300 8-3',
  recipe: 'M6 4h.01M6 12h.01M6 20h.01M10 4h10M10 12h10M10 20h6',
  calendar: 'M4.500 6h15v14h-15zM4.500 10h15M8.500 3.500v4M15.500 3.500v4M8.500 14h.01M12 14h.01M15.500 14h.01',
  useCase: 'M4 8h16v11.500H4zM9 8V5h6v3M4 13h16',
  down: 'm7 10 5 5 5-5',
  rocket:
    'M14.500 4.500c2.500-1.300 4.500-1.500 5.500-1 .5 1 .3 3-1 5.500-1.300 2.400-4 5-7.500 6.500L8.500 12.500c1.500-3.500 3.600-6.700 6-8M8.500 12.500l-4 .5 3-4 3-.5M11.500 15.500l-.5 4 4-3 .5-3M5 17.500c-1 .5-1.500 2.500-1.500 3 .5 0 2.500-.5 3-1.500',
  gauge: 'M4.500 17.500a9 9 0 1 1 15 0M12 14l4-5M12 14h.01',
  stack: 'm12 4 9 4.500-9 4.500-9-4.500zM4 12.500l8 4 8-4M4 16.500l8 4 8-4',
  server: 'M4 5h16v6H4zM4 13h16v6H4zM7.500 8h.01M7.500 16h.01',
  chat: 'M4 5h16v11h-8l-5 4v-4H4zM8 9.500h8M8 12.500h5',
  vectors: 'M5 19 12 12M12 12V4M12 12l7.500 3M5 19h.01M12 4h.01M19.500 15h.01M4 8.500h.01M18 7h.01M15 20h.01',
  llm: 'M12 3.500v4M12 16.500v4M3.500 12h4M16.500 12h4M6 6l2.500 2.500M15.500 15.500 18 18M18 6l-2.500 2.500M8.500 15.500 6 18',
  access: 'M4 4.500h6v5H4zM14 14.500h6v5h-6zM7 9.500V17h7M14 4.500h6v5h-6zM10 7h4',
  thumbUp:
    'M4 11h3.500v9H4zM7.500 11.500 11 4c1.700 0 2.500 1.200 2.500 2.500V9.500h5.300c1 0 1.700.9 1.500 1.900l-1.200 7c-.2.900-.9 1.600-1.800 1.600H7.500',
  thumbDown:
    'M4 13h3.500V4H4zM7.500 12.500 11 20c1.700 0 2.500-1.200 2.500-2.500v-3h5.300c1 0 1.700-.9 1.500-1.900l-1.200-7c-.2-.9-.9-1.600-1.800-1.600H7.500',
  old: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18M12 7v5l3.500 2',
  organization: 'M4 20V5h9v15M13 10h7v10M2.500 20h19M7 9h3M7 12.500h3M7 16h3M16.500 13.500h.01M16.500 16.500h.01',
  flag: 'M5 21V4M5 5h13l-2.500 4L18 13H5',
} satisfies Record<string, string>;

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
      <path d={drawings[name]} {...(name === 'more' ? { strokeWidth: '2.600' } : {})} />
    </svg>
  );
}

/** The mark is the site icon: a sun over the horizon. */
export function Logo({ size = 28 }: { size?: number }) {
  return <img src="/favicon.svg" width={size} height={size} alt="" />;
}
