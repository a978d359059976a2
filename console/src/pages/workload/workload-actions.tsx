import { Button } from '@mantine/core';
import { useState } from 'react';
import { useChange } from '../../api/use-change.ts';
import { type Workload, workloadCalls, workloadsKey } from '../../api/workloads.ts';
import { RowMenu } from '../../parts/row-menu.tsx';
import { ShareDialog } from '../../parts/sharing/share-dialog.tsx';
import { WorkloadDialog } from '../workloads/workload-dialog.tsx';
import { DeleteWorkload } from '../workloads/workload-table.tsx';

export function WorkloadActions({ workload }: { workload: Workload }) {
  const { id, name, status } = workload;
  const [dialog, setDialog] = useState<'edit' | 'share' | 'delete'>();
  const close = () => setDialog(undefined);
  const runs = status === 'running';
  const toggle = useChange(runs ? workloadCalls.stop : workloadCalls.start, { refresh: [workloadsKey] });
  return (
    <>
      <Button
        size="xs"
        variant={runs ? 'default' : 'filled'}
        loading={toggle.isPending}
        onClick={() => toggle.mutate(id)}
        {...(toggle.error ? { title: toggle.error.message } : {})}
      >
        {runs ? 'Stop' : 'Start'}
      </Button>
      <RowMenu
        of={name}
        onPage
        actions={[
          { label: 'Edit', onChoose: () => setDialog('edit') },
          { label: 'Share', onChoose: () => setDialog('share') },
          { label: 'Delete', onChoose: () => setDialog('delete'), dangerous: true },
        ]}
      />
      {dialog === 'edit' && <WorkloadDialog workload={workload} onClose={close} />}
      {dialog === 'share' && <ShareDialog name={name} path={`workloads/${id}/`} onClose={close} />}
      {dialog === 'delete' && <DeleteWorkload workload={workload} to="/workloads" onClose={close} />}
    </>
  );
}
