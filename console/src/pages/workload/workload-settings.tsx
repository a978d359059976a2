import { Badge, Button, Group, NumberInput, Stack, Table, Text, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { fieldError } from '../../api/api-problem.ts';
import { callQuery, useChange } from '../../api/call-query.ts';
import { type WorkloadSettingsChange, workloadCalls, workloadsKey } from '../../api/workloads.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { FormDialog } from '../../parts/dialogs.tsx';
import { Answer, Panel, ProblemNote } from '../../parts/panel.tsx';
import { Timestamp } from '../../parts/timestamp.tsx';
import { readHeaders } from './read-headers.ts';

export function WorkloadSettings({ workloadId }: { workloadId: string }) {
  const settings = useQuery(callQuery(workloadCalls.settings(workloadId)));
  return (
    <Stack gap="lg">
      <Panel title="How it is called">
        <Answer of={settings} what="the settings">
          {({ timeoutSeconds, headerNames }) => (
            <Stack gap="lg">
              <Timeout key={timeoutSeconds} workloadId={workloadId} seconds={timeoutSeconds} />
              <Headers workloadId={workloadId} names={headerNames} />
            </Stack>
          )}
        </Answer>
      </Panel>
      <History workloadId={workloadId} />
    </Stack>
  );
}

function Timeout({ workloadId, seconds }: { workloadId: string; seconds: number }) {
  const [wished, setWished] = useState<number | string>(seconds);
  const save = useChange((change: WorkloadSettingsChange) => workloadCalls.changeSettings(workloadId, change), {
    refresh: [workloadsKey],
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate({ timeoutSeconds: Number(wished) });
      }}
    >
      <Group align="flex-end" gap="sm">
        <NumberInput
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
          error={fieldError(save.error, 'timeoutSeconds')}
        />
        <Button type="submit" variant="default" loading={save.isPending} disabled={wished === seconds}>
          Save
        </Button>
      </Group>
      <ProblemNote problem={save.error} title="Nothing was changed" />
    </form>
  );
}

function Headers({ workloadId, names }: { workloadId: string; names: readonly string[] }) {
  const [editing, setEditing] = useState(false);
  return (
    <div>
      <Text size="sm" fw={500}>
        Headers of every call
      </Text>
      <Text size="sm" c="dimmed" mb="xs">
        Such as the key of the service. They are stored encrypted, and only their names are shown.
      </Text>
      <Group gap="xs">
        {names.map((name) => (
          <Badge key={name} color="gray">
            {name}
          </Badge>
        ))}
        <Button size="compact-sm" variant="default" onClick={() => setEditing(true)}>
          {names.length === 0 ? 'Set headers' : 'Replace them'}
        </Button>
      </Group>
      {editing && <HeadersDialog workloadId={workloadId} onClose={() => setEditing(false)} />}
    </div>
  );
}

function History({ workloadId }: { workloadId: string }) {
  const events = useQuery(callQuery(workloadCalls.events(workloadId)));
  return (
    <Panel title="History" intro="Who changed it, the newest first.">
      <Answer of={events} what="the history">
        {({ data }) => (
          <DataTable label="History" columns={['What', 'Who', 'When']} minWidth={420}>
            {data.map(({ event, timestamp, user }) => (
              <Table.Tr key={`${timestamp} ${event}`}>
                <Table.Td>{event}</Table.Td>
                <Table.Td>{user.username}</Table.Td>
                <Table.Td>
                  <Timestamp iso={timestamp} />
                </Table.Td>
              </Table.Tr>
            ))}
          </DataTable>
        )}
      </Answer>
    </Panel>
  );
}

/** What the service is told with every call. Nobody reads the values again, so all of them are written anew. */
function HeadersDialog({ workloadId, onClose }: { workloadId: string; onClose: () => void }) {
  const [text, setText] = useState('');
  const read = readHeaders(text);
  const save = useChange((change: WorkloadSettingsChange) => workloadCalls.changeSettings(workloadId, change), {
    refresh: [workloadsKey],
    onDone: onClose,
  });
  return (
    <FormDialog
      title="Headers of every call"
      onClose={onClose}
      submit={text.trim() === '' ? 'Take all of them away' : 'Replace the headers'}
      onSubmit={() =>
        typeof read !== 'string' && save.mutate({ headers: Object.keys(read).length === 0 ? null : read })
      }
      busy={save.isPending}
      problem={save.error}
      refused="Nothing was changed"
    >
      <Textarea
        label="Headers"
        description="One a line: a name, a colon and a value. They replace those that were set before"
        placeholder="X-Api-Key: 3f9a"
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        autosize
        minRows={3}
        spellCheck={false}
        classNames={{ input: 'code-input' }}
        data-autofocus
        error={typeof read === 'string' ? read : fieldError(save.error, 'headers')}
      />
    </FormDialog>
  );
}
