import { Button, Group, Select, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { fieldError } from '../../api/api-problem.ts';
import { calendarCalls, calendarQueries } from '../../api/calendars.ts';
import { useChange } from '../../api/call-query.ts';
import { NameInput } from '../../parts/name-input.tsx';
import { ProblemNote } from '../../parts/panel.tsx';

/** Enough of the past to learn from, and of the future to forecast. */
const YEARS_BACK = 5;
const YEARS_AHEAD = 2;

export function FromCountry({ onBegun }: WayProps) {
  const year = new Date().getUTCFullYear();
  const [country, setCountry] = useState<string | null>(null);
  const [startDate, setStart] = useState(`${year - YEARS_BACK}-01-01`);
  const [endDate, setEnd] = useState(`${year + YEARS_AHEAD}-12-31`);
  const [name, setName] = useState('');
  const countries = useQuery(calendarQueries.countries());
  const make = useChange(calendarCalls.fromCountry, { onDone: ({ statusId }) => onBegun(statusId) });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        make.mutate({ countryCode: country ?? '', startDate, endDate, ...(name === '' ? {} : { name }) });
      }}
    >
      <Stack>
        <Select
          label="Country"
          placeholder={countries.isPending ? 'Loading ...' : 'Type to search'}
          data={countries.data?.data.map(({ code, name: called }) => ({ value: code, label: called })) ?? []}
          value={country}
          onChange={setCountry}
          searchable
          required
          data-autofocus
          error={fieldError(make.error, 'countryCode')}
        />
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <TextInput
            type="date"
            label="From"
            value={startDate}
            onChange={(event) => setStart(event.currentTarget.value)}
            required
            error={fieldError(make.error, 'startDate')}
          />
          <TextInput
            type="date"
            label="To"
            value={endDate}
            onChange={(event) => setEnd(event.currentTarget.value)}
            required
            error={fieldError(make.error, 'endDate')}
          />
        </SimpleGrid>
        <NameInput
          value={name}
          onChange={setName}
          description="Optional: else it is called after the country"
          optional
          focus={false}
          problem={make.error}
        />
        <ProblemNote problem={make.error ?? countries.error} title="The calendar was not made" />
        <Group justify="flex-end">
          <Button type="submit" loading={make.isPending}>
            Create the calendar
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** Events of one shop only: the column that says of which. */
export function SeriesColumn({ value, onChange }: { value: string; onChange: (column: string) => void }) {
  return (
    <TextInput
      label="Series ID column"
      description="Optional: where some days belong to one series alone"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

/** What every way to a calendar is given. */
export interface WayProps {
  /** The calendar is being made: what to follow. */
  readonly onBegun: (statusId: string) => void;
}
