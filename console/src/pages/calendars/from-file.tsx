import { Stack } from '@mantine/core';
import { useState } from 'react';
import { calendarCalls } from '../../api/calendars.ts';
import { NameInput } from '../../parts/name-input.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { DropZone } from '../../parts/upload/drop-zone.tsx';
import { UploadProgress } from '../../parts/upload/upload-progress.tsx';
import { useUpload } from '../../parts/upload/use-upload.ts';
import { SeriesColumn } from './series-column.tsx';
import type { WayProps } from './way-props.ts';

export function FromFile({ onBegun }: WayProps) {
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
