import { Text } from '@mantine/core';

import { useCallback, useMemo } from 'react';
import { type Confusion, insightCalls, useInsight } from '../../../api/models.ts';
import { Chart } from '../../../parts/chart/chart.tsx';
import type { Palette } from '../../../parts/chart/palette.ts';
import { DataTable } from '../../../parts/data-table.tsx';
import { figure, share, whole } from '../../../parts/format.ts';
import { Answer, Panel } from '../../../parts/panel.tsx';
import { ModelFrame, type ShownModel } from '../model-frame.tsx';
import { axes } from './axes.ts';
import { ForecastPanel } from './forecast-panel.tsx';
import { LiftPanel } from './lift-panel.tsx';
import { ResidualsPanel } from './residuals-panel.tsx';
import { RocPanel } from './roc-panel.tsx';

/** What fits the kind of project: plots over time, residuals of numbers, curves of classes. */
export function AccuracyPage() {
  return (
    <ModelFrame
      part="Accuracy"
      calls={(about) => [insightCalls.overTime({ ...about, part: 0, seriesId: undefined }), insightCalls.lift(about)]}
    >
      {(shown) => {
        const { project, dated } = shown;
        const type = project.targetType;
        return (
          <>
            {dated && <ForecastPanel {...shown} />}
            {project.partition.useTimeSeries && <DistanceScores {...shown} />}
            {type === 'Regression' && <ResidualsPanel {...shown} />}
            {type === 'Binary' && <RocPanel {...shown} />}
            {type === 'Multiclass' && <Confusions {...shown} />}
            {(type === 'Regression' || type === 'Binary') && <LiftPanel {...shown} />}
          </>
        );
      }}
    </ModelFrame>
  );
}

const MOST = 30;

/** Which classes are taken for which. */
function Confusions({ about }: ShownModel) {
  const confusion = useInsight(insightCalls.confusion(about));
  return (
    <Panel title="Confusion" intro="A row for each class that was, a column for each that was said.">
      <Answer of={confusion} what="the confusion">
        {({ charts }) => {
          const chart = charts.find(({ source }) => source === 'validation') ?? charts[0];
          return chart ? <Matrix data={chart.data} /> : 'The model was judged on no data.';
        }}
      </Answer>
    </Panel>
  );
}

function Matrix({ data: { classes, confusionMatrix, classMetrics } }: { data: Confusion['data'] }) {
  const shown = classes.slice(0, MOST).map((name, at) => ({
    name,
    at,
    figures: classMetrics.find(({ className }) => className === name),
  }));
  return (
    <DataTable
      label="Confusion"
      minWidth={160 + shown.length * 90}
      rows={shown}
      idOf={({ name }) => name}
      columns={[
        { name: 'Was', heading: true, cell: ({ name }) => name },
        ...shown.map((said) => ({
          name: `said ${said.name}`,
          numeric: true,
          cell: ({ at }: { at: number }) => (
            <Text span inherit fw={at === said.at ? 650 : 400}>
              {whole(confusionMatrix[at]?.[said.at])}
            </Text>
          ),
        })),
        { name: 'Recall', numeric: true, cell: ({ figures }) => share(figures?.recall) },
        { name: 'Precision', numeric: true, cell: ({ figures }) => share(figures?.precision) },
      ]}
    />
  );
}

/** How accuracy changes with how far ahead is forecast. */
function DistanceScores({ about, project }: ShownModel) {
  const scores = useInsight(insightCalls.byDistance(about, project.metric ?? ''));
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
