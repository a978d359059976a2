import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core';

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
  '#e6e4df',
  '#bfbdb8',
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
    // Fields are required unless they say "Optional".
    InputWrapper: { defaultProps: { withAsterisk: false } },
    Alert: { styles: { label: { color: 'var(--mantine-color-text)' } } },
    Anchor: { defaultProps: { underline: 'always' } },
    Badge: { defaultProps: { variant: 'light' }, styles: { root: { textTransform: 'none', fontWeight: 500 } } },
    Modal: {
      defaultProps: { centered: true, closeButtonProps: { 'aria-label': 'Close' } },
      styles: { title: { fontWeight: 600 } },
    },
    Tooltip: { defaultProps: { withArrow: true, openDelay: 200, events: { hover: true, focus: true, touch: true } } },
  },
});

/** Paper colours, and texts that pass 4.5:1 on them. `surface` is what cards and dialogs stand on. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-body': '#f9f7f3',
    '--mantine-color-text': '#24221f',
    '--mantine-color-dimmed': '#605b53',
    '--mantine-color-placeholder': '#716b61',
    '--mantine-color-default-border': '#ddd8ce',
    '--surface': '#ffffff',
    '--code-background': '#f6f4ef',
    '--danger': '#b02a2a',
    '--mantine-color-error': '#b02a2a',
  },
  dark: {
    '--mantine-color-body': '#171716',
    '--mantine-color-text': '#e6e4df',
    '--mantine-color-dimmed': '#a5a39e',
    '--mantine-color-placeholder': '#8f8d88',
    '--mantine-color-anchor': '#86c8be',
    '--mantine-color-default-border': '#393835',
    '--mantine-color-almanac-light': 'rgb(98 183 170 / 15%)',
    '--mantine-color-almanac-light-hover': 'rgb(98 183 170 / 20%)',
    '--mantine-color-almanac-light-color': '#a9dcd4',
    '--mantine-color-almanac-text': '#86c8be',
    '--surface': '#1f1f1e',
    '--code-background': '#141413',
    '--danger': '#ff9a92',
    '--mantine-color-error': '#ff9a92',
  },
});
