import { Code, Group, Text } from '@mantine/core';
import { CopyText } from '../../../parts/copy-text.tsx';
import { Details } from '../../../parts/details.tsx';
import { Note } from '../../../parts/note.tsx';
import { Panel } from '../../../parts/panel.tsx';
import type { ReachedServer } from './program-access.ts';

interface ServerPanelProps {
  readonly server: ReachedServer;
  readonly deploymentId: string;
}

/** A prediction server: its address, its key, and the route of the deployment there. */
export function ServerPanel({ server: { url, serviceKey }, deploymentId }: ServerPanelProps) {
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
      <Text size="sm" c="dimmed">
        Programs send it in the service-key header, together with an API key. It identifies the prediction server, not
        the user.
      </Text>
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
