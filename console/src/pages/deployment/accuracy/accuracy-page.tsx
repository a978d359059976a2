import { Stack } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { callQuery } from '../../../api/call-query.ts';
import type { Deployment } from '../../../api/deployments.ts';
import { accuracyCalls, type Selection } from '../../../api/monitoring.ts';
import { Answer } from '../../../parts/answer.tsx';
import { EmptyState } from '../../../parts/empty-state.tsx';
import { Panel } from '../../../parts/panel.tsx';
import { DeploymentFrame } from '../deployment-frame.tsx';
import { may } from '../may.ts';
import { selectionOf } from '../period.ts';
import { PeriodPicker } from '../period-picker.tsx';
import { useSegments } from '../use-segments.ts';
import { AccuracyOverTimePanel } from './accuracy-over-time.tsx';
import { MetricTable } from './metric-table.tsx';
import { ReportActuals } from './report-actuals.tsx';
import { VersusPanel } from './versus-panel.tsx';

export function AccuracyPage() {
  const { days, segment, value } = useSearch({ from: '/signed-in/deployments/$deploymentId/accuracy' });
  const asked = useMemo(
    () =>
      selectionOf(
        { ...(days ? { days } : {}), ...(segment ? { segment } : {}), ...(value ? { value } : {}) },
        new Date(),
      ),
    [days, segment, value],
  );
  return (
    <DeploymentFrame part="Accuracy" calls={(id) => [accuracyCalls.now(id, asked), accuracyCalls.versus(id, asked)]}>
      {(deployment) => <AccuracyOf deployment={deployment} asked={asked} />}
    </DeploymentFrame>
  );
}

function AccuracyOf({ deployment, asked }: { deployment: Deployment; asked: Selection }) {
  const { id } = deployment;
  const search = useSearch({ from: '/signed-in/deployments/$deploymentId/accuracy' });
  const navigate = useNavigate({ from: '/deployments/$deploymentId/accuracy' });
  const accuracy = useQuery({ ...callQuery(accuracyCalls.now(id, asked)), placeholderData: keepPreviousData });
  const attributes = useSegments(id);
  return (
    <Stack gap="lg">
      <PeriodPicker
        deploymentId={id}
        search={search}
        attributes={attributes}
        onChange={(period) =>
          void navigate({ search: (before) => ({ ...(before.metric ? { metric: before.metric } : {}), ...period }) })
        }
      />
      <Answer of={accuracy} what="the accuracy">
        {(found) => {
          if (found.rowCountWithActual === 0) return <NothingYet waiting={found.rowCountTotal} />;
          const metric = search.metric ?? found.data[0]?.metricName ?? '';
          return (
            <>
              <MetricTable
                accuracy={found}
                chosen={metric}
                onPick={(name) =>
                  void navigate({ search: (before) => ({ ...before, metric: name }), resetScroll: false })
                }
              />
              <AccuracyOverTimePanel deploymentId={id} asked={asked} metric={metric} />
              <VersusPanel deploymentId={id} asked={asked} target={deployment.model.targetName ?? 'target'} />
            </>
          );
        }}
      </Answer>
      {may(deployment, 'CAN_SUBMIT_ACTUALS') && <ReportActuals deploymentId={id} />}
    </Stack>
  );
}

function NothingYet({ waiting }: { waiting: number }) {
  return (
    <Panel title="Accuracy">
      <EmptyState icon="gauge" title="No actuals in this period">
        {waiting > 0
          ? `${waiting.toLocaleString('en')} predictions wait for what really happened. Report it below.`
          : 'Name the association id column under Settings, send it with each row, and report below what really happened.'}
      </EmptyState>
    </Panel>
  );
}
