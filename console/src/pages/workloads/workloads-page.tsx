import { workloadCalls } from '../../api/workloads.ts';
import { ListPage } from '../../parts/list-page.tsx';
import { WorkloadDialog } from './workload-dialog.tsx';
import { WorkloadTable } from './workload-table.tsx';

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
