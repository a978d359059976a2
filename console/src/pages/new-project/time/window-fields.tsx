import { MultiSelect, SimpleGrid, Stack } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { NumberField } from '../../../parts/fields.tsx';
import { Panel } from '../../../parts/panel.tsx';
import { windowsOf } from '../aim-of.ts';
import type { StepProps } from '../step-buttons.tsx';
import { CalendarField } from './calendar-field.tsx';
import { placed } from './scale.ts';

const MOST = 10_000;

/** The windows in numbers; the drawing follows them. */
export function WindowFields({ wizard, features }: StepProps) {
  const { draft, change } = wizard;
  const windows = windowsOf(draft);
  const { unit = 'DAY', step = 1 } = draft;
  const word = `${unit.toLowerCase()}s`;
  const number = (name: keyof typeof windows, label: string, min: number, max: number) => (
    <NumberField
      label={label}
      suffix={` ${word}`}
      min={min}
      max={max}
      step={step}
      allowDecimal={false}
      value={windows[name]}
      onChange={(value) => value !== '' && change({ [name]: value })}
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

interface Windows {
  readonly deriveFrom: number;
  readonly deriveTo: number;
  readonly forecastFrom: number;
  readonly forecastTo: number;
}

const HEIGHT = 92;
const TOP = 34;
const BAR = 18;

/** What a forecast looks at and what it answers, around the moment it is made. */
function WindowStrip({ windows, unit }: { windows: Windows; unit: string }) {
  const { ref, width } = useElementSize();
  const { deriveFrom, deriveTo, forecastFrom, forecastTo } = windows;
  const place = placed({ from: Math.min(deriveFrom, -1), to: Math.max(forecastTo, 1) }, 8, Math.max(80, width - 8));
  const word = `${unit.toLowerCase()}s`;
  const label = `Looks back from ${deriveFrom} to ${deriveTo} ${word}, forecasts ${forecastFrom} to ${forecastTo} ${word} ahead`;
  // The window ahead ends after its last step, so that a window of one step is seen.
  const bars = [
    { kind: 'training', from: deriveFrom, to: deriveTo },
    { kind: 'gap', from: deriveTo, to: Math.max(deriveTo, forecastFrom - 1) },
    { kind: 'validation', from: forecastFrom - 1, to: forecastTo },
  ];
  return (
    <div ref={ref} className="timeline">
      {width > 0 && (
        <svg width={width} height={HEIGHT} role="img" aria-label={label}>
          {bars.map(({ kind, from, to }) => (
            <rect
              key={kind}
              className={kind}
              x={place(from)}
              y={TOP}
              width={Math.max(0, place(to) - place(from))}
              height={BAR}
              rx={2}
            />
          ))}
          <line className="point" x1={place(0)} x2={place(0)} y1={18} y2={TOP + BAR + 10} />
          <text className="strong" x={place(0)} y={12} textAnchor={place(0) > width * 0.75 ? 'end' : 'middle'}>
            forecast point
          </text>
          <text x={place(deriveFrom)} y={TOP + BAR + 16}>
            {deriveFrom}
          </text>
          <text x={place(deriveFrom)} y={HEIGHT - 8} className="strong">
            derived from
          </text>
          <text x={place(forecastTo)} y={TOP + BAR + 16} textAnchor="end">
            {`+${forecastTo}`}
          </text>
          <text x={place(forecastTo)} y={HEIGHT - 8} textAnchor="end" className="strong">
            forecast
          </text>
        </svg>
      )}
    </div>
  );
}
