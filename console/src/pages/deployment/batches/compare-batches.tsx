import { Group, SimpleGrid, Stack, Title } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { Deployment } from '../../../api/deployments.ts';
import { type MonitoringBatch, monitoringCalls } from '../../../api/monitoring.ts';
import { DataTable } from '../../../parts/data-table.tsx';
import { ChoiceField } from '../../../parts/fields.tsx';
import { figure, share, whole } from '../../../parts/format.ts';
import { Panel, Reply } from '../../../parts/panel.tsx';
import { Small } from '../../../parts/text.tsx';
import { FeatureBars } from '../drift/feature-bars.tsx';

interface CompareBatchesProps {
  readonly deployment: Deployment;
  readonly batches: readonly MonitoringBatch[];
}

const sides = ['left', 'right'] as const;

/** Two batches side by side: what was predicted, and what moved. The pair is in the address. */
export function CompareBatches({ deployment, batches }: CompareBatchesProps) {
  const search = useSearch({ from: '/signed-in/deployments/$deploymentId/batches' });
  const navigate = useNavigate({ from: '/deployments/$deploymentId/batches' });
  const chosen = { left: search.left ?? batches[1]?.id ?? batches[0]?.id, right: search.right ?? batches[0]?.id };
  return (
    <Panel title="Compare two batches">
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="xl">
        {sides.map((side) => {
          const batch = batches.find(({ id }) => id === chosen[side]);
          return (
            <Stack key={side} gap="md">
              <ChoiceField
                label={side === 'left' ? 'Left' : 'Right'}
                data={batches.map(({ id, batchName }) => ({ value: id, label: batchName }))}
                value={chosen[side] ?? null}
                onChange={(id) =>
                  void navigate({
                    search: (before) => ({ ...before, ...(id ? { [side]: id } : {}) }),
                    resetScroll: false,
                  })
                }
              />
              {batch && <OneBatch deployment={deployment} batch={batch} />}
            </Stack>
          );
        })}
      </SimpleGrid>
    </Panel>
  );
}

function OneBatch({ deployment, batch }: { deployment: Deployment; batch: MonitoringBatch }) {
  const asked = { batchId: [batch.id] };
  const { id, model } = deployment;
  return (
    <>
      <Reply to={monitoringCalls.predictionsOverBatch(id, asked)} keepPrevious what="its predictions">
        {({ buckets: [answered] }) => (
          <Group gap="lg">
            <Fact label="Predictions" value={whole(answered?.rowCount ?? 0)} />
            {answered?.classDistribution.length ? (
              answered.classDistribution.map(({ className, percent }) => (
                <Fact key={className} label={className} value={share(percent / 100)} />
              ))
            ) : (
              <Fact label="Mean" value={figure(answered?.meanPredictedValue)} />
            )}
          </Group>
        )}
      </Reply>
      {model.targetName !== null && (
        <FeatureBars deploymentId={id} asked={asked} feature={model.targetName} as="target" />
      )}
      <Reply to={monitoringCalls.drift(id, asked)} keepPrevious what="its drift">
        {({ data }) => (
          <DataTable
            label={`Drift of ${batch.batchName}`}
            minWidth={280}
            rows={data.slice(0, 20)}
            idOf={({ name }) => name}
            columns={[
              { name: 'Feature', cell: ({ name }) => name },
              { name: 'Importance', numeric: true, cell: ({ featureImpact }) => figure(featureImpact) },
              { name: 'Drift', numeric: true, cell: ({ driftScore }) => figure(driftScore) },
            ]}
          />
        )}
      </Reply>
    </>
  );
}

function Fact({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <Small>{label}</Small>
      <Title order={3} fz={18} className="number">
        {value}
      </Title>
    </div>
  );
}
