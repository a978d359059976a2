import { Checkbox, NumberInput, Radio, Select, SimpleGrid, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { projectQueries } from '../../api/projects.ts';
import { Panel, ProblemNote } from '../../parts/panel.tsx';
import { defaultMetric } from './aim-of.ts';
import { StepButtons, type StepProps } from './step-buttons.tsx';
import { type Mode, modeTexts } from './summary.ts';

const AUTOMATIC = '';

export function ModelsStep({ wizard, projectId }: StepProps) {
  const { draft, change } = wizard;
  const metrics = useQuery({
    ...projectQueries.metrics(projectId, draft.target ?? ''),
    enabled: draft.target !== undefined,
  });
  return (
    <>
      <Panel title="Modeling mode">
        <Radio.Group
          aria-label="Modeling mode"
          value={draft.mode ?? 'quick'}
          onChange={(mode) => change({ mode: mode as Mode })}
        >
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            {Object.entries(modeTexts).map(([mode, { name, about }]) => (
              <Radio key={mode} value={mode} label={name} description={about} />
            ))}
          </SimpleGrid>
        </Radio.Group>
      </Panel>
      <Panel title="Metric and blending">
        <Stack>
          <ProblemNote problem={metrics.error} title="The metrics are not known" />
          <Select
            label="Optimization metric"
            description="Also shown for every other metric; this one chooses the winner."
            maw={420}
            data={[
              { value: AUTOMATIC, label: `Default (${defaultMetric(draft, metrics.data?.availableMetrics)})` },
              ...(metrics.data?.metricDetails ?? []).map(({ metricName, ascending }) => ({
                value: metricName,
                label: `${metricName} (${ascending ? 'lower' : 'higher'} is better)`,
              })),
            ]}
            value={draft.metric ?? AUTOMATIC}
            allowDeselect={false}
            onChange={(metric) => change({ metric: metric || undefined })}
          />
          <Checkbox
            label="Blend the best models"
            description="Often a little better, and slower to answer."
            checked={draft.blend ?? true}
            onChange={(event) => change({ blend: event.currentTarget.checked })}
          />
        </Stack>
      </Panel>
      <Panel title="Workers">
        <Stack gap="xs">
          <NumberInput
            label="Parallel workers"
            description="How many models are trained at once. It can be changed while they run."
            maw={420}
            min={1}
            max={64}
            allowDecimal={false}
            value={draft.workers ?? ''}
            placeholder="All available"
            onChange={(workers) => change({ workers: typeof workers === 'number' ? workers : undefined })}
          />
          <Text size="xs" c="dimmed">
            Left empty, the project takes every worker of the installation.
          </Text>
        </Stack>
      </Panel>
      <StepButtons wizard={wizard} />
    </>
  );
}
