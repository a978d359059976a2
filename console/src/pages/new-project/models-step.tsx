import { Radio, SimpleGrid, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { projectQueries } from '../../api/projects.ts';
import { Check, ChoiceField, NumberField } from '../../parts/fields.tsx';
import { Panel, ProblemNote } from '../../parts/panel.tsx';
import { Small } from '../../parts/text.tsx';
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
          <ChoiceField
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
            onChange={(metric) => change({ metric: metric || undefined })}
          />
          <Check
            label="Blend the best models"
            description="Often a little better, and slower to answer."
            checked={draft.blend ?? true}
            onChange={(on) => change({ blend: on })}
          />
        </Stack>
      </Panel>
      <Panel title="Workers">
        <Stack gap="xs">
          <NumberField
            label="Parallel workers"
            description="How many models are trained at once. It can be changed while they run."
            maw={420}
            min={1}
            max={64}
            allowDecimal={false}
            value={draft.workers ?? ''}
            placeholder="All available"
            onChange={(workers) => change({ workers: workers === '' ? undefined : workers })}
          />
          <Small>Left empty, the project takes every worker of the installation.</Small>
        </Stack>
      </Panel>
      <StepButtons wizard={wizard} />
    </>
  );
}
