import { Group, SimpleGrid, Slider, Stack, Text } from '@mantine/core';
import { useCallback, useMemo, useState } from 'react';
import { useChange } from '../../../api/call-query.ts';
import { insightCalls, modelCalls, modelsKey, type Roc, useInsight } from '../../../api/models.ts';
import { useMay } from '../../../api/own-access.ts';
import { HeadButton } from '../../../parts/actions.tsx';
import { Chart } from '../../../parts/chart/chart.tsx';
import type { Palette } from '../../../parts/chart/palette.ts';
import { DataTable } from '../../../parts/data-table.tsx';
import { figure, whole } from '../../../parts/format.ts';
import { Answer, Panel, ProblemNote } from '../../../parts/panel.tsx';
import { Strong } from '../../../parts/text.tsx';
import type { ShownModel } from '../model-frame.tsx';
import { plane } from './axes.ts';

/** The ROC curve, and what a threshold makes of it. */
export function RocPanel({ about, model, project }: ShownModel) {
  const keep = useChange(
    (threshold: number) => modelCalls.change(about.projectId, about.modelId, { predictionThreshold: threshold }),
    {
      refresh: [modelsKey(about.projectId)],
    },
  );
  const mayKeep = useMay(modelCalls.change(about.projectId, about.modelId, {}));
  const roc = useInsight(insightCalls.roc(about));
  return (
    <Panel title="ROC curve and confusion" intro={`The positive class is ${String(project.positiveClass)}.`}>
      <Answer of={roc} what="the ROC curve">
        {({ charts }) => {
          const chart = charts.find(({ source }) => source === 'validation') ?? charts[0];
          return chart ? (
            <Drawn
              roc={chart}
              threshold={model.predictionThreshold}
              onKeep={keep.mutate}
              fixed={model.predictionThresholdReadOnly || !mayKeep}
              problem={keep.error}
            />
          ) : (
            'The model was judged on no data.'
          );
        }}
      </Answer>
    </Panel>
  );
}

interface DrawnProps {
  readonly roc: Roc;
  readonly threshold: number;
  readonly onKeep: (threshold: number) => void;
  /** Deployed models keep theirs, and so does everybody who may not change the project. */
  readonly fixed: boolean;
  readonly problem: unknown;
}

function Drawn({ roc, threshold, onKeep, fixed, problem }: DrawnProps) {
  const [chosen, setChosen] = useState(threshold);
  const nearest = useMemo(
    () =>
      roc.rocPoints.reduce((best, point) =>
        Math.abs(point.threshold - chosen) < Math.abs(best.threshold - chosen) ? point : best,
      ),
    [roc, chosen],
  );
  const draw = useCallback(
    (palette: Palette) => ({
      ...plane(palette, 'false positive rate', 'true positive rate'),
      legend: { show: false },
      series: [
        {
          name: 'ROC',
          type: 'line' as const,
          symbol: 'none',
          lineStyle: { width: 2 },
          areaStyle: { opacity: 0.1 },
          data: roc.rocPoints.map((point) => [point.falsePositiveRate, point.truePositiveRate]),
        },
        {
          name: 'Guessing',
          type: 'line' as const,
          symbol: 'none',
          lineStyle: { type: 'dashed' as const, width: 1, color: palette.dimmed },
          data: [
            [0, 0],
            [1, 1],
          ],
        },
      ],
    }),
    [roc],
  );
  const numbers = useMemo(
    () => ({
      columns: ['Threshold', 'True positive rate', 'False positive rate'],
      rows: roc.rocPoints
        .filter((_, i) => i % Math.ceil(roc.rocPoints.length / 25) === 0)
        .map((point) => [figure(point.threshold), figure(point.truePositiveRate), figure(point.falsePositiveRate)]),
    }),
    [roc],
  );
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
      <Chart label={`ROC curve, area under it ${figure(roc.auc)}`} draw={draw} height={280} numbers={numbers} />
      <Stack>
        <Group justify="space-between">
          <Text size="sm">{`Area under the curve: ${figure(roc.auc)}`}</Text>
          <Text size="sm">{`F1: ${figure(nearest.f1Score)}, accuracy: ${figure(nearest.accuracy)}`}</Text>
        </Group>
        <div>
          <Strong>{`Threshold ${figure(chosen)}`}</Strong>
          <Slider min={0} max={1} step={0.01} value={chosen} onChange={setChosen} label={null} thumbLabel="Threshold" />
        </div>
        <Group justify="flex-end">
          <HeadButton
            label="Use this threshold"
            disabled={fixed || chosen === threshold}
            onClick={() => onKeep(chosen)}
          />
        </Group>
        <ProblemNote problem={problem} title="The threshold was not changed" />
        <DataTable
          label="Confusion matrix at the threshold"
          minWidth={280}
          rows={[
            { name: 'Actual Yes', yes: nearest.truePositiveScore, no: nearest.falseNegativeScore },
            { name: 'Actual No', yes: nearest.falsePositiveScore, no: nearest.trueNegativeScore },
          ]}
          idOf={({ name }) => name}
          columns={[
            { name: 'Rows', heading: true, cell: ({ name }) => name },
            { name: 'Predicted Yes', numeric: true, cell: ({ yes }) => whole(yes) },
            { name: 'Predicted No', numeric: true, cell: ({ no }) => whole(no) },
          ]}
        />
      </Stack>
    </SimpleGrid>
  );
}
