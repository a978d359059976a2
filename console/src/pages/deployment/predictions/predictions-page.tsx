import { Code, Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { ApiCall } from '../../../api/call.ts';
import { useCall } from '../../../api/call-query.ts';
import { type Deployment, deploymentCalls } from '../../../api/deployments.ts';
import { monitoringCalls } from '../../../api/monitoring.ts';
import type { PredictionRequest } from '../../../api/prediction-snippets.ts';
import { CopyText } from '../../../parts/copy-text.tsx';
import { Details } from '../../../parts/data-table.tsx';
import { AddressedTabs, Answer, Note, Panel, Reply } from '../../../parts/panel.tsx';
import { Dimmed } from '../../../parts/text.tsx';
import { DeploymentFrame } from '../deployment-frame.tsx';
import { firstRow, rowOf } from '../try/row-form.ts';
import { TryIt } from '../try/try-it.tsx';
import { programAccessQuery, type ReachedServer } from './program-access.ts';
import { Snippets } from './snippets.tsx';

const PREDICTION_API = 'prediction-api';

/** Predictions of a deployment: on screen, and from a program. */
export function PredictionsPage() {
  const { tab } = useSearch({ strict: false }) as { tab?: string };
  const { data: access } = useQuery(programAccessQuery());
  const shown = (id: string): readonly ApiCall<unknown>[] => {
    if (tab === PREDICTION_API) return [deploymentCalls.predictionServers()];
    const programHeaders = access?.servers[0]?.headers ?? {};
    return [{ ...deploymentCalls.predictRows(id, [], 0), programHeaders }];
  };
  return (
    <DeploymentFrame part="Predictions" calls={shown}>
      {(deployment) => (
        <AddressedTabs
          label="Ways to predict"
          tabs={[
            {
              value: 'try',
              label: 'Try it',
              content: () => <TryIt key={deployment.model.id} deployment={deployment} />,
            },
            {
              value: PREDICTION_API,
              label: 'Prediction API',
              content: () => <PredictionApi key={deployment.model.id} deployment={deployment} />,
            },
          ]}
        />
      )}
    </DeploymentFrame>
  );
}

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

/** Forecasts need the rows of the recent past, which only a file holds. */
function Example({ server, deployment }: { server: ReachedServer; deployment: Deployment }) {
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
  const seen = useCall(monitoringCalls.distributions(id, {}));
  return (
    <Reply to={deploymentCalls.features(id)} what="the columns of the model">
      {({ data: columns }) => (
        <Answer of={seen} what="their usual values">
          {({ data }) => (
            <Snippets request={request({ rows: [rowOf(columns, firstRow(columns, data, new Date()))] })} />
          )}
        </Answer>
      )}
    </Reply>
  );
}

/** A prediction server: its address, its key, and the route of the deployment there. */
function ServerPanel({ server: { url, serviceKey }, deploymentId }: { server: ReachedServer; deploymentId: string }) {
  return (
    <Panel title="Prediction server">
      <Details
        facts={[
          ['Address', <Copied key="address" text={url} what="address" />],
          ['Deployment ID', <Copied key="deployment" text={deploymentId} what="deployment ID" />],
          ['Route', <Code key="route">{`POST /predApi/v1.0/deployments/${deploymentId}/predictions`}</Code>],
          ['Service key', <ServiceKey key="key" serviceKey={serviceKey} />],
        ]}
      />
    </Panel>
  );
}

function ServiceKey({ serviceKey }: { serviceKey: string | null }) {
  if (serviceKey === null) return <Text size="sm">Not required on this installation.</Text>;
  if (serviceKey === '')
    return (
      <Note tone="careful" title="No service key is set">
        Predictions of programs are refused. The operator of this installation has to set ALMANAC_SERVICE_KEY.
      </Note>
    );
  return (
    <>
      <Copied text={serviceKey} what="service key" />
      <Dimmed>
        Programs send it in the service-key header, together with an API key. It identifies the prediction server, not
        the user.
      </Dimmed>
    </>
  );
}

function Copied({ text, what }: { text: string; what: string }) {
  return (
    <Group gap="xs" wrap="nowrap">
      <Code data-testid={what}>{text}</Code>
      <CopyText text={text} label={`Copy the ${what}`} />
    </Group>
  );
}
