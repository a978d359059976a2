import { Radio, SimpleGrid } from '@mantine/core';
import { Panel } from '../../../parts/panel.tsx';
import { missing } from '../aim-of.ts';
import type { Draft } from '../draft.ts';
import { StepButtons } from '../step-buttons.tsx';
import type { StepProps } from '../step-props.ts';
import { DateFields } from './date-fields.tsx';
import { PartFields } from './part-fields.tsx';
import { RowFields } from './row-fields.tsx';
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
