import { SimpleGrid, Stack } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { callQuery } from '../../../api/call-query.ts';
import { settingsCalls } from '../../../api/deployment-settings.ts';
import type { Deployment } from '../../../api/deployments.ts';
import { monitoringCalls, type Selection } from '../../../api/monitoring.ts';
import { Answer } from '../../../parts/answer.tsx';
import { EmptyState } from '../../../parts/empty-state.tsx';
import { Panel } from '../../../parts/panel.tsx';
import { DeploymentFrame } from '../deployment-frame.tsx';
import { selectionOf } from '../period.ts';
import { PeriodPicker } from '../period-picker.tsx';
import { useSegments } from '../use-segments.ts';
import { DriftOverTime } from './drift-over-time.tsx';
import { DriftScatter } from './drift-scatter.tsx';
import { USUAL_LIMITS } from './drift-text.ts';
import { FeatureBars } from './feature-bars.tsx';
import { FeatureTable } from './feature-table.tsx';
import { TargetPanel } from './target-panel.tsx';

export function DriftPage() {
  const { days, segment, value, feature } = useSearch({ from: '/signed-in/deployments/$deploymentId/drift' });
  const asked = useMemo(
    () =>
      selectionOf(
        { ...(days ? { days } : {}), ...(segment ? { segment } : {}), ...(value ? { value } : {}) },
        new Date(),
      ),
    [days, segment, value],
  );
  return (
    <DeploymentFrame
      part="Drift"
      calls={(id) => [
        monitoringCalls.drift(id, asked),
        monitoringCalls.distributions(id, asked, feature),
        monitoringCalls.targetDrift(id, asked),
      ]}
    >
      {(deployment) => <Drift deployment={deployment} asked={asked} />}
    </DeploymentFrame>
  );
}

function Drift({ deployment, asked }: { deployment: Deployment; asked: Selection }) {
  const search = useSearch({ from: '/signed-in/deployments/$deploymentId/drift' });
  const navigate = useNavigate({ from: '/deployments/$deploymentId/drift' });
  const { id } = deployment;
  const drift = useQuery({ ...callQuery(monitoringCalls.drift(id, asked)), placeholderData: keepPreviousData });
  const limits = useQuery(callQuery(settingsCalls.health(id))).data?.dataDrift ?? USUAL_LIMITS;
  const attributes = useSegments(id);
  const pick = useCallback(
    (feature: string) => void navigate({ search: (before) => ({ ...before, feature }), resetScroll: false }),
    [navigate],
  );
  return (
    <Stack gap="lg">
      <PeriodPicker
        deploymentId={id}
        search={search}
        attributes={attributes}
        onChange={(period) =>
          void navigate({ search: (before) => ({ ...(before.feature ? { feature: before.feature } : {}), ...period }) })
        }
      />
      <Answer of={drift} what="the drift">
        {({ data }) => {
          const shown = data.find(({ name }) => name === search.feature) ?? data[0];
          if (shown === undefined || data.every(({ sampleSize }) => !sampleSize)) return <NothingYet />;
          return (
            <>
              <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
                <Panel title="Importance against drift" intro="Top right is what to look at first.">
                  <DriftScatter features={data} limits={limits} onPick={pick} />
                </Panel>
                <Panel title="Features" intro="Choose one to compare it with the training data.">
                  <FeatureTable features={data} chosen={shown.name} onPick={pick} />
                </Panel>
              </SimpleGrid>
              <Panel title={`${shown.name}: training data and now`}>
                <FeatureBars deploymentId={id} asked={asked} feature={shown.name} />
                <DriftOverTime deploymentId={id} asked={asked} feature={shown.name} threshold={limits.driftThreshold} />
              </Panel>
            </>
          );
        }}
      </Answer>
      <TargetPanel deploymentId={id} asked={asked} target={deployment.model.targetName} />
    </Stack>
  );
}

function NothingYet() {
  return (
    <Panel title="Features">
      <EmptyState icon="gauge" title="No rows in this period">
        Drift compares recent rows with the training data. Make predictions, or choose a longer period; figures are a
        few seconds old.
      </EmptyState>
    </Panel>
  );
}
