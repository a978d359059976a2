import { Select } from '@mantine/core';
import { calendarCalls } from '../../../api/calendars.ts';
import { useCall } from '../../../api/call-query.ts';
import { RowLink } from '../../../parts/actions.tsx';

/** Enough to choose from, and asked for once. */
const OFFERED = { offset: 0, limit: 1000 };

interface CalendarFieldProps {
  readonly value: string | undefined;
  readonly onChange: (calendarId: string | undefined) => void;
}

export const useCalendarName = (id: string | undefined): string | undefined =>
  useCall(calendarCalls.list(OFFERED), { enabled: id !== undefined }).data?.data.find((one) => one.id === id)?.name;

/** Days that are unlike the rest. */
export function CalendarField({ value, onChange }: CalendarFieldProps) {
  const calendars = useCall(calendarCalls.list(OFFERED));
  const offered = calendars.data?.data.map(({ id, name }) => ({ value: id, label: name })) ?? [];
  return (
    <Select
      label="Calendar"
      description={
        <>
          {'Optional: holidays and other days that are unlike the rest. '}
          <RowLink to="/calendars" target="_blank" text="Create one" />
        </>
      }
      placeholder={offered.length === 0 ? 'There is none yet' : 'No calendar'}
      data={offered}
      value={value ?? null}
      onChange={(id) => onChange(id ?? undefined)}
      searchable
      clearable
    />
  );
}
