import { Box, useComputedColorScheme } from '@mantine/core';
import type { EChartsOption } from 'echarts';
import { useEffect, useRef } from 'react';
import { DataTable } from '../data-table.tsx';
import { type Palette, palettes } from './palette.ts';

interface ChartProps {
  /** What the plot shows, for those who cannot see it. */
  readonly label: string;
  /** Keep it stable (`useCallback`, or a function of the module): each new one draws the plot anew. */
  readonly draw: (palette: Palette) => EChartsOption;
  readonly height?: number;
  /** The same as a table, behind "Show the numbers". */
  readonly numbers?: Numbers;
  /** The name or category of what was clicked. */
  readonly onPick?: (name: string) => void;
}

type Instance = ReturnType<typeof import('./echarts.ts').init>;

const STILL = { animation: false } as const;

/** One plot. The library arrives with the first one; the room it needs is kept free meanwhile. */
export function Chart({ label, draw, height = 280, numbers, onPick }: ChartProps) {
  const box = useRef<HTMLDivElement>(null);
  const palette = palettes[useComputedColorScheme('light')];
  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    let gone = false;
    let instance: Instance | undefined;
    const resized = new ResizeObserver(() => instance?.resize());
    element.setAttribute('aria-busy', 'true');
    void import('./echarts.ts').then(({ init }) => {
      if (gone) return;
      instance = init(element);
      instance.setOption({ ...STILL, ...frame(palette), ...draw(palette) });
      if (onPick) instance.on('click', ({ name }) => onPick(name));
      resized.observe(element);
      element.removeAttribute('aria-busy');
    });
    return () => {
      gone = true;
      resized.disconnect();
      instance?.dispose();
    };
  }, [draw, onPick, palette]);
  return (
    <div>
      <Box ref={box} role="img" aria-label={label} h={height} />
      {numbers && <ChartNumbers label={label} {...numbers} />}
    </div>
  );
}

const frame = ({ text, dimmed, grid, surface, series }: Palette): EChartsOption => ({
  color: [...series],
  textStyle: { color: text, fontFamily: 'inherit' },
  grid: { left: 8, right: 16, top: 32, bottom: 8, containLabel: true },
  tooltip: {
    trigger: 'axis',
    backgroundColor: surface,
    borderColor: grid,
    textStyle: { color: text, fontSize: 12 },
    confine: true,
  },
  legend: { top: 0, left: 0, textStyle: { color: dimmed }, icon: 'roundRect', itemHeight: 4 },
});

interface Numbers {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (string | number)[])[];
}

/** The plot as a table, for screen readers and for those who want to copy it. */
export function ChartNumbers({ label, columns, rows }: Numbers & { readonly label: string }) {
  return (
    <Box component="details" className="chart-numbers">
      <summary>Show the numbers</summary>
      <DataTable
        label={`${label}, as a table`}
        minWidth={320}
        rows={rows}
        idOf={(row) => row.join(' ')}
        columns={columns.map((name, at) => ({
          name,
          numeric: at > 0,
          cell: (row: Numbers['rows'][number]) => row[at],
        }))}
      />
    </Box>
  );
}
