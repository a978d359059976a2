import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import { callQuery } from '../../api/call-query.ts';
import { quotaCalls } from '../../api/quotas.ts';
import { workloadCalls } from '../../api/workloads.ts';
import { AddressedTabs } from '../../parts/addressed-tabs.tsx';
import { Answer } from '../../parts/answer.tsx';
import { Page } from '../../parts/page.tsx';
import { ResourceQuota } from '../quotas/resource-quota.tsx';
import { useSpan } from './use-span.ts';
import { WorkloadActions } from './workload-actions.tsx';
import { WorkloadCalls } from './workload-calls.tsx';
import { WorkloadDetails } from './workload-details.tsx';
import { figureNamed } from './workload-figures.ts';
import { WorkloadSettings } from './workload-settings.tsx';

const FROM = '/signed-in/workloads/$workloadId';

export function WorkloadPage() {
  const { workloadId: id } = useParams({ from: FROM });
  const { tab = 'overview', metric } = useSearch({ from: FROM });
  const { span } = useSpan();
  const workload = useQuery(callQuery(workloadCalls.get(id)));
  const shown = {
    overview: [workloadCalls.get(id)],
    calls: [workloadCalls.stats(id, span.start), workloadCalls.overTime(id, figureNamed(metric).name, span)],
    quota: [quotaCalls.of({ resourceType: 'workload', resourceId: id })],
    settings: [workloadCalls.settings(id), workloadCalls.events(id)],
  };
  return (
    <Page
      title={workload.data?.name ?? 'Workload'}
      {...(workload.data?.description ? { intro: workload.data.description } : {})}
      calls={shown[tab as keyof typeof shown] ?? shown.overview}
      actions={workload.data && <WorkloadActions workload={workload.data} />}
    >
      <Answer of={workload} what="this workload">
        {(found) => (
          <AddressedTabs
            label="Parts of this workload"
            tabs={[
              {
                value: 'overview',
                label: 'Overview',
                content: () => (
                  <Stack gap="lg">
                    <WorkloadDetails workload={found} />
                  </Stack>
                ),
              },
              { value: 'calls', label: 'Service', content: () => <WorkloadCalls workloadId={id} /> },
              {
                value: 'quota',
                label: 'Quota',
                content: () => (
                  <Stack gap="lg">
                    <ResourceQuota resource={{ resourceType: 'workload', resourceId: id }} />
                  </Stack>
                ),
              },
              { value: 'settings', label: 'Settings', content: () => <WorkloadSettings workloadId={id} /> },
            ]}
          />
        )}
      </Answer>
    </Page>
  );
}
