/** The colours of a plot. `series` are told apart by lightness too, for eyes that see fewer hues. */
export interface Palette {
  readonly text: string;
  readonly dimmed: string;
  readonly grid: string;
  readonly surface: string;
  readonly series: readonly [string, string, string, string, string, string];
  readonly good: string;
  readonly warning: string;
  readonly bad: string;
}

const light: Palette = {
  text: '#24221f',
  dimmed: '#605b53',
  grid: '#e7e4de',
  surface: '#ffffff',
  series: ['#1f6f66', '#c0702a', '#4a5fa5', '#a23b5c', '#7a6a2f', '#6b665d'],
  good: '#2f8f5b',
  warning: '#c98a1b',
  bad: '#b02a2a',
};

const dark: Palette = {
  text: '#e6e4df',
  dimmed: '#a5a39e',
  grid: '#393835',
  surface: '#1f1f1e',
  series: ['#62b7aa', '#e5a468', '#93a5e6', '#e08aa5', '#cdbd78', '#bfbdb8'],
  good: '#6bcb95',
  warning: '#e8b65a',
  bad: '#ff9a92',
};

export const palettes = { light, dark };

/** An axis of names, and one of numbers, in the colours of the plot. */
export const nameAxis = ({ dimmed, grid }: Palette, data: readonly string[]) => ({
  type: 'category' as const,
  data: [...data],
  axisLabel: { color: dimmed, fontSize: 11, hideOverlap: true },
  axisTick: { show: false },
  axisLine: { lineStyle: { color: grid } },
});

export const numberAxis = ({ dimmed, grid }: Palette, write?: (value: number) => string) => ({
  type: 'value' as const,
  axisLabel: { color: dimmed, fontSize: 11, ...(write ? { formatter: write } : {}) },
  splitLine: { lineStyle: { color: grid } },
});

/** Names that are cut where there is no room for them. */
export const cutNameAxis = (palette: Palette, data: readonly string[]) => {
  const axis = nameAxis(palette, data);
  return { ...axis, axisLabel: { ...axis.axisLabel, overflow: 'truncate' as const, width: 90 } };
};

/** What an axis is called, below or beside it. */
export const axisName = ({ dimmed }: Palette, name: string, nameGap: number) => ({
  name,
  nameLocation: 'middle' as const,
  nameGap,
  nameTextStyle: { color: dimmed },
});
