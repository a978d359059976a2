import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { calendarCalls } from '../../../api/calendars.ts';
import { callQuery } from '../../../api/call-query.ts';

/** Enough to choose from, and asked for once. */
const OFFERED = { offset: 0, limit: 1000 };

interface CalendarFieldProps {
  readonly value: string | undefined;
  readonly onChange: (calendarId: string | undefined) => void;
}

export const useCalendarName = (id: string | undefined): string | undefined =>
  useQuery({ ...callQuery(calendarCalls.list(OFFERED)), enabled: id !== undefined }).data?.data.find(
    (one) => one.id === id,
  )?.name;

/** Days that are unlike the rest. */
export function CalendarField({ value, onChange }: CalendarFieldProps) {
  const calendars = useQuery(callQuery(calendarCalls.list(OFFERED)));
  const offered = calendars.data?.data.map(({ id, name }) => ({ value: id, label: name })) ?? [];
  return (
    <Select
      label="Calendar"
      description={
        <>
          {'Optional: holidays and other days that are unlike the rest. '}
          <Link to="/calendars" target="_blank" className="row-link">
            Create one
          </Link>
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
