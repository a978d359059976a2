import { SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { useCall } from '../../../api/call-query.ts';
import { settingsCalls } from '../../../api/deployment-settings.ts';
import type { Deployment } from '../../../api/deployments.ts';
import { type DriftBucket, type FeatureDrift, monitoringCalls, type Selection } from '../../../api/monitoring.ts';
import { PickButton } from '../../../parts/actions.tsx';
import { type BigColumn, BigTable, numberColumn } from '../../../parts/big-table.tsx';
import { TimeChart } from '../../../parts/chart/bucket-chart.tsx';

import { figure, whole } from '../../../parts/format.ts';
import { EmptyState, Panel, Reply } from '../../../parts/panel.tsx';
import { DeploymentFrame } from '../deployment-frame.tsx';
import { PeriodPicker, usePeriod, useSegments } from '../period-picker.tsx';
import { DriftScatter } from './drift-scatter.tsx';
import { USUAL_LIMITS } from './drift-text.ts';
import { FeatureBars } from './feature-bars.tsx';

export function DriftPage() {
  const search = useSearch({ from: '/signed-in/deployments/$deploymentId/drift' });
  const asked = usePeriod(search);
  return (
    <DeploymentFrame
      part="Drift"
      calls={(id) => [
        monitoringCalls.drift(id, asked),
        monitoringCalls.distributions(id, asked, search.feature),
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
  const limits = useCall(settingsCalls.health(id)).data?.dataDrift ?? USUAL_LIMITS;
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
      <Reply to={monitoringCalls.drift(id, asked)} keepPrevious what="the drift">
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
      </Reply>
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

interface TargetPanelProps {
  readonly deploymentId: string;
  readonly asked: Selection;
  readonly target: string | null;
}

/** Predictions now, against those on held-out training rows. */
function TargetPanel({ deploymentId, asked, target }: TargetPanelProps) {
  return (
    <Panel
      title={`Predictions of ${target ?? 'the model'}`}
      intro="Against what the model predicted on rows of the training data that it had not learned from."
    >
      <Reply to={monitoringCalls.targetDrift(deploymentId, asked)} keepPrevious what="the drift of predictions">
        {({ driftScore, sampleSize }) => (
          <Text size="sm" mb="xs">
            {driftScore === null
              ? `No score yet: ${whole(sampleSize)} rows in this period, ten are needed.`
              : `Drift ${figure(driftScore)} on ${whole(sampleSize)} rows.`}
          </Text>
        )}
      </Reply>
      {target !== null && <FeatureBars deploymentId={deploymentId} asked={asked} feature={target} as="target" />}
    </Panel>
  );
}

interface FeatureTableProps {
  readonly features: readonly FeatureDrift[];
  readonly chosen: string;
  readonly onPick: (feature: string) => void;
}

function FeatureTable({ features, chosen, onPick }: FeatureTableProps) {
  const columns = useMemo<readonly BigColumn<FeatureDrift>[]>(
    () => [
      {
        name: 'Feature',
        by: ({ name }) => name,
        cell: ({ name }) => <PickButton text={name} chosen={name === chosen} onPick={() => onPick(name)} />,
      },
      numberColumn('Importance', ({ featureImpact }) => featureImpact, figure),
      numberColumn('Drift', ({ driftScore }) => driftScore, figure),
      numberColumn('Rows', ({ sampleSize }) => sampleSize),
    ],
    [chosen, onPick],
  );
  return (
    <BigTable
      label="Drift of each feature"
      rows={features}
      columns={columns}
      idOf={({ name }) => name}
      sortedBy={{ name: 'Drift', descending: true }}
      height={320}
    />
  );
}

interface DriftOverTimeProps {
  readonly deploymentId: string;
  readonly asked: Selection;
  readonly feature: string;
  readonly threshold: number;
}

function DriftOverTime({ deploymentId, asked, feature, threshold }: DriftOverTimeProps) {
  return (
    <>
      <Title order={3} fz="sm" mt="lg" mb={4}>
        Over time
      </Title>
      <Reply
        to={monitoringCalls.driftOverTime(deploymentId, asked, feature)}
        keepPrevious
        what={`the drift of ${feature} over time`}
      >
        {({ buckets }) => (
          <TimeChart
            label={`Drift of ${feature} over time`}
            name={feature}
            buckets={buckets}
            read={driftIn}
            mark={{ name: 'drifted', value: threshold }}
            zero
            height={170}
          />
        )}
      </Reply>
    </>
  );
}

const driftIn = ({ driftScore }: DriftBucket) => driftScore;
