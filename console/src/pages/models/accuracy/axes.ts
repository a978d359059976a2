import type { Palette } from '../../../parts/chart/palette.ts';

/** Categories below, numbers at the side: most plots of a model. */
export const axes = ({ dimmed, grid }: Palette, names: readonly string[], name = '') => ({
  xAxis: {
    type: 'category' as const,
    data: [...names],
    name,
    nameLocation: 'middle' as const,
    nameGap: 26,
    nameTextStyle: { color: dimmed },
    axisLabel: { color: dimmed, fontSize: 11, hideOverlap: true },
    axisTick: { show: false },
    axisLine: { lineStyle: { color: grid } },
  },
  yAxis: {
    type: 'value' as const,
    axisLabel: { color: dimmed, fontSize: 11 },
    splitLine: { lineStyle: { color: grid } },
  },
  grid: { left: 8, right: 16, top: 32, bottom: name === '' ? 8 : 24, containLabel: true },
});

/** Numbers both ways, each with its name. */
export const plane = ({ dimmed, grid }: Palette, below: string, beside: string) => {
  const axis = (name: string, gap: number) => ({
    type: 'value' as const,
    scale: true,
    name,
    nameLocation: 'middle' as const,
    nameGap: gap,
    nameTextStyle: { color: dimmed },
    axisLabel: { color: dimmed, fontSize: 11 },
    splitLine: { lineStyle: { color: grid } },
  });
  return {
    xAxis: axis(below, 26),
    yAxis: axis(beside, 40),
    grid: { left: 24, right: 16, top: 24, bottom: 24, containLabel: true },
  };
};
