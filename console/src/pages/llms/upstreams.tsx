import { Badge } from '@mantine/core';

import { llmCalls, llmKeys, type Upstream } from '../../api/generative.ts';
import { HeadButton, RowMenu } from '../../parts/actions.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { DeleteDialog } from '../../parts/dialogs.tsx';
import { EmptyState, Panel, Reply } from '../../parts/panel.tsx';
import { Timestamp } from '../../parts/text.tsx';
import { UpstreamDialog } from './upstream-dialog.tsx';

/** The services of the organization; for administrators. */
export function Upstreams() {
  return (
    <Panel
      title="Services"
      intro="Anything that speaks OpenAI's chat completions: a provider, vLLM, Ollama, llama.cpp. Keys are kept encrypted and never shown again."
      aside={<HeadButton label="Add service" dialog={(close) => <UpstreamDialog onClose={close} />} />}
    >
      <Reply to={llmCalls.upstreams()} what="the services">
        {({ data }) =>
          data.length === 0 ? (
            <EmptyState icon="llm" title="No services of your own">
              Models that the settings of the installation name are in the list above already.
            </EmptyState>
          ) : (
            <UpstreamTable upstreams={data} />
          )
        }
      </Reply>
    </Panel>
  );
}

function UpstreamTable({ upstreams }: { upstreams: readonly Upstream[] }) {
  return (
    <DataTable
      label="Services"
      rows={upstreams}
      idOf={(upstream) => upstream.id}
      columns={[
        {
          name: 'Name',
          fw: 500,
          cell: (upstream) => (
            <>
              {upstream.name} {!upstream.isActive && <Badge color="gray">off</Badge>}
            </>
          ),
        },
        { name: 'Address', className: 'fact', cell: (upstream) => upstream.baseUrl },
        { name: 'Models', className: 'fact', cell: (upstream) => upstream.models.map(({ model }) => model).join(', ') },
        { name: 'Key', cell: (upstream) => (upstream.hasApiKey ? 'stored' : 'none') },
        { name: 'Changed', cell: (upstream) => <Timestamp iso={upstream.lastUpdateDate} /> },
        {
          name: '',
          cell: (upstream) => (
            <RowMenu
              of={upstream.name}
              actions={[
                { label: 'Edit', dialog: (close) => <UpstreamDialog upstream={upstream} onClose={close} /> },
                {
                  label: 'Delete',
                  dangerous: true,
                  dialog: (close) => <RemoveUpstream upstream={upstream} onClose={close} />,
                },
              ]}
            />
          ),
        },
      ]}
    />
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
