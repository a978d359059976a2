import { Button, Group, Select, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { fieldError } from '../../api/api-problem.ts';
import { calendarCalls, calendarQueries } from '../../api/calendars.ts';
import { useChange } from '../../api/use-change.ts';
import { NameInput } from '../../parts/name-input.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import type { WayProps } from './way-props.ts';

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
