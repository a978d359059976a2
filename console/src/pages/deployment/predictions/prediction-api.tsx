import { SegmentedControl, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { callQuery } from '../../../api/call-query.ts';
import { type Deployment, deploymentCalls } from '../../../api/deployments.ts';
import { monitoringCalls } from '../../../api/monitoring.ts';
import type { PredictionRequest } from '../../../api/prediction-snippets.ts';
import { Answer } from '../../../parts/answer.tsx';
import { Panel } from '../../../parts/panel.tsx';
import { firstRow, rowOf } from '../try/row-form.ts';
import { programAccessQuery, type ReachedServer } from './program-access.ts';
import { ServerPanel } from './server-panel.tsx';
import { Snippets } from './snippets.tsx';

const FILE = 'rows.csv';

/** The Prediction API of a deployment: each prediction server with its key, and requests to paste into a program. */
export function PredictionApi({ deployment }: { deployment: Deployment }) {
  const access = useQuery(programAccessQuery());
  return (
    <Answer of={access} what="the prediction servers">
      {({ servers }) => (
        <Stack gap="lg">
          {servers.map((server) => (
            <ServerPanel key={server.id} server={server} deploymentId={deployment.id} />
          ))}
          {servers.map((server) => (
            <Example key={server.id} server={server} deployment={deployment} />
          ))}
        </Stack>
      )}
    </Answer>
  );
}

interface ExampleProps {
  readonly server: ReachedServer;
  readonly deployment: Deployment;
}

/** Forecasts need the rows of the recent past, which only a file holds. */
function Example({ server, deployment }: ExampleProps) {
  const isSeries = deployment.capabilities.supportsPredictionIntervals === true;
  const [by, setBy] = useState(isSeries ? 'file' : 'row');
  const intro =
    isSeries && by === 'file'
      ? `${FILE} holds the recent history of each series and the rows to forecast, their target empty.`
      : 'A request to paste into a terminal or a program.';
  const choice = (
    <SegmentedControl
      transitionDuration={0}
      size="xs"
      aria-label="Rows of the example"
      value={by}
      onChange={setBy}
      data={[
        { value: 'row', label: 'One row' },
        { value: 'file', label: 'A file' },
      ]}
    />
  );
  const request = (content: PredictionRequest['content']): PredictionRequest => ({
    server: server.url,
    serviceKey: server.serviceKey,
    deploymentId: deployment.id,
    maxExplanations: 0,
    content,
  });
  return (
    <Panel title="Example request" intro={intro} aside={choice}>
      {by === 'file' ? (
        <Snippets request={request({ file: FILE })} />
      ) : (
        <ExampleRow deployment={deployment} request={request} />
      )}
    </Panel>
  );
}

interface ExampleRowProps {
  readonly deployment: Deployment;
  readonly request: (content: PredictionRequest['content']) => PredictionRequest;
}

/** With the values that were usual in the training data. */
function ExampleRow({ deployment: { id }, request }: ExampleRowProps) {
  const features = useQuery(callQuery(deploymentCalls.features(id)));
  const seen = useQuery(callQuery(monitoringCalls.distributions(id, {})));
  return (
    <Answer of={features} what="the columns of the model">
      {({ data: columns }) => (
        <Answer of={seen} what="their usual values">
          {({ data }) => (
            <Snippets request={request({ rows: [rowOf(columns, firstRow(columns, data, new Date()))] })} />
          )}
        </Answer>
      )}
    </Answer>
  );
}
