import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { type Deployment, deploymentKey } from '../../../api/deployments.ts';
import { begin, useFollow } from '../../../api/follow.ts';
import type { Accuracy, Actual, Selection, VersusBucket } from '../../../api/monitoring.ts';
import { accuracyCalls } from '../../../api/monitoring.ts';
import { Allowed, PickButton } from '../../../parts/actions.tsx';
import { BucketChart, TimeChart } from '../../../parts/chart/bucket-chart.tsx';
import { DataTable } from '../../../parts/data-table.tsx';
import { LongTextField } from '../../../parts/fields.tsx';
import { bucketText, figure, share, whole } from '../../../parts/format.ts';
import { EmptyState, Panel, ProblemNote, Reply } from '../../../parts/panel.tsx';
import { Strong } from '../../../parts/text.tsx';
import { DropZone, JobProgress } from '../../../parts/upload.tsx';
import { DeploymentFrame } from '../deployment-frame.tsx';
import { PeriodPicker, usePeriod, useSegments } from '../period-picker.tsx';
import { readActuals } from './actuals-file.ts';

export function AccuracyPage() {
  const search = useSearch({ from: '/signed-in/deployments/$deploymentId/accuracy' });
  const asked = usePeriod(search);
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
      <Reply to={accuracyCalls.now(id, asked)} keepPrevious what="the accuracy">
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
      </Reply>
      <Allowed needs={{ object: 'deployment', id, need: 'write' }}>
        <ReportActuals deploymentId={id} />
      </Allowed>
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

interface AccuracyOverTimePanelProps {
  readonly deploymentId: string;
  readonly asked: Selection;
  readonly metric: string;
}

function AccuracyOverTimePanel({ deploymentId, asked, metric }: AccuracyOverTimePanelProps) {
  return (
    <Panel title={`${metric} over time`} intro="By when predictions were made. The dashed line is the training data.">
      <Reply to={accuracyCalls.overTime(deploymentId, asked, metric)} keepPrevious what={`${metric} over time`}>
        {({ baseline, buckets }) => (
          <TimeChart
            label={`${metric} over time`}
            name={metric}
            buckets={buckets}
            mark={baseline.value === null ? undefined : { name: 'training', value: baseline.value }}
            zero
          />
        )}
      </Reply>
    </Panel>
  );
}

interface MetricTableProps {
  readonly accuracy: Accuracy;
  readonly chosen: string;
  readonly onPick: (metric: string) => void;
}

const changeText = (percent: number | null): string =>
  percent === null ? '–' : `${percent >= 0.005 ? '+' : ''}${Number(percent.toFixed(2)) + 0} %`;

/** Every metric now, against the model's own on held-out training rows. */
function MetricTable({ accuracy, chosen, onPick }: MetricTableProps) {
  const { data, rowCountTotal, rowCountWithActual } = accuracy;
  return (
    <Panel
      title="Now and in training"
      intro={`${whole(rowCountWithActual)} of ${whole(rowCountTotal)} predictions have been matched with what happened.`}
    >
      <DataTable
        label="Metrics"
        minWidth={480}
        rows={data}
        idOf={({ metricName }) => metricName}
        columns={[
          {
            name: 'Metric',
            cell: ({ metricName }) => (
              <PickButton text={metricName} chosen={metricName === chosen} onPick={() => onPick(metricName)} />
            ),
          },
          { name: 'Now', numeric: true, cell: ({ value }) => figure(value) },
          { name: 'In training', numeric: true, cell: ({ baselineValue }) => figure(baselineValue) },
          { name: 'Change', numeric: true, cell: ({ percentChange }) => changeText(percentChange) },
          { name: 'Rows', numeric: true, cell: ({ sampleSize }) => whole(sampleSize) },
        ]}
      />
    </Panel>
  );
}

const AT_ONCE = 10_000;
const EXAMPLE = '[{"associationId": "order-1", "actualValue": 12.5}]';

/** What really happened, typed or from a file. */
function ReportActuals({ deploymentId }: { deploymentId: string }) {
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string>();
  const report = useMutation({
    mutationFn: async (actuals: readonly Actual[]) => {
      let follow: string | undefined;
      for (let at = 0; at < actuals.length; at += AT_ONCE) {
        ({ follow } = await begin(accuracyCalls.report(deploymentId, actuals.slice(at, at + AT_ONCE))));
      }
      return { follow, count: actuals.length };
    },
  });
  const following = useFollow(report.data?.follow, { refresh: [deploymentKey(deploymentId)] });
  const take = (content: string) => {
    const read = readActuals(content);
    setProblem('problem' in read ? read.problem : undefined);
    if ('actuals' in read) report.mutate(read.actuals);
  };
  return (
    <Panel title="Upload actuals" intro="Each row needs the association ID of its prediction.">
      <Stack gap="md">
        <DropZone
          label="A file of actuals"
          hint="CSV or JSON with associationId and actualValue"
          accept=".csv,.json"
          disabled={report.isPending}
          onFile={(file) => void file.text().then(take)}
        />
        <LongTextField
          label="Or as text"
          placeholder={EXAMPLE}
          minRows={3}
          maxRows={12}
          value={text}
          onChange={setText}
          error={problem}
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
        />
        <ProblemNote problem={report.error} title="The actuals were not accepted" />
        <JobProgress of={following} what="Matching them with predictions" lasting />
        <Group justify="flex-end" gap="sm">
          {following.job?.state === 'done' && (
            <Text size="sm" role="status">
              {`${report.data?.count.toLocaleString('en')} actuals received`}
            </Text>
          )}
          <Button disabled={text.trim() === ''} loading={report.isPending} onClick={() => take(text)}>
            Upload
          </Button>
        </Group>
      </Stack>
    </Panel>
  );
}

interface VersusPanelProps {
  readonly deploymentId: string;
  readonly asked: Selection;
  readonly target: string;
}

/** What was predicted and what happened, side by side. */
export function VersusPanel({ deploymentId, asked, target }: VersusPanelProps) {
  return (
    <Panel title="Predictions and actuals" intro="Only rows whose actual is known.">
      <Reply to={accuracyCalls.versus(deploymentId, asked)} keepPrevious what="predictions and actuals">
        {({ buckets }) => <Lines buckets={buckets} target={target} />}
      </Reply>
    </Panel>
  );
}

function Lines({ buckets, target }: { buckets: readonly VersusBucket[]; target: string }) {
  const places = useMemo(() => buckets.map(({ period }) => bucketText(period)), [buckets]);
  const { lines, ofClass } = useMemo(() => versusLines(buckets), [buckets]);
  const label = ofClass === undefined ? `Mean of ${target}` : `Share of ${target} = ${ofClass}`;
  return (
    <>
      <Strong mb={4}>{label}</Strong>
      <BucketChart
        label={`${label}, predicted and actual`}
        places={places}
        lines={lines}
        write={ofClass === undefined ? figure : share}
        bars
      />
    </>
  );
}

interface VersusLines {
  readonly lines: readonly { readonly name: string; readonly values: readonly (number | null)[] }[];
  /** Of classes one is drawn: the first that is known. */
  readonly ofClass: string | undefined;
}

/** Means of numbers; of classes the shares of one. */
function versusLines(buckets: readonly VersusBucket[]): VersusLines {
  const ofClass = buckets.flatMap(
    ({ actualClassDistribution: all }) => all?.map(({ className }) => className) ?? [],
  )[0];
  const part = (classes: VersusBucket['actualClassDistribution']) => {
    const found = classes?.find(({ className }) => className === ofClass);
    return found ? found.percent / 100 : null;
  };
  const values = (one: 'predicted' | 'actual') =>
    buckets.map((bucket) => {
      if (ofClass === undefined) return one === 'predicted' ? bucket.meanPredictedValue : bucket.meanActualValue;
      return part(one === 'predicted' ? bucket.predictedClassDistribution : bucket.actualClassDistribution);
    });
  return {
    ofClass,
    lines: [
      { name: 'Predicted', values: values('predicted') },
      { name: 'Actual', values: values('actual') },
    ],
  };
}
