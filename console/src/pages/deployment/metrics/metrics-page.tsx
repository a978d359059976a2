import { Button, Paper, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { callQuery } from '../../../api/call-query.ts';
import type { Deployment } from '../../../api/deployments.ts';
import { type CustomMetric, metricCalls, type Selection } from '../../../api/monitoring.ts';
import { Answer } from '../../../parts/answer.tsx';
import { EmptyState } from '../../../parts/empty-state.tsx';
import { DeploymentFrame } from '../deployment-frame.tsx';
import { may } from '../may.ts';
import { selectionOf } from '../period.ts';
import { PeriodPicker } from '../period-picker.tsx';
import { CreateMetric } from './create-metric.tsx';
import { DeleteMetric } from './delete-metric.tsx';
import { MetricList } from './metric-list.tsx';
import { MetricPanel } from './metric-panel.tsx';
import { ReportValue } from './report-value.tsx';

type Dialog = 'create' | { readonly action: 'report' | 'delete'; readonly metric: CustomMetric };

export function MetricsPage() {
  const { days } = useSearch({ from: '/signed-in/deployments/$deploymentId/metrics' });
  const asked = useMemo(() => selectionOf(days ? { days } : {}, new Date()), [days]);
  return (
    <DeploymentFrame part="Metrics" calls={(id) => [metricCalls.list(id), metricCalls.summary(id, asked)]}>
      {(deployment) => <Metrics deployment={deployment} asked={asked} />}
    </DeploymentFrame>
  );
}

function Metrics({ deployment, asked }: { deployment: Deployment; asked: Selection }) {
  const { id } = deployment;
  const search = useSearch({ from: '/signed-in/deployments/$deploymentId/metrics' });
  const navigate = useNavigate({ from: '/deployments/$deploymentId/metrics' });
  const metrics = useQuery(callQuery(metricCalls.list(id)));
  const [dialog, setDialog] = useState<Dialog>();
  const close = () => setDialog(undefined);
  const create = may(deployment, 'CAN_UPDATE_DEPLOYMENT_SETTINGS') && (
    <Button size="xs" onClick={() => setDialog('create')}>
      Create a metric
    </Button>
  );
  return (
    <Stack gap="lg">
      <Answer of={metrics} what="the custom metrics">
        {({ data }) => {
          if (data.length === 0) {
            return (
              <Paper withBorder>
                <EmptyState icon="gauge" title="No custom metrics yet" action={create}>
                  Watch what matters to you beside accuracy: money saved, complaints, calls to a help desk. Create a
                  metric, then report its values from a script or here.
                </EmptyState>
              </Paper>
            );
          }
          const shown = data.find((metric) => metric.id === search.metric) ?? (data[0] as CustomMetric);
          return (
            <>
              <PeriodPicker
                deploymentId={id}
                search={search}
                attributes={[]}
                onChange={({ days }) =>
                  void navigate({ search: (before) => ({ ...before, ...(days ? { days } : {}) }) })
                }
              />
              <MetricList
                deploymentId={id}
                metrics={data}
                asked={asked}
                chosen={shown.id}
                aside={create}
                onPick={(metric) => void navigate({ search: (before) => ({ ...before, metric }), resetScroll: false })}
                onReport={(metric) => setDialog({ action: 'report', metric })}
                onDelete={(metric) => setDialog({ action: 'delete', metric })}
              />
              <MetricPanel deploymentId={id} metric={shown} asked={asked} />
            </>
          );
        }}
      </Answer>
      {dialog === 'create' && <CreateMetric deploymentId={id} onClose={close} />}
      {typeof dialog === 'object' && dialog.action === 'report' && (
        <ReportValue deployment={deployment} metric={dialog.metric} onClose={close} />
      )}
      {typeof dialog === 'object' && dialog.action === 'delete' && (
        <DeleteMetric deploymentId={id} metric={dialog.metric} onClose={close} />
      )}
    </Stack>
  );
}
