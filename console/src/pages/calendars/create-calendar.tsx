import { Button, Group, Modal, Stack, Tabs } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { fieldError } from '../../api/api-problem.ts';
import { calendarCalls, calendarsKey } from '../../api/calendars.ts';
import { useChange } from '../../api/call-query.ts';
import { useFollow } from '../../api/follow.ts';
import { JobProgress } from '../../parts/job-progress.tsx';
import { NameInput } from '../../parts/name-input.tsx';
import { ProblemNote } from '../../parts/panel.tsx';
import { DatasetPicker } from '../../parts/pickers.tsx';
import { DropZone, UploadProgress, useUpload } from '../../parts/upload.tsx';
import { FromCountry, SeriesColumn, type WayProps } from './from-country.tsx';

const ways = [
  { value: 'country', label: 'Holidays of a country', Form: FromCountry },
  { value: 'file', label: 'A file', Form: FromFile },
  { value: 'dataset', label: 'A dataset', Form: FromDataset },
] as const;

/** Three ways to a calendar. While it is made its progress is shown; then its page opens. */
export function CreateCalendar({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const [statusId, setStatusId] = useState<string>();
  const following = useFollow(statusId, {
    refresh: [calendarsKey],
    onDone: ({ location }) => {
      const calendarId = location?.split('/')[1];
      if (calendarId !== undefined) void navigate({ to: '/calendars/$calendarId', params: { calendarId } });
    },
  });
  return (
    <Modal opened onClose={onClose} title="A new calendar" size="lg">
      <Stack>
        <Tabs defaultValue="country" keepMounted={false}>
          <Tabs.List aria-label="Where the days come from" mb="md">
            {ways.map(({ value, label }) => (
              <Tabs.Tab key={value} value={value}>
                {label}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          {ways.map(({ value, Form }) => (
            <Tabs.Panel key={value} value={value}>
              <Form onBegun={setStatusId} />
            </Tabs.Panel>
          ))}
        </Tabs>
        <JobProgress of={following} what="Reading the days" refused="The calendar was not made" />
      </Stack>
    </Modal>
  );
}

function FromFile({ onBegun }: WayProps) {
  const [name, setName] = useState('');
  const [series, setSeries] = useState('');
  const upload = useUpload(
    (fileName) => calendarCalls.fromFile(fileName, { name: name.trim(), series: series.trim() }),
    ({ statusId }) => onBegun(statusId),
  );
  return (
    <Stack>
      <NameInput
        value={name}
        onChange={setName}
        description="Optional: else it is called after the file"
        optional
        focus={false}
      />
      <SeriesColumn value={series} onChange={setSeries} />
      <DropZone
        label="File of the calendar"
        hint="CSV or XLSX: the date, then the name of the day; optionally Event Duration in days"
        onFile={upload.start}
        disabled={upload.sending !== undefined}
      />
      {upload.sending && <UploadProgress sending={upload.sending} onCancel={upload.cancel} />}
      <ProblemNote problem={upload.problem} title="The calendar was not made" />
    </Stack>
  );
}

function FromDataset({ onBegun }: WayProps) {
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
