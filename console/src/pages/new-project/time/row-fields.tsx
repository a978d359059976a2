import { NumberInput, Select, SimpleGrid } from '@mantine/core';
import { Panel } from '../../../parts/panel.tsx';
import { METHODS } from '../draft.ts';
import type { StepProps } from '../step-props.ts';

const USUAL = '';
const methods = [
  { value: USUAL, label: 'Default: stratified for classes, else random' },
  { value: 'random', label: 'At random' },
  { value: 'stratified', label: 'By class: the same shares of the target in each part' },
  { value: 'group', label: 'By group: rows of a group stay together' },
];

/** Partitioning without a time component. */
export function RowFields({ wizard, features }: StepProps) {
  const { draft, change } = wizard;
  const groups = features.filter(({ name, uniqueCount }) => name !== draft.target && uniqueCount > 1);
  return (
    <Panel title="Folds and holdout" intro="Models are evaluated on rows they were not trained on.">
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <Select
          label="Partitioning"
          data={methods}
          value={draft.method ?? USUAL}
          allowDeselect={false}
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
        <NumberInput
          label="Folds"
          min={2}
          max={50}
          allowDecimal={false}
          value={draft.folds ?? 5}
          onChange={(folds) => typeof folds === 'number' && folds >= 2 && change({ folds })}
        />
        <NumberInput
          label="Holdout"
          suffix=" % of rows"
          min={0}
          max={90}
          allowDecimal={false}
          value={draft.holdoutPct ?? 20}
          onChange={(holdoutPct) => typeof holdoutPct === 'number' && change({ holdoutPct })}
        />
      </SimpleGrid>
    </Panel>
  );
}
