import { SimpleGrid, Stack } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { projectQueries } from '../../../api/projects.ts';
import { Check, NumberField } from '../../../parts/fields.tsx';
import { Panel, ProblemNote } from '../../../parts/panel.tsx';
import { datedFields, USUAL } from '../aim-of.ts';
import type { StepProps } from '../step-buttons.tsx';
import { BacktestTimeline } from './backtest-timeline.tsx';

const PAUSE_MS = 300;

/** Backtests, gap and holdout; the server says where they fall. */
export function PartFields({ wizard, projectId, features }: StepProps) {
  const { draft, change } = wizard;
  const [settled] = useDebouncedValue(draft, PAUSE_MS);
  const fields = datedFields(settled);
  const date = features.find(({ name }) => name === settled.date);
  // One series needs a regular axis of its own; many need a column that tells them apart.
  const ready = settled.kind === 'dated' || settled.series !== undefined || date?.timeSeriesEligible === true;
  const plan = useQuery({
    ...projectQueries.preview(projectId, fields ?? { datetimePartitionColumn: '', useTimeSeries: false }),
    enabled: fields !== undefined && ready,
    placeholderData: keepPreviousData,
  });
  const word = `${(draft.unit ?? 'DAY').toLowerCase()}s`;
  const set = (name: 'validation' | 'gap') => (value: number | string) =>
    change({ [name]: typeof value === 'number' && value > 0 ? value : undefined });
  return (
    <Panel title="Backtests and holdout" intro="Every model is evaluated on periods it was not trained on.">
      <Stack>
        {plan.error === null && plan.data && <BacktestTimeline plan={plan.data} />}
        <ProblemNote problem={plan.error} title="These backtests do not fit your data" />
        <SimpleGrid cols={{ base: 1, xs: 3 }}>
          <NumberField
            label="Backtests"
            min={1}
            max={20}
            allowDecimal={false}
            value={draft.backtests ?? USUAL.backtests}
            onChange={(backtests) => backtests !== '' && backtests > 0 && change({ backtests })}
          />
          <NumberField
            label="Length of each"
            placeholder="chosen for you"
            suffix={` ${word}`}
            min={0}
            allowDecimal={false}
            value={draft.validation ?? ''}
            onChange={set('validation')}
          />
          <NumberField
            label="Gap before each"
            placeholder="none"
            suffix={` ${word}`}
            min={0}
            allowDecimal={false}
            value={draft.gap ?? ''}
            onChange={set('gap')}
          />
        </SimpleGrid>
        <Check
          label="Keep a holdout"
          description="The newest stretch, hidden until you unlock it: the honest last test."
          checked={draft.holdout ?? true}
          onChange={(on) => change({ holdout: on })}
        />
      </Stack>
    </Panel>
  );
}
