import { Badge, Button, Group, Stack } from '@mantine/core';
import { useState } from 'react';
import { useChange } from '../../api/call-query.ts';
import { type WorkloadSettingsChange, workloadCalls, workloadsKey } from '../../api/workloads.ts';
import { Allowed } from '../../parts/actions.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { FormDialog, SubmitForm } from '../../parts/dialogs.tsx';
import { LongTextField, NumberField } from '../../parts/fields.tsx';
import { Panel, ProblemNote, Reply } from '../../parts/panel.tsx';
import { Dimmed, Strong, Timestamp } from '../../parts/text.tsx';
import { readHeaders } from './read-headers.ts';

export function WorkloadSettings({ workloadId }: { workloadId: string }) {
  return (
    <Stack gap="lg">
      <Panel title="How it is called">
        <Reply to={workloadCalls.settings(workloadId)} what="the settings">
          {({ timeoutSeconds, headerNames }) => (
            <Stack gap="lg">
              <Timeout key={timeoutSeconds} workloadId={workloadId} seconds={timeoutSeconds} />
              <Headers workloadId={workloadId} names={headerNames} />
            </Stack>
          )}
        </Reply>
      </Panel>
      <History workloadId={workloadId} />
    </Stack>
  );
}

function Timeout({ workloadId, seconds }: { workloadId: string; seconds: number }) {
  const [wished, setWished] = useState<number | ''>(seconds);
  const save = useChange((change: WorkloadSettingsChange) => workloadCalls.changeSettings(workloadId, change), {
    refresh: [workloadsKey],
  });
  return (
    <SubmitForm problem={save.error} onSubmit={() => save.mutate({ timeoutSeconds: Number(wished) })}>
      <Group align="flex-end" gap="sm">
        <NumberField
          label="Longest answer"
          description="A call that takes longer is given up"
          suffix=" s"
          min={1}
          max={3600}
          w={220}
          allowDecimal={false}
          value={wished}
          onChange={setWished}
          required
          field="timeoutSeconds"
        />
        <Allowed needs={workloadCalls.changeSettings(workloadId, {})}>
          <Button type="submit" variant="default" loading={save.isPending} disabled={wished === seconds}>
            Save
          </Button>
        </Allowed>
      </Group>
      <ProblemNote problem={save.error} title="Nothing was changed" />
    </SubmitForm>
  );
}

function Headers({ workloadId, names }: { workloadId: string; names: readonly string[] }) {
  const [editing, setEditing] = useState(false);
  return (
    <div>
      <Strong>Headers of every call</Strong>
      <Dimmed mb="xs">
        Such as the key of the service. They are stored encrypted, and only their names are shown.
      </Dimmed>
      <Group gap="xs">
        {names.map((name) => (
          <Badge key={name} color="gray">
            {name}
          </Badge>
        ))}
        <Allowed needs={workloadCalls.changeSettings(workloadId, {})}>
          <Button size="compact-sm" variant="default" onClick={() => setEditing(true)}>
            {names.length === 0 ? 'Set headers' : 'Replace them'}
          </Button>
        </Allowed>
      </Group>
      {editing && <HeadersDialog workloadId={workloadId} onClose={() => setEditing(false)} />}
    </div>
  );
}

function History({ workloadId }: { workloadId: string }) {
  return (
    <Panel title="History" intro="Who changed it, the newest first.">
      <Reply to={workloadCalls.events(workloadId)} what="the history">
        {({ data }) => (
          <DataTable
            label="History"
            minWidth={420}
            rows={data}
            idOf={({ event, timestamp }) => `${timestamp} ${event}`}
            columns={[
              { name: 'What', cell: ({ event }) => event },
              { name: 'Who', cell: ({ user }) => user.username },
              { name: 'When', cell: ({ timestamp }) => <Timestamp iso={timestamp} /> },
            ]}
          />
        )}
      </Reply>
    </Panel>
  );
}

/** What the service is told with every call. Nobody reads the values again, so all of them are written anew. */
function HeadersDialog({ workloadId, onClose }: { workloadId: string; onClose: () => void }) {
  const [text, setText] = useState('');
  const read = readHeaders(text);
  return (
    <FormDialog
      title="Headers of every call"
      onClose={onClose}
      submit={text.trim() === '' ? 'Take all of them away' : 'Replace the headers'}
      call={() =>
        typeof read !== 'string'
          ? workloadCalls.changeSettings(workloadId, { headers: Object.keys(read).length === 0 ? null : read })
          : undefined
      }
      refresh={[workloadsKey]}
      refused="Nothing was changed"
    >
      <LongTextField
        label="Headers"
        description="One a line: a name, a colon and a value. They replace those that were set before"
        placeholder="X-Api-Key: 3f9a"
        value={text}
        onChange={setText}
        minRows={3}
        spellCheck={false}
        classNames={{ input: 'code-input' }}
        data-autofocus
        {...(typeof read === 'string' ? { error: read } : {})}
        field="headers"
      />
    </FormDialog>
  );
}
