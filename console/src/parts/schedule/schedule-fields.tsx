import { Group } from '@mantine/core';
import type { Schedule } from '../../api/deployment-settings.ts';
import { ChoiceField, NumberField, TextField } from '../fields.tsx';
import type { Every, Rhythm } from './schedule-text.ts';
import { EVERY, rhythmOf, scheduleOf, scheduleText, USUAL, weekdays } from './schedule-text.ts';

interface ScheduleFieldsProps {
  readonly value: Schedule | null;
  readonly onChange: (schedule: Schedule | null) => void;
  /** How it is said that nothing runs by itself; without it there is always a schedule. */
  readonly never?: string;
  readonly label?: string;
}

const NEVER = 'never';
const AS_IT_IS = 'as it is';

/** When something runs. A schedule of another shape, set through the API, is shown and kept until another is chosen. */
export function ScheduleFields({ value, onChange, never, label = 'Runs' }: ScheduleFieldsProps) {
  const rhythm = value === null ? undefined : rhythmOf(value);
  const change = (part: Partial<Rhythm>) => onChange(scheduleOf({ ...USUAL, ...rhythm, ...part }));
  const chosen = value === null ? NEVER : (rhythm?.every ?? AS_IT_IS);
  return (
    <Group gap="sm" align="flex-end">
      <ChoiceField
        label={label}
        w={190}
        data={[
          ...(never === undefined ? [] : [{ value: NEVER, label: never }]),
          ...EVERY.map((every) => ({ value: every, label: `every ${every}` })),
          ...(value !== null && rhythm === undefined ? [{ value: AS_IT_IS, label: scheduleText(value) }] : []),
        ]}
        value={chosen}
        onChange={(next) => {
          if (next === NEVER) onChange(null);
          else if (next !== null && next !== AS_IT_IS) change({ every: next as Every });
        }}
      />
      {rhythm?.every === 'week' && (
        <ChoiceField
          label="On"
          w={140}
          data={weekdays.map((name, day) => ({ value: String(day), label: name }))}
          value={String(rhythm.weekday)}
          onChange={(day) => change({ weekday: Number(day) })}
        />
      )}
      {rhythm?.every === 'month' && (
        <NumberField
          label="On day"
          w={90}
          min={1}
          max={31}
          allowDecimal={false}
          value={rhythm.day}
          onChange={(day) => day !== '' && change({ day })}
        />
      )}
      {rhythm?.every === 'hour' && (
        <NumberField
          label="At minute"
          w={100}
          min={0}
          max={59}
          allowDecimal={false}
          value={Number(rhythm.time.slice(3))}
          onChange={(minute) => minute !== '' && change({ time: `00:${minute}` })}
        />
      )}
      {rhythm !== undefined && rhythm.every !== 'hour' && (
        <TextField
          type="time"
          label="At (UTC)"
          w={140}
          required
          value={rhythm.time}
          onChange={(text) => text !== '' && change({ time: text })}
        />
      )}
    </Group>
  );
}
