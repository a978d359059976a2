import { Group, Progress, Text } from '@mantine/core';

import { type ExplainedRow, insightCalls, modelsKey, useInsight } from '../../../api/models.ts';
import { DataTable } from '../../../parts/data-table.tsx';
import { figure } from '../../../parts/format.ts';
import { Panel } from '../../../parts/panel.tsx';
import { Computed, ModelFrame, type ShownModel } from '../model-frame.tsx';

export function ExplanationsPage() {
  return (
    <ModelFrame part="Explanations" calls={(about) => [insightCalls.explanations(about)]}>
      {(shown) => <Sample {...shown} />}
    </ModelFrame>
  );
}

function Sample({ about, project }: ShownModel) {
  const sample = useInsight(insightCalls.explanations(about));
  return (
    <Panel
      title="Prediction explanations"
      intro="A few rows, with the features that moved each prediction up or down, strongest first."
    >
      <Computed
        of={sample}
        what="explanations"
        about="A few rows of the training data are explained feature by feature. It takes seconds to minutes."
        compute={() => insightCalls.explain(about)}
        refresh={[modelsKey(about.projectId)]}
      >
        {({ predictionExplanationsSample: rows }) => (
          <DataTable
            label="Explained rows"
            rows={rows}
            idOf={({ rowId, forecastDistance }) => `${rowId} ${forecastDistance ?? ''}`}
            columns={[
              {
                name: 'Row',
                cell: ({ rowId, seriesId, timestamp }) =>
                  [seriesId, timestamp?.slice(0, 10)].filter(Boolean).join(', ') || rowId,
              },
              {
                name: `Predicted ${project.target ?? ''}`,
                className: 'number',
                cell: ({ prediction }) => (typeof prediction === 'number' ? figure(prediction) : prediction),
              },
              { name: 'Top reasons', cell: (row) => <Reasons row={row} /> },
            ]}
          />
        )}
      </Computed>
    </Panel>
  );
}

const MOST = 4;

const valueText = (value: string | number): string =>
  typeof value === 'number' ? figure(value) : value === '' ? 'missing' : value;

function Reasons({ row }: { row: ExplainedRow }) {
  const reasons = row.predictionExplanations.slice(0, MOST);
  const largest = Math.max(...reasons.map(({ strength }) => Math.abs(strength)), Number.MIN_VALUE);
  return reasons.map(({ feature, featureValue, strength, qualitativeStrength }) => (
    <Group key={feature} gap="xs" wrap="nowrap">
      <Text size="sm" w={36} fw={600} title={`strength ${figure(strength)}`}>
        {qualitativeStrength}
      </Text>
      <Progress
        value={(Math.abs(strength) / largest) * 100}
        w={70}
        size="sm"
        color={strength < 0 ? 'orange' : 'almanac'}
        aria-label={`Strength of ${feature}: ${figure(strength)}`}
      />
      <Text size="sm">{`${feature} = ${valueText(featureValue)}`}</Text>
    </Group>
  ));
}
