import { useMemo } from 'react';
import { useCall } from '../../../api/call-query.ts';
import type { Challenger } from '../../../api/deployment-settings.ts';
import type { Deployment } from '../../../api/deployments.ts';
import { accuracyCalls, monitoringCalls, type PredictionsOverTime, type Selection } from '../../../api/monitoring.ts';
import { BucketChart } from '../../../parts/chart/bucket-chart.tsx';
import { DataTable } from '../../../parts/data-table.tsx';
import { bucketText, figure, whole } from '../../../parts/format.ts';
import { Panel, Reply } from '../../../parts/panel.tsx';
import { selectionOf } from '../period.ts';

interface Named {
  readonly id: string;
  readonly name: string;
}

/** What the champion and its challengers said to the same requests, and how right they were. */
export function CompareModels({
  deployment,
  challengers,
}: {
  deployment: Deployment;
  challengers: readonly Challenger[];
}) {
  const { id, model } = deployment;
  const asked = useMemo(() => selectionOf({ days: 30 }, new Date()), []);
  const models = useMemo<readonly Named[]>(
    () => [{ id: model.id, name: 'Champion' }, ...challengers.map((one) => ({ id: one.model.id, name: one.name }))],
    [model.id, challengers],
  );
  const ids = models.map((one) => one.id);
  return (
    <Panel
      title="Champion and challengers"
      intro="Mean prediction, or mean probability of the first class, of the last 30 days, by when requests were made."
    >
      <Reply to={monitoringCalls.predictionsOfModels(id, asked, ids)} what="what they answered">
        {(over) => <Lines models={models} over={over} />}
      </Reply>
      <AccuracyOfModels deploymentId={id} asked={asked} models={models} targetType={model.targetType} />
    </Panel>
  );
}

function Lines({ models, over }: { models: readonly Named[]; over: PredictionsOverTime }) {
  const places = useMemo(() => [...new Set(over.buckets.map(({ period }) => bucketText(period)))], [over]);
  const lines = useMemo(
    () =>
      models.map(({ id, name }) => ({
        name,
        values: places.map((place) => {
          const found = over.buckets.find((one) => one.modelId === id && bucketText(one.period) === place);
          return found?.meanPredictedValue ?? found?.meanProbabilities[0]?.value ?? null;
        }),
      })),
    [models, over, places],
  );
  return <BucketChart label="Mean predictions of champion and challengers" places={places} lines={lines} />;
}

interface AccuracyOfModelsProps {
  readonly deploymentId: string;
  readonly asked: Selection;
  readonly models: readonly Named[];
  readonly targetType: string;
}

function AccuracyOfModels({ deploymentId, asked, models, targetType }: AccuracyOfModelsProps) {
  const metric = targetType === 'Regression' ? 'RMSE' : 'LogLoss';
  const ids = models.map(({ id }) => id);
  const accuracy = useCall(accuracyCalls.ofModels(deploymentId, asked, ids, metric));
  const known = accuracy.data?.data.filter(({ value }) => value !== null) ?? [];
  if (known.length === 0) return null;
  return (
    <DataTable
      label={`${metric} of champion and challengers`}
      minWidth={320}
      rows={known}
      idOf={({ modelId }) => modelId}
      columns={[
        { name: 'Model', cell: ({ modelId }) => models.find(({ id }) => id === modelId)?.name ?? modelId },
        { name: metric, numeric: true, cell: ({ value }) => figure(value) },
        { name: 'Rows', numeric: true, cell: ({ sampleSize }) => whole(sampleSize) },
      ]}
    />
  );
}
