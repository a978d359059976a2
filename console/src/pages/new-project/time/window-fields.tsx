import { MultiSelect, NumberInput, SimpleGrid, Stack } from '@mantine/core';
import { Panel } from '../../../parts/panel.tsx';
import { windowsOf } from '../aim-of.ts';
import type { StepProps } from '../step-props.ts';
import { CalendarField } from './calendar-field.tsx';
import { WindowStrip } from './window-strip.tsx';

const MOST = 10_000;

/** The windows in numbers; the drawing follows them. */
export function WindowFields({ wizard, features }: StepProps) {
  const { draft, change } = wizard;
  const windows = windowsOf(draft);
  const { unit = 'DAY', step = 1 } = draft;
  const word = `${unit.toLowerCase()}s`;
  const number = (name: keyof typeof windows, label: string, min: number, max: number) => (
    <NumberInput
      label={label}
      suffix={` ${word}`}
      min={min}
      max={max}
      step={step}
      allowDecimal={false}
      value={windows[name]}
      onChange={(value) => typeof value === 'number' && change({ [name]: value })}
    />
  );
  const columns = features.filter(
    ({ name }) => name !== draft.target && name !== draft.date && !draft.series?.includes(name),
  );
  return (
    <Panel
      title="Windows"
      intro="What a forecast may look at, and how far ahead it answers, counted from the moment it is made."
    >
      <Stack>
        <WindowStrip windows={windows} unit={unit} />
        <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }}>
          {number('deriveFrom', 'Features derived from', -MOST, windows.deriveTo - step)}
          {number('deriveTo', 'Features derived to', windows.deriveFrom + step, 0)}
          {number('forecastFrom', 'Forecast from', step, windows.forecastTo)}
          {number('forecastTo', 'Forecast to', windows.forecastFrom, MOST)}
        </SimpleGrid>
        <MultiSelect
          label="Known in advance"
          description="Columns whose future values you will send: holidays, prices, planned promotions"
          data={columns.map(({ name }) => name)}
          value={[...(draft.known ?? [])]}
          onChange={(known) => change({ known: known.length > 0 ? known : undefined })}
          searchable
          clearable
        />
        <CalendarField value={draft.calendar} onChange={(calendar) => change({ calendar })} />
      </Stack>
    </Panel>
  );
}
