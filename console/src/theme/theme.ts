import { createTheme, type MantineColorsTuple } from '@mantine/core';

/** Deep green of an old almanac's cover. Index 7 on white and index 3 on dark both pass 4.5:1. */
const almanac: MantineColorsTuple = [
  '#edf8f6',
  '#dcedea',
  '#b3dbd5',
  '#86c8be',
  '#62b7aa',
  '#4bac9e',
  '#3ea697',
  '#1f6f66',
  '#1a5f57',
  '#124a44',
];

/** Warm paper instead of blue-grey. */
const gray: MantineColorsTuple = [
  '#faf9f7',
  '#f3f1ed',
  '#e7e4de',
  '#d8d4cc',
  '#bfbab0',
  '#9c968b',
  '#6b665d',
  '#504c45',
  '#393631',
  '#24221f',
];

const dark: MantineColorsTuple = [
  '#d3d2cf',
  '#b6b5b1',
  '#9b9a96',
  '#5c5b58',
  '#3c3c3a',
  '#2f2f2e',
  '#242424',
  '#1b1b1b',
  '#151515',
  '#101010',
];

export const theme = createTheme({
  colors: { almanac, gray, dark },
  primaryColor: 'almanac',
  primaryShade: { light: 7, dark: 7 },
  fontFamily: "Inter, system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'Liberation Sans', sans-serif",
  fontFamilyMonospace: "ui-monospace, 'SF Mono', Menlo, Consolas, 'Liberation Mono', 'DejaVu Sans Mono', monospace",
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  headings: {
    fontWeight: '600',
    sizes: { h1: { fontSize: '1.6rem', lineHeight: '1.25' }, h2: { fontSize: '1.1rem' } },
  },
  components: {
    Modal: { defaultProps: { centered: true, closeButtonProps: { 'aria-label': 'Close' } } },
    Tooltip: { defaultProps: { withArrow: true, openDelay: 200, events: { hover: true, focus: true, touch: true } } },
  },
});
