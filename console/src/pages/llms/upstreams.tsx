import { Badge, Button, Table } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { callQuery } from '../../api/call-query.ts';
import { llmCalls, llmKeys, type Upstream } from '../../api/generative.ts';
import { DataTable, RowMenu } from '../../parts/data-table.tsx';
import { DeleteDialog } from '../../parts/dialogs.tsx';
import { Answer, EmptyState, Panel } from '../../parts/panel.tsx';
import { Timestamp } from '../../parts/timestamp.tsx';
import { UpstreamDialog } from './upstream-dialog.tsx';

type Dialog = { readonly action: 'create' } | { readonly action: 'edit' | 'delete'; readonly upstream: Upstream };

/** The services of the organization; for administrators. */
export function Upstreams() {
  const upstreams = useQuery(callQuery(llmCalls.upstreams()));
  const [dialog, setDialog] = useState<Dialog>();
  const close = () => setDialog(undefined);
  return (
    <Panel
      title="Services"
      intro="Anything that speaks OpenAI's chat completions: a provider, vLLM, Ollama, llama.cpp. Keys are kept encrypted and never shown again."
      aside={
        <Button size="xs" variant="default" onClick={() => setDialog({ action: 'create' })}>
          Add service
        </Button>
      }
    >
      <Answer of={upstreams} what="the services">
        {({ data }) =>
          data.length === 0 ? (
            <EmptyState icon="llm" title="No services of your own">
              Models that the settings of the installation name are in the list above already.
            </EmptyState>
          ) : (
            <UpstreamTable upstreams={data} onChoose={setDialog} />
          )
        }
      </Answer>
      {dialog && dialog.action !== 'delete' && (
        <UpstreamDialog {...(dialog.action === 'edit' ? { upstream: dialog.upstream } : {})} onClose={close} />
      )}
      {dialog?.action === 'delete' && <RemoveUpstream upstream={dialog.upstream} onClose={close} />}
    </Panel>
  );
}

interface UpstreamTableProps {
  readonly upstreams: readonly Upstream[];
  readonly onChoose: (dialog: Dialog) => void;
}

function UpstreamTable({ upstreams, onChoose }: UpstreamTableProps) {
  return (
    <DataTable label="Services" columns={['Name', 'Address', 'Models', 'Key', 'Changed', '']}>
      {upstreams.map((upstream) => (
        <Table.Tr key={upstream.id}>
          <Table.Td fw={500}>
            {upstream.name} {!upstream.isActive && <Badge color="gray">off</Badge>}
          </Table.Td>
          <Table.Td className="fact">{upstream.baseUrl}</Table.Td>
          <Table.Td className="fact">{upstream.models.map(({ model }) => model).join(', ')}</Table.Td>
          <Table.Td>{upstream.hasApiKey ? 'stored' : 'none'}</Table.Td>
          <Table.Td>
            <Timestamp iso={upstream.lastUpdateDate} />
          </Table.Td>
          <Table.Td ta="right">
            <RowMenu
              of={upstream.name}
              actions={[
                { label: 'Edit', onChoose: () => onChoose({ action: 'edit', upstream }) },
                { label: 'Delete', onChoose: () => onChoose({ action: 'delete', upstream }), dangerous: true },
              ]}
            />
          </Table.Td>
        </Table.Tr>
      ))}
    </DataTable>
  );
}

function RemoveUpstream({ upstream: { id, name }, onClose }: { upstream: Upstream; onClose: () => void }) {
  return (
    <DeleteDialog
      name={name}
      kind="service"
      call={llmCalls.removeUpstream(id)}
      refresh={[llmKeys.all, llmKeys.gateway]}
      onClose={onClose}
    >
      Its key is forgotten, and blueprints that use its models cannot be asked any more. This cannot be undone.
    </DeleteDialog>
  );
}
