import { Badge, Button, Group, NumberInput, Stack, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { fieldError } from '../../api/api-problem.ts';
import { callQuery } from '../../api/call-query.ts';
import { useChange } from '../../api/use-change.ts';
import { type WorkloadSettingsChange, workloadCalls, workloadsKey } from '../../api/workloads.ts';
import { Answer } from '../../parts/answer.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { Panel } from '../../parts/panel.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { Timestamp } from '../../parts/timestamp.tsx';
import { HeadersDialog } from './headers-dialog.tsx';

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
