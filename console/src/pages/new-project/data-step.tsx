import { Box, Button, Group, Select, Stack } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { datasetCalls, datasetKeys, datasetQueries } from '../../api/datasets.ts';
import { begin, useFollow } from '../../api/follow.ts';
import { projectCalls, projectKeys } from '../../api/projects.ts';
import { HeadButton } from '../../parts/actions.tsx';
import { SubmitForm } from '../../parts/dialogs.tsx';
import { NameInput } from '../../parts/fields.tsx';
import { Answer, Panel, ProblemNote } from '../../parts/panel.tsx';
import { DropZone, JobProgress, UploadProgress, useUpload } from '../../parts/upload.tsx';
import type { Wizard } from './use-wizard.ts';

interface Source {
  readonly id: string;
  readonly name: string;
}

const bare = (fileName: string) => fileName.replace(/\.\w+$/, '');

/** A dataset that is there, or a file that becomes one. Then the project reads it. */
export function DataStep({ wizard }: { wizard: Wizard }) {
  const [source, setSource] = useState<Source>();
  const [reading, setReading] = useState<string>();
  const upload = useUpload(datasetCalls.upload, ({ catalogId, statusId }, file) => {
    setSource({ id: catalogId, name: bare(file.name) });
    setReading(statusId);
  });
  const read = useFollow(reading, { refresh: [datasetKeys.all] });
  const isReading = reading !== undefined && read.job?.state !== 'done';
  return (
    <>
      <Panel
        title="Upload a table"
        intro="One row for each example, or for each series and moment."
        aside={
          <HeadButton
            label="Use an example"
            disabled={upload.sending !== undefined || isReading}
            onClick={() => upload.start(new File([shopSales(10, 365)], 'Shop sales.csv', { type: 'text/csv' }))}
          />
        }
      >
        <Stack>
          <DropZone
            label="A table to learn from"
            hint="CSV, Parquet or XLSX; it also becomes a dataset"
            onFile={(file) => upload.start(file)}
            disabled={upload.sending !== undefined || isReading}
          />
          {upload.sending && <UploadProgress sending={upload.sending} onCancel={upload.cancel} />}
          <ProblemNote problem={upload.problem} title="The file was not taken" />
          <JobProgress of={read} what={`Reading ${source?.name ?? 'the file'}`} refused="The file was not read" />
        </Stack>
      </Panel>
      <Existing wizard={wizard} source={source} onSource={setSource} />
      {!isReading && <Create key={source?.id ?? ''} wizard={wizard} source={source} />}
    </>
  );
}

interface ExistingProps {
  readonly wizard: Wizard;
  readonly source: Source | undefined;
  readonly onSource: (source: Source | undefined) => void;
}

function Existing({ wizard, source, onSource }: ExistingProps) {
  const datasets = useQuery(datasetQueries.list({ offset: 0, limit: 100 }));
  const asked = wizard.datasetId;
  const wanted = datasets.data?.data.find(({ datasetId }) => datasetId === asked);
  const chosen = source !== undefined;
  useEffect(() => {
    if (wanted && !chosen) onSource({ id: wanted.datasetId, name: wanted.name });
  }, [wanted, chosen, onSource]);
  return (
    <Panel
      title="Or use an existing dataset"
      intro="The hundred newest are listed. Every other one has a New project button on its page."
    >
      <Answer of={datasets} what="the datasets">
        {({ data }) => {
          const ready = data.filter(({ processingState }) => processingState === 'COMPLETED');
          return (
            <Select
              label="Dataset"
              placeholder={ready.length === 0 ? 'There are none yet: upload a table above' : 'Choose a dataset'}
              searchable
              data={ready.map(({ datasetId, name }) => ({ value: datasetId, label: name }))}
              value={source?.id ?? null}
              onChange={(id, option) =>
                onSource(id === null || option === null ? undefined : { id, name: option.label })
              }
            />
          );
        }}
      </Answer>
    </Panel>
  );
}

function Create({ wizard, source }: { wizard: Wizard; source: Source | undefined }) {
  const [name, setName] = useState(source ? bare(source.name) : '');
  const create = useMutation({
    mutationFn: () => begin(projectCalls.fromDataset(source?.id ?? '', name)),
  });
  const project = create.data?.reply.pid;
  const made = useFollow(create.data?.follow, {
    refresh: [projectKeys.all],
    onDone: () => project && wizard.withProject(project),
  });
  return (
    <Panel title="Name the project">
      <SubmitForm onSubmit={() => create.mutate()}>
        <Stack>
          <Box maw={420}>
            <NameInput value={name} onChange={setName} focus={false} />
          </Box>
          <ProblemNote problem={create.error} title="The project was not made" />
          <JobProgress of={made} what={`Making ${name}`} refused="The project was not made" />
          <Group justify="flex-end">
            <Button
              type="submit"
              disabled={source === undefined}
              loading={create.isPending || (create.isSuccess && made.job?.state !== 'failed')}
            >
              Next: Target
            </Button>
          </Group>
        </Stack>
      </SubmitForm>
    </Panel>
  );
}

/** An example to try things with: daily sales of a few shops as CSV, with a weekly shape and a slow trend. The same numbers every time. */
export function shopSales(shops = 3, days = 70): string {
  const start = Date.UTC(2026, 0, 1);
  const rows = Array.from({ length: shops * days }, (_, i) => {
    const [shop, day] = [Math.floor(i / days), i % days];
    const promotion = (day + shop) % 11 === 0 ? 1 : 0;
    const wobble = ((i * 7919) % 97) / 97;
    const week = 1 + 0.3 * Math.sin((2 * Math.PI * day) / 7);
    const sales = 40 * (shop + 1) * week * (1 + 0.4 * promotion) * (1 + day / 600) * (0.9 + 0.2 * wobble);
    const date = new Date(start + day * 86_400_000).toISOString().slice(0, 10);
    return [date, `Shop ${shop + 1}`, sales.toFixed(2), promotion].join(',');
  });
  return ['date,store,sales,promotion', ...rows, ''].join('\n');
}
