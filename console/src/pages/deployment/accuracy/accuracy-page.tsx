import { Button, Group, Stack, Table, Text, Textarea, UnstyledButton } from '@mantine/core';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { callQuery } from '../../../api/call-query.ts';
import { type Deployment, deploymentKey } from '../../../api/deployments.ts';
import { begin, useFollow } from '../../../api/follow.ts';
import {
  type Accuracy,
  type AccuracyOverTime,
  type Actual,
  accuracyCalls,
  type Selection,
} from '../../../api/monitoring.ts';
import { BucketChart } from '../../../parts/chart/bucket-chart.tsx';
import { DataTable } from '../../../parts/data-table.tsx';
import { figure, whole } from '../../../parts/format.ts';
import { JobProgress } from '../../../parts/job-progress.tsx';
import { Answer, EmptyState, Panel, ProblemNote } from '../../../parts/panel.tsx';
import { DropZone } from '../../../parts/upload.tsx';
import { DeploymentFrame } from '../deployment-frame.tsx';
import { may } from '../may.ts';
import { bucketText, selectionOf } from '../period.ts';
import { PeriodPicker, useSegments } from '../period-picker.tsx';
import { readActuals } from './actuals-file.ts';
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

interface AccuracyOverTimePanelProps {
  readonly deploymentId: string;
  readonly asked: Selection;
  readonly metric: string;
}

function AccuracyOverTimePanel({ deploymentId, asked, metric }: AccuracyOverTimePanelProps) {
  const call = accuracyCalls.overTime(deploymentId, asked, metric);
  const over = useQuery({ ...callQuery(call), placeholderData: keepPreviousData });
  return (
    <Panel title={`${metric} over time`} intro="By when predictions were made. The dashed line is the training data.">
      <Answer of={over} what={`${metric} over time`}>
        {(found) => <Line over={found} />}
      </Answer>
    </Panel>
  );
}

function Line({ over }: { over: AccuracyOverTime }) {
  const places = useMemo(() => over.buckets.map(({ period }) => bucketText(period)), [over]);
  const lines = useMemo(() => [{ name: over.metric, values: over.buckets.map(({ value }) => value) }], [over]);
  const mark = useMemo(
    () => (over.baseline.value === null ? undefined : { name: 'training', value: over.baseline.value }),
    [over],
  );
  return <BucketChart label={`${over.metric} over time`} places={places} lines={lines} mark={mark} zero />;
}

interface MetricTableProps {
  readonly accuracy: Accuracy;
  readonly chosen: string;
  readonly onPick: (metric: string) => void;
}

const columns = ['Metric', 'Now', 'In training', 'Change', 'Rows'];

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
      <DataTable label="Metrics" columns={columns} numeric={columns.slice(1)} minWidth={480}>
        {data.map(({ metricName, value, baselineValue, percentChange, sampleSize }) => (
          <Table.Tr key={metricName}>
            <Table.Td>
              <UnstyledButton
                className="row-link"
                fz="sm"
                aria-pressed={metricName === chosen}
                onClick={() => onPick(metricName)}
              >
                {metricName}
              </UnstyledButton>
            </Table.Td>
            {[figure(value), figure(baselineValue), changeText(percentChange), whole(sampleSize)].map((text, at) => (
              <Table.Td key={columns[at + 1]} ta="right" className="number">
                {text}
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </DataTable>
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
        <Textarea
          label="Or as text"
          placeholder={EXAMPLE}
          autosize
          minRows={3}
          maxRows={12}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
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
