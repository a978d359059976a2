import { Button, Group, Select, Stack } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { asCurl } from '../../api/as-text.ts';
import { callQuery, useChange } from '../../api/call-query.ts';
import { quotaCalls } from '../../api/quotas.ts';
import {
  type Workload,
  type WorkloadBuckets,
  type WorkloadMetric,
  workloadCalls,
  workloadsKey,
} from '../../api/workloads.ts';
import { BucketChart } from '../../parts/chart/bucket-chart.tsx';
import { CodeBlock, CopyText } from '../../parts/copy-text.tsx';
import { Details, RowMenu } from '../../parts/data-table.tsx';
import { MetricTiles } from '../../parts/metric-tiles.tsx';
import { Page } from '../../parts/page.tsx';
import { Answer, Panel } from '../../parts/panel.tsx';
import { AddressedTabs } from '../../parts/part-links.tsx';
import { ShareDialog } from '../../parts/sharing.tsx';
import { Timestamp } from '../../parts/timestamp.tsx';
import { bucketText, spans } from '../deployment/period.ts';
import { ResourceQuota } from '../quotas/resource-quota.tsx';
import { WorkloadDialog } from '../workloads/workload-dialog.tsx';
import { DeleteWorkload, WorkloadState } from '../workloads/workload-table.tsx';
import { figureNamed, isCount, useSpan, workloadFigures } from './workload-figures.ts';
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

function WorkloadActions({ workload }: { workload: Workload }) {
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
  const stats = useQuery({
    ...callQuery(workloadCalls.stats(workloadId, span.start)),
    placeholderData: keepPreviousData,
  });
  const over = useQuery({
    ...callQuery(workloadCalls.overTime(workloadId, shown.name, span)),
    placeholderData: keepPreviousData,
  });
  return (
    <Stack gap="lg">
      <Select
        size="xs"
        w={120}
        label="Period"
        data={spans.map((one) => ({ value: String(one.days), label: one.label }))}
        value={String(days)}
        onChange={(next) => void navigate({ search: (old) => ({ ...old, days: Number(next) }) })}
        allowDeselect={false}
      />
      <Answer of={stats} what="the figures">
        {({ metrics }) => (
          <MetricTiles
            figures={workloadFigures}
            values={metrics}
            current={shown.name}
            onPick={(name) => void navigate({ search: (old) => ({ ...old, metric: name }), resetScroll: false })}
          />
        )}
      </Answer>
      <Panel title={`${shown.label} over time`} intro={shown.about}>
        <Answer of={over} what={`${shown.label} over time`}>
          {({ metric: name, buckets }) => <Drawn name={name} buckets={buckets} />}
        </Answer>
      </Panel>
    </Stack>
  );
}

function Drawn({ name, buckets }: { name: WorkloadMetric; buckets: WorkloadBuckets['buckets'] }) {
  const { label, write } = figureNamed(name);
  const places = useMemo(() => buckets.map(({ period }) => bucketText(period)), [buckets]);
  const lines = useMemo(() => [{ name: label, values: buckets.map(({ value }) => value) }], [buckets, label]);
  return (
    <BucketChart
      label={`${label} over time`}
      places={places}
      lines={lines}
      bars={isCount(name)}
      write={write}
      zero
      height={260}
    />
  );
}
