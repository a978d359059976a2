import { Group, Radio, Select, SimpleGrid, Stack } from '@mantine/core';
import { ChoiceField, NumberField } from '../../../parts/fields.tsx';
import { EmptyState, Panel } from '../../../parts/panel.tsx';
import { missing } from '../aim-of.ts';
import { type Draft, METHODS } from '../draft.ts';
import { StepButtons, type StepProps } from '../step-buttons.tsx';
import { PartFields } from './part-fields.tsx';
import { SeriesDetection } from './series-detection.tsx';
import { WindowFields } from './window-fields.tsx';

const kinds = [
  { kind: 'series', name: 'Time series', about: 'Values over time, of one series or of many.' },
  {
    kind: 'dated',
    name: 'Date-ordered (out-of-time validation)',
    about: 'Models are evaluated on later rows than they were trained on.',
  },
  { kind: 'rows', name: 'No time component', about: 'Rows are partitioned at random, by class or by group.' },
] as const;

/** The project type, and the partitioning that evaluates models. */
export function TimeStep(props: StepProps) {
  const { wizard } = props;
  const { draft, change } = wizard;
  const dated = draft.kind === 'series' || draft.kind === 'dated';
  return (
    <>
      <Panel title="Project type">
        <Radio.Group
          aria-label="Project type"
          value={draft.kind ?? ''}
          onChange={(kind) => change({ kind: kind as NonNullable<Draft['kind']> })}
        >
          <SimpleGrid cols={{ base: 1, sm: 3 }}>
            {kinds.map(({ kind, name, about }) => (
              <Radio key={kind} value={kind} label={name} description={about} />
            ))}
          </SimpleGrid>
        </Radio.Group>
      </Panel>
      {dated && <DateFields {...props} />}
      {draft.kind === 'series' && draft.date !== undefined && <WindowFields {...props} />}
      {dated && draft.date !== undefined && <PartFields {...props} />}
      {draft.kind === 'rows' && <RowFields {...props} />}
      <StepButtons wizard={wizard} wait={missing(draft)} />
    </>
  );
}

const UNITS = ['SECOND', 'MINUTE', 'HOUR', 'DAY', 'WEEK', 'MONTH', 'QUARTER', 'YEAR'];

function DateFields(props: StepProps) {
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
            <ChoiceField
              label="Date column"
              placeholder="Choose a column"
              data={dates.map(({ name }) => name)}
              value={draft.date ?? null}
              onChange={choose}
            />
            {draft.kind === 'dated' && (
              <ChoiceField
                label="Lengths are told in"
                data={UNITS.map((unit) => ({ value: unit, label: `${unit.toLowerCase()}s` }))}
                value={draft.unit ?? 'DAY'}
                onChange={(unit) => change({ unit })}
              />
            )}
          </Group>
          {draft.kind === 'series' && date && <SeriesDetection {...props} date={date} />}
        </Stack>
      )}
    </Panel>
  );
}

const USUAL = '';
const methods = [
  { value: USUAL, label: 'Default: stratified for classes, else random' },
  { value: 'random', label: 'At random' },
  { value: 'stratified', label: 'By class: the same shares of the target in each part' },
  { value: 'group', label: 'By group: rows of a group stay together' },
];

/** Partitioning without a time component. */
function RowFields({ wizard, features }: StepProps) {
  const { draft, change } = wizard;
  const groups = features.filter(({ name, uniqueCount }) => name !== draft.target && uniqueCount > 1);
  return (
    <Panel title="Folds and holdout" intro="Models are evaluated on rows they were not trained on.">
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <ChoiceField
          label="Partitioning"
          data={methods}
          value={draft.method ?? USUAL}
          onChange={(name) => change({ method: METHODS.find((method) => method === name) })}
        />
        {draft.method === 'group' && (
          <Select
            label="Column of the groups"
            searchable
            data={groups.map(({ name }) => name)}
            value={draft.group ?? null}
            onChange={(group) => group !== null && change({ group })}
          />
        )}
        <NumberField
          label="Folds"
          min={2}
          max={50}
          allowDecimal={false}
          value={draft.folds ?? 5}
          onChange={(folds) => folds !== '' && folds >= 2 && change({ folds })}
        />
        <NumberField
          label="Holdout"
          suffix=" % of rows"
          min={0}
          max={90}
          allowDecimal={false}
          value={draft.holdoutPct ?? 20}
          onChange={(holdoutPct) => holdoutPct !== '' && change({ holdoutPct })}
        />
      </SimpleGrid>
    </Panel>
  );
}
