import { SegmentedControl, Stack } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ApiCall } from '../../../api/call.ts';
import type { Deployment, InputRow, PredictionAnswer } from '../../../api/deployments.ts';
import { deploymentCalls, deploymentKey } from '../../../api/deployments.ts';
import { useMayEach } from '../../../api/own-access.ts';
import type { PredictionRequest } from '../../../api/prediction-snippets.ts';
import { send, sendFile } from '../../../api/send.ts';
import { Note, Panel, ProblemNote } from '../../../parts/panel.tsx';
import { DropZone } from '../../../parts/upload.tsx';
import { programAccessQuery } from '../predictions/program-access.ts';
import { Snippets } from '../predictions/snippets.tsx';
import { PredictionResult } from './prediction-result.tsx';
import { RowForm } from './row-form-fields.tsx';

const EXPLANATIONS = 3;

/** The rows on screen, or a file. */
interface Attempt {
  readonly call: ApiCall<PredictionAnswer>;
  readonly file?: File;
}

/** What was asked, for the programs below. */
type Shown = PredictionRequest['content'];

export function TryIt({ deployment }: { deployment: Deployment }) {
  const [by, setBy] = useState('form');
  const [shown, setShown] = useState<Shown>();
  const client = useQueryClient();
  const predict = useMutation({
    mutationFn: ({ call, file }: Attempt) => (file ? sendFile(call, asCsv(file)) : send(call)),
    // Health statuses and figures of the other pages are a few seconds old from now on.
    onSettled: () => client.invalidateQueries({ queryKey: deploymentKey(deployment.id), refetchType: 'none' }),
  });
  // Forecasts are explained by components and features; only deployments of forecasts have prediction intervals.
  const { supportsShapBasedPredictionExplanations: ofRows, supportsPredictionIntervals: ofForecasts } =
    deployment.capabilities;
  const explanations = ofRows || ofForecasts ? EXPLANATIONS : 0;
  const rows = (row: InputRow) => deploymentCalls.predictRows(deployment.id, [row], explanations);
  const [mayPredict] = useMayEach([{ object: 'deployment', id: deployment.id, need: 'use' }]);
  if (mayPredict === false)
    return (
      <Note title="Your role cannot predict here">Ask an owner of the deployment for the role of a consumer.</Note>
    );
  return (
    <Stack gap="lg">
      <Panel
        title="Test predictions"
        intro="These are real predictions: they count in the statistics and against quotas."
        aside={
          <SegmentedControl
            transitionDuration={0}
            size="xs"
            aria-label="How to give the rows"
            value={by}
            onChange={setBy}
            data={[
              { value: 'form', label: 'One row' },
              { value: 'file', label: 'A file' },
            ]}
          />
        }
      >
        {by === 'form' ? (
          <RowForm
            deployment={deployment}
            busy={predict.isPending}
            onChange={(row) => setShown({ rows: [row] })}
            onPredict={(row) => predict.mutate({ call: rows(row) })}
          />
        ) : (
          <DropZone
            label="Rows to predict"
            hint="CSV with a header line, or a JSON list of rows; at most 50 MB"
            accept=".csv,.json,text/csv,application/json"
            disabled={predict.isPending}
            onFile={(file) => {
              const call = deploymentCalls.predictFile(deployment.id, file.name, explanations);
              setShown({ file: file.name });
              predict.mutate({ call, file });
            }}
          />
        )}
      </Panel>
      <ProblemNote problem={predict.error} title="No prediction" />
      {predict.data && <PredictionResult answer={predict.data} target={deployment.model.targetName ?? 'prediction'} />}
      {shown && <PredictionCode deploymentId={deployment.id} maxExplanations={explanations} content={shown} />}
    </Stack>
  );
}

/** Some systems call CSV files spreadsheets; the server takes the bytes for what they are called. */
const asCsv = (file: File): Blob =>
  file.name.toLowerCase().endsWith('.json')
    ? new Blob([file], { type: 'application/json' })
    : new Blob([file], { type: 'text/csv' });

/** The same request from anywhere else. */
function PredictionCode(request: Pick<PredictionRequest, 'deploymentId' | 'maxExplanations' | 'content'>) {
  const { data } = useQuery(programAccessQuery());
  const server = data?.servers[0];
  if (server === undefined) return null;
  return (
    <Panel title="From your own program">
      <Snippets request={{ ...request, server: server.url, serviceKey: server.serviceKey }} />
    </Panel>
  );
}
