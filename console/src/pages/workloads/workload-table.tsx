import { Badge } from '@mantine/core';
import { useState } from 'react';
import { useChange } from '../../api/call-query.ts';
import { type Workload, workloadCalls, workloadsKey } from '../../api/workloads.ts';
import { RowLink, RowMenu } from '../../parts/actions.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { DeleteDialog } from '../../parts/dialogs.tsx';
import { ProblemNote } from '../../parts/panel.tsx';
import { Small, Timestamp } from '../../parts/text.tsx';

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
                    onChoose: () => change.mutate(workload),
                  },
                  { label: 'Delete', onChoose: () => setDeleting(workload), dangerous: true },
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
