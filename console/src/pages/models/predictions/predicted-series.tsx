import { Select, Stack } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { Predicted } from '../../../api/projects.ts';
import { BandChart, when } from '../accuracy/band-chart.tsx';

type Row = Predicted['predictions'][number];

const MOST = 200;
const ONE = 'the series';

const number = (value: number | string | null | undefined): number | null => (typeof value === 'number' ? value : null);

/** The forecasts of one series, with the interval the model itself gives. */
export function PredictedSeries({ rows, target }: { rows: readonly Row[]; target: string }) {
  const names = useMemo(() => [...new Set(rows.map(({ seriesId }) => seriesId ?? ONE))], [rows]);
  const [chosen, setChosen] = useState(names[0] ?? ONE);
  const points = useMemo(
    () =>
      rows
        .filter(({ seriesId }) => (seriesId ?? ONE) === chosen)
        .map((row) => ({
          time: when(row.timestamp ?? String(row.rowId)),
          actual: null,
          predicted: number(row.prediction),
          low: number(row.predictionIntervalLowerBound),
          high: number(row.predictionIntervalUpperBound),
        })),
    [rows, chosen],
  );
  return (
    <Stack>
      {names.length > 1 && (
        <Select
          label="Series"
          size="xs"
          maw={260}
          searchable
          limit={MOST}
          data={names}
          value={chosen}
          allowDeselect={false}
          onChange={(name) => name && setChosen(name)}
        />
      )}
      <BandChart label={`Forecast of ${target} of ${chosen}`} points={points} band="Interval" />
    </Stack>
  );
}
