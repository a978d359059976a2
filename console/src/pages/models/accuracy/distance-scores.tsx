import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { insightQueries } from '../../../api/models.ts';
import { Answer } from '../../../parts/answer.tsx';
import { Chart } from '../../../parts/chart/chart.tsx';
import type { Palette } from '../../../parts/chart/palette.ts';
import { figure } from '../../../parts/format-number.ts';
import { Panel } from '../../../parts/panel.tsx';
import type { ShownModel } from '../model-frame.tsx';
import { axes } from './axes.ts';

/** How accuracy changes with how far ahead is forecast. */
export function DistanceScores({ about, project }: ShownModel) {
  const scores = useQuery(insightQueries.byDistance(about, project.metric ?? ''));
  return (
    <Panel title="Accuracy by forecast step" intro={`${project.metric} of forecasts so many steps ahead.`}>
      <Answer of={scores} what="the scores by step">
        {({ forecastDistancePlotData, metricName }) => <Steps metric={metricName} points={forecastDistancePlotData} />}
      </Answer>
    </Panel>
  );
}

interface StepsProps {
  readonly metric: string;
  readonly points: readonly {
    readonly forecastDistance: number;
    readonly validationScore: number | null;
    readonly backtestingScore: number | null;
    readonly holdoutScore: number | null;
  }[];
}

function Steps({ metric, points }: StepsProps) {
  const withHoldout = points.some(({ holdoutScore }) => holdoutScore !== null);
  const draw = useCallback(
    (palette: Palette) => ({
      ...axes(
        palette,
        points.map(({ forecastDistance }) => String(forecastDistance)),
        'steps ahead',
      ),
      series: [
        { name: 'Backtest 1', type: 'bar' as const, data: points.map(({ validationScore }) => validationScore) },
        { name: 'All backtests', type: 'bar' as const, data: points.map(({ backtestingScore }) => backtestingScore) },
        ...(withHoldout
          ? [{ name: 'Holdout', type: 'bar' as const, data: points.map(({ holdoutScore }) => holdoutScore) }]
          : []),
      ],
    }),
    [points, withHoldout],
  );
  const numbers = useMemo(
    () => ({
      columns: ['Steps ahead', 'Backtest 1', 'All backtests', 'Holdout'],
      rows: points.map((one) => [
        one.forecastDistance,
        figure(one.validationScore),
        figure(one.backtestingScore),
        figure(one.holdoutScore),
      ]),
    }),
    [points],
  );
  return <Chart label={`${metric} by forecast step`} draw={draw} height={240} numbers={numbers} />;
}
