import { useQuery } from '@tanstack/react-query';
import { callQuery } from '../../api/call-query.ts';
import { workloadCalls } from '../../api/workloads.ts';
import { ListPage, usePlace } from '../../parts/list-page.tsx';
import { WorkloadDialog } from './workload-dialog.tsx';
import { WorkloadTable } from './workload-table.tsx';

export function WorkloadsPage() {
  const place = usePlace();
  const workloads = useQuery(callQuery(workloadCalls.list(place.window)));
  return (
    <ListPage
      title="Workloads"
      intro="Services of your own that are called through the platform, with its keys, quotas and statistics."
      calls={[workloadCalls.list(place.window)]}
      what="workloads"
      icon="server"
      of={workloads}
      place={place}
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
