import { Button, Group, Stack } from '@mantine/core';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';

import { asCurl } from '../../api/as-text.ts';
import { useCall, useChange } from '../../api/call-query.ts';
import { quotaCalls } from '../../api/quotas.ts';
import { sharingNeeds } from '../../api/sharing.ts';
import { type Workload, workloadCalls, workloadsKey } from '../../api/workloads.ts';
import { Allowed, RowMenu } from '../../parts/actions.tsx';
import { TimeChart } from '../../parts/chart/bucket-chart.tsx';
import { CodeBlock, CopyText } from '../../parts/copy-text.tsx';
import { Details } from '../../parts/data-table.tsx';
import { ChoiceField } from '../../parts/fields.tsx';
import { MetricTiles } from '../../parts/metric-tiles.tsx';
import { Page } from '../../parts/page.tsx';
import { AddressedTabs, Answer, Panel, Reply } from '../../parts/panel.tsx';
import { ShareDialog } from '../../parts/sharing.tsx';
import { Timestamp } from '../../parts/text.tsx';
import { spans } from '../deployment/period.ts';
import { ResourceQuota } from '../quotas/resource-quota.tsx';
import { DeleteWorkload, WorkloadDialog, WorkloadState } from '../workloads/workloads-page.tsx';
import { figureNamed, isCount, useSpan, workloadFigures } from './workload-figures.ts';
import { WorkloadSettings } from './workload-settings.tsx';

const FROM = '/signed-in/workloads/$workloadId';

export function WorkloadPage() {
  const { workloadId: id } = useParams({ from: FROM });
  const { tab = 'overview', metric } = useSearch({ from: FROM });
  const { span } = useSpan();
  const workload = useCall(workloadCalls.get(id));
  const shown = {
    overview: [workloadCalls.get(id)],
    calls: [workloadCalls.stats(id, span.start), workloadCalls.overTime(id, figureNamed(metric).name, span)],
    quota: [quotaCalls.of({ resourceType: 'workload', resourceId: id })],
    settings: [workloadCalls.settings(id), workloadCalls.events(id)],
  };
  return (
    <Page
      title={workload.data?.name ?? 'Workload'}
      intro={workload.data?.description}
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

function WorkloadActions({ workload }: { workload: Workload }) {
  const { id, name, status } = workload;
  const runs = status === 'running';
  const toggle = useChange(runs ? workloadCalls.stop : workloadCalls.start, { refresh: [workloadsKey] });
  return (
    <>
      <Allowed needs={workloadCalls.stop(id)}>
        <Button
          size="xs"
          variant={runs ? 'default' : 'filled'}
          loading={toggle.isPending}
          onClick={() => toggle.mutate(id)}
          {...(toggle.error ? { title: toggle.error.message } : {})}
        >
          {runs ? 'Stop' : 'Start'}
        </Button>
      </Allowed>
      <RowMenu
        of={name}
        onPage
        actions={[
          {
            label: 'Edit',
            needs: workloadCalls.change(id, {}),
            dialog: (close) => <WorkloadDialog workload={workload} onClose={close} />,
          },
          {
            label: 'Share',
            needs: sharingNeeds(`workloads/${id}/`),
            dialog: (close) => <ShareDialog name={name} path={`workloads/${id}/`} onClose={close} />,
          },
          {
            label: 'Delete',
            needs: workloadCalls.remove(id),
            dangerous: true,
            dialog: (close) => <DeleteWorkload workload={workload} to="/workloads" onClose={close} />,
          },
        ]}
      />
    </>
  );
}

function WorkloadDetails({ workload }: { workload: Workload }) {
  const { id, endpoint, address, importance, creator, createdAt, lastResponse } = workload;
  return (
    <>
      <Panel title="Details" aside={<WorkloadState of={workload} />}>
        <Details
          facts={[
            [
              'Address here',
              <Group key="endpoint" gap={4} wrap="nowrap">
                <span className="fact">{endpoint}</span>
                <CopyText text={endpoint} label="Copy the address" />
              </Group>,
            ],
            ['Runs at', address ?? 'told to those who may change it'],
            ['Importance', importance],
            [
              'Last answer',
              lastResponse ? (
                <>
                  {`${lastResponse.statusCode}, `}
                  <Timestamp iso={lastResponse.timestamp} />
                </>
              ) : (
                'none yet'
              ),
            ],
            ['Registered by', creator.username],
            ['Since', <Timestamp key="since" iso={createdAt} />],
          ]}
        />
      </Panel>
      <Panel
        title="Call it"
        intro="Any path and method below its address here goes on to the service, with your key in place of its own."
      >
        <CodeBlock
          label="curl command"
          text={asCurl({ method: 'GET', path: `endpoints/workloads/${id}/` }, new URL(endpoint).origin)}
        />
      </Panel>
    </>
  );
}

/** How often a service was called and how it answered. */
function WorkloadCalls({ workloadId }: { workloadId: string }) {
  const { metric } = useSearch({ from: '/signed-in/workloads/$workloadId' });
  const navigate = useNavigate({ from: '/workloads/$workloadId' });
  const { days, span } = useSpan();
  const shown = figureNamed(metric);
  return (
    <Stack gap="lg">
      <ChoiceField
        size="xs"
        w={120}
        label="Period"
        data={spans.map((one) => ({ value: String(one.days), label: one.label }))}
        value={String(days)}
        onChange={(next) => void navigate({ search: (old) => ({ ...old, days: Number(next) }) })}
      />
      <Reply to={workloadCalls.stats(workloadId, span.start)} keepPrevious what="the figures">
        {({ metrics }) => (
          <MetricTiles
            figures={workloadFigures}
            values={metrics}
            current={shown.name}
            onPick={(name) => void navigate({ search: (old) => ({ ...old, metric: name }), resetScroll: false })}
          />
        )}
      </Reply>
      <Panel title={`${shown.label} over time`} intro={shown.about}>
        <Reply to={workloadCalls.overTime(workloadId, shown.name, span)} keepPrevious what={`${shown.label} over time`}>
          {({ metric: name, buckets }) => (
            <TimeChart
              label={`${figureNamed(name).label} over time`}
              name={figureNamed(name).label}
              buckets={buckets}
              bars={isCount(name)}
              write={figureNamed(name).write}
              zero
              height={260}
            />
          )}
        </Reply>
      </Panel>
    </Stack>
  );
}
