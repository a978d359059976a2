import { Modal, SimpleGrid, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { calendarCalls, calendarQueries, calendarsKey } from '../../api/calendars.ts';
import { useChange } from '../../api/call-query.ts';
import { useFollow } from '../../api/follow.ts';
import { Form } from '../../parts/dialogs.tsx';
import { NameInput, OptionField, TextField, useFields } from '../../parts/fields.tsx';
import { PlainTabs } from '../../parts/panel.tsx';
import { DatasetPicker } from '../../parts/pickers.tsx';
import { JobProgress, UploadField } from '../../parts/upload.tsx';

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
        <PlainTabs
          label="Where the days come from"
          tabs={[
            {
              value: 'country',
              label: 'Holidays of a country',
              content: () => <FromCountry onBegun={setStatusId} />,
            },
            { value: 'file', label: 'A file', content: () => <FromFile onBegun={setStatusId} /> },
            { value: 'dataset', label: 'A dataset', content: () => <FromDataset onBegun={setStatusId} /> },
          ]}
        />
        <JobProgress of={following} what="Reading the days" refused={REFUSED} />
      </Stack>
    </Modal>
  );
}

const REFUSED = 'The calendar was not made';

/** What every way to a calendar is given. */
interface WayProps {
  /** The calendar is being made: what to follow. */
  readonly onBegun: (statusId: string) => void;
}

/** Enough of the past to learn from, and of the future to forecast. */
const YEARS_BACK = 5;
const YEARS_AHEAD = 2;

function FromCountry({ onBegun }: WayProps) {
  const year = new Date().getUTCFullYear();
  const { values, field } = useFields({
    countryCode: null as string | null,
    startDate: `${year - YEARS_BACK}-01-01`,
    endDate: `${year + YEARS_AHEAD}-12-31`,
    name: '',
  });
  const countries = useQuery(calendarQueries.countries());
  const make = useChange(calendarCalls.fromCountry, { onDone: ({ statusId }) => onBegun(statusId) });
  const { countryCode, name, ...dates } = values;
  return (
    <Form
      submit="Create the calendar"
      onSubmit={() => make.mutate({ countryCode: countryCode ?? '', ...dates, ...(name === '' ? {} : { name }) })}
      change={{ isPending: make.isPending, error: make.error ?? countries.error }}
      refused={REFUSED}
    >
      <OptionField
        label="Country"
        placeholder={countries.isPending ? 'Loading ...' : 'Type to search'}
        data={countries.data?.data.map((one) => ({ value: one.code, label: one.name })) ?? []}
        {...field('countryCode')}
        searchable
        required
        data-autofocus
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextField type="date" label="From" {...field('startDate')} required />
        <TextField type="date" label="To" {...field('endDate')} required />
      </SimpleGrid>
      <NameInput
        {...field('name')}
        description="Optional: else it is called after the country"
        optional
        focus={false}
      />
    </Form>
  );
}

function FromFile({ onBegun }: WayProps) {
  const { values, field } = useFields({ name: '', series: '' });
  return (
    <Stack>
      <NameInput {...field('name')} description="Optional: else it is called after the file" optional focus={false} />
      <SeriesColumn {...field('series')} />
      <UploadField
        label="File of the calendar"
        hint="CSV or XLSX: the date, then the name of the day; optionally Event Duration in days"
        call={(fileName) =>
          calendarCalls.fromFile(fileName, { name: values.name.trim(), series: values.series.trim() })
        }
        onDone={({ statusId }) => onBegun(statusId)}
        refused={REFUSED}
      />
    </Stack>
  );
}

function FromDataset({ onBegun }: WayProps) {
  const { values, field } = useFields({ datasetId: '', series: '', name: '' });
  const make = useChange(calendarCalls.fromDataset, { onDone: ({ statusId }) => onBegun(statusId) });
  const { datasetId, name } = values;
  const series = values.series.trim();
  return (
    <Form
      submit="Create the calendar"
      onSubmit={() =>
        make.mutate({
          datasetId,
          ...(name === '' ? {} : { name }),
          ...(series === '' ? {} : { multiseriesIdColumns: [series] }),
        })
      }
      change={make}
      refused={REFUSED}
    >
      <DatasetPicker
        label="Dataset"
        description="Its first column holds the dates, the next the names of the days"
        {...field('datasetId')}
      />
      <SeriesColumn {...field('series')} />
      <NameInput
        {...field('name')}
        description="Optional: else it is called after the dataset"
        optional
        focus={false}
      />
    </Form>
  );
}

/** Events of one shop only: the column that says of which. */
const SeriesColumn = (field: { value: string; onChange: (column: string) => void }) => (
  <TextField
    label="Series ID column"
    description="Optional: where some days belong to one series alone"
    value={field.value}
    onChange={field.onChange}
  />
);
