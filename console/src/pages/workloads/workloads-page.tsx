import { Badge } from '@mantine/core';
import { useState } from 'react';
import { useChange } from '../../api/call-query.ts';
import type { Workload, WorkloadImportance, WorkloadText } from '../../api/workloads.ts';
import { workloadCalls, workloadsKey } from '../../api/workloads.ts';
import { RowLink, RowMenu } from '../../parts/actions.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { DeleteDialog, FormDialog } from '../../parts/dialogs.tsx';
import { ChoiceField, LongTextField, NameInput, TextField } from '../../parts/fields.tsx';
import { ListPage } from '../../parts/list-page.tsx';
import { ProblemNote } from '../../parts/panel.tsx';
import { Small, Timestamp } from '../../parts/text.tsx';

export function WorkloadsPage() {
  return (
    <ListPage
      title="Workloads"
      intro="Services of your own that are called through the platform, with its keys, quotas and statistics."
      what="workloads"
      icon="server"
      list={workloadCalls.list}
      empty="Register a service that runs somewhere: callers then reach it through a URL of this installation."
      create={{
        label: 'Register',
        first: 'Register the first service',
        dialog: (close) => <WorkloadDialog onClose={close} />,
      }}
    >
      {(rows) => <WorkloadTable workloads={rows} />}
    </ListPage>
  );
}

export function WorkloadTable({ workloads }: { workloads: readonly Workload[] }) {
  const [deleting, setDeleting] = useState<Workload>();
  const change = useChange(
    ({ id, status }: Workload) => (status === 'running' ? workloadCalls.stop(id) : workloadCalls.start(id)),
    { refresh: [workloadsKey] },
  );
  return (
    <>
      <ProblemNote problem={change.error} title="Nothing was changed" />
      <DataTable
        label="Workloads"
        minWidth={820}
        rows={workloads}
        idOf={(workload) => workload.id}
        columns={[
          {
            name: 'Workload',
            cell: (workload) => (
              <>
                <RowLink to="/workloads/$workloadId" params={{ workloadId: workload.id }} text={workload.name} />
                <Small>{workload.description}</Small>
              </>
            ),
          },
          { name: 'State', cell: (workload) => <WorkloadState of={workload} /> },
          { name: 'Importance', cell: (workload) => workload.importance },
          { name: 'Runs at', className: 'fact', cell: (workload) => workload.address ?? '–' },
          {
            name: 'Last answer',
            cell: (workload) => (
              <>
                {workload.lastResponse && `${workload.lastResponse.statusCode}, `}
                <Timestamp iso={workload.lastResponse?.timestamp ?? null} />
              </>
            ),
          },
          { name: 'By', cell: (workload) => workload.creator.username },
          {
            name: '',
            cell: (workload) => (
              <RowMenu
                of={workload.name}
                actions={[
                  {
                    label: workload.status === 'running' ? 'Stop' : 'Start',
                    needs: workloadCalls.stop(workload.id),
                    onChoose: () => change.mutate(workload),
                  },
                  {
                    label: 'Delete',
                    needs: workloadCalls.remove(workload.id),
                    onChoose: () => setDeleting(workload),
                    dangerous: true,
                  },
                ]}
              />
            ),
          },
        ]}
      />
      {deleting && <DeleteWorkload workload={deleting} onClose={() => setDeleting(undefined)} />}
    </>
  );
}

interface DeleteWorkloadProps {
  readonly workload: Workload;
  readonly onClose: () => void;
  /** Where to go when its page is left behind. */
  readonly to?: '/workloads';
}

export function DeleteWorkload({ workload, onClose, to }: DeleteWorkloadProps) {
  return (
    <DeleteDialog
      name={workload.name}
      kind="workload"
      call={workloadCalls.remove(workload.id)}
      {...(to === undefined ? { refresh: [workloadsKey] } : { forget: [workloadsKey], to })}
      onClose={onClose}
    >
      Its address here answers no more. The service itself goes on. This cannot be undone.
    </DeleteDialog>
  );
}

export function WorkloadState({ of: { status } }: { of: Workload }) {
  return (
    <Badge variant="dot" color={status === 'running' ? 'green' : 'gray'} miw="max-content">
      {status}
    </Badge>
  );
}

const importances: readonly WorkloadImportance[] = ['low', 'moderate', 'high', 'critical'];

interface WorkloadDialogProps {
  /** The one to change; without it a service is registered. */
  readonly workload?: Workload;
  readonly onClose: () => void;
}

export function WorkloadDialog({ workload: was, onClose }: WorkloadDialogProps) {
  const [workload, setWorkload] = useState<WorkloadText>({
    name: was?.name ?? '',
    description: was?.description ?? '',
    address: was?.address ?? '',
    importance: was?.importance ?? 'low',
  });
  const set = (change: Partial<WorkloadText>) => setWorkload((before) => ({ ...before, ...change }));
  return (
    <FormDialog
      title={was ? `Edit ${was.name}` : 'Register a service'}
      onClose={onClose}
      submit={was ? 'Save' : 'Register it'}
      call={() => (was ? workloadCalls.change(was.id, workload) : workloadCalls.register(workload))}
      refresh={[workloadsKey]}
      refused={was ? 'Nothing was changed' : 'It was not registered'}
    >
      <NameInput value={workload.name} onChange={(name) => set({ name })} />
      <TextField
        label="Address"
        description={
          was
            ? 'Where it runs. Headers that were set for the old address do not go on to another'
            : 'Where it runs, as this installation reaches it'
        }
        placeholder="http://10.0.0.5:8000"
        value={workload.address}
        onChange={(text) => set({ address: text })}
        required
        field="address"
      />
      <ChoiceField
        label="Importance"
        data={importances}
        value={workload.importance}
        onChange={(importance) => set({ importance: importance })}
      />
      <LongTextField
        label="Description"
        description="Optional"
        value={workload.description}
        onChange={(text) => set({ description: text })}
      />
    </FormDialog>
  );
}
