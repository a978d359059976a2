import { Button, Group, Stack } from '@mantine/core';
import { useState } from 'react';
import { fieldError } from '../../api/api-problem.ts';
import { calendarCalls } from '../../api/calendars.ts';
import { useChange } from '../../api/use-change.ts';
import { DatasetPicker } from '../../parts/dataset-picker.tsx';
import { NameInput } from '../../parts/name-input.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { SeriesColumn } from './series-column.tsx';
import type { WayProps } from './way-props.ts';

export function FromDataset({ onBegun }: WayProps) {
  const [datasetId, setDatasetId] = useState('');
  const [series, setSeries] = useState('');
  const [name, setName] = useState('');
  const make = useChange(calendarCalls.fromDataset, { onDone: ({ statusId }) => onBegun(statusId) });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        make.mutate({
          datasetId,
          ...(name === '' ? {} : { name }),
          ...(series.trim() === '' ? {} : { multiseriesIdColumns: [series.trim()] }),
        });
      }}
    >
      <Stack>
        <DatasetPicker
          label="Dataset"
          description="Its first column holds the dates, the next the names of the days"
          value={datasetId}
          onChange={setDatasetId}
          error={fieldError(make.error, 'datasetId')}
        />
        <SeriesColumn value={series} onChange={setSeries} />
        <NameInput
          value={name}
          onChange={setName}
          description="Optional: else it is called after the dataset"
          optional
          focus={false}
          problem={make.error}
        />
        <ProblemNote problem={make.error} title="The calendar was not made" />
        <Group justify="flex-end">
          <Button type="submit" loading={make.isPending}>
            Create the calendar
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
