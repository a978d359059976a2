import { Group, Select, Stack } from '@mantine/core';
import { EmptyState } from '../../../parts/empty-state.tsx';
import { Panel } from '../../../parts/panel.tsx';
import type { StepProps } from '../step-props.ts';
import { SeriesDetection } from './series-detection.tsx';

const UNITS = ['SECOND', 'MINUTE', 'HOUR', 'DAY', 'WEEK', 'MONTH', 'QUARTER', 'YEAR'];

export function DateFields(props: StepProps) {
  const { wizard, features } = props;
  const { draft, change } = wizard;
  const dates = features.filter(({ featureType }) => featureType === 'Date');
  const date = dates.find(({ name }) => name === draft.date);
  const choose = (name: string | null) => {
    const column = dates.find((one) => one.name === name);
    if (column === undefined) return;
    const steps = { unit: column.timeUnit ?? undefined, step: column.timeStep ?? undefined, series: undefined };
    change({ date: column.name, ...steps });
  };
  return (
    <Panel title="The date" intro="Found among the columns whose values read as dates.">
      {dates.length === 0 ? (
        <EmptyState icon="dataset" title="No column reads as a date">
          Write dates like 2026-01-31 or 2026-01-31T12:00:00Z and upload the table again, or say that time does not
          matter.
        </EmptyState>
      ) : (
        <Stack>
          <Group align="flex-start">
            <Select
              label="Date column"
              placeholder="Choose a column"
              data={dates.map(({ name }) => name)}
              value={draft.date ?? null}
              onChange={choose}
              allowDeselect={false}
            />
            {draft.kind === 'dated' && (
              <Select
                label="Lengths are told in"
                data={UNITS.map((unit) => ({ value: unit, label: `${unit.toLowerCase()}s` }))}
                value={draft.unit ?? 'DAY'}
                allowDeselect={false}
                onChange={(unit) => unit && change({ unit })}
              />
            )}
          </Group>
          {draft.kind === 'series' && date && <SeriesDetection {...props} date={date} />}
        </Stack>
      )}
    </Panel>
  );
}
