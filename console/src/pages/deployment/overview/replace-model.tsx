import { Anchor, Group, List, Select, Stack, Text } from '@mantine/core';

import { useState } from 'react';
import { type Deployment, deploymentCalls, deploymentKey } from '../../../api/deployments.ts';

import { FormDialog } from '../../../parts/dialogs.tsx';
import { ChoiceField } from '../../../parts/fields.tsx';
import { HealthBadge } from '../../../parts/health-badge.tsx';
import { Note, Reply } from '../../../parts/panel.tsx';
import { type Reason, reasons } from './model-history.tsx';

/** Chooses a version, shows what the server thinks of it, then replaces. The old model answers until the new one is ready. */
export function ReplaceModel({ deployment, onClose }: { deployment: Deployment; onClose: () => void }) {
  const current = deployment.modelPackage.id;
  const [chosen, setChosen] = useState<string | null>(null);
  const [reason, setReason] = useState<Reason>('ACCURACY');
  return (
    <FormDialog
      title="Replace the model"
      onClose={onClose}
      submit="Replace it"
      call={() =>
        chosen === null ? undefined : deploymentCalls.replace(deployment.id, { modelPackageId: chosen, reason })
      }
      refresh={[deploymentKey(deployment.id)]}
      refused="The model was not replaced"
    >
      <Reply to={deploymentCalls.versions(current)} what="the versions">
        {({ data }) => {
          const others = data.filter(({ id }) => id !== current);
          return others.length === 0 ? (
            <Note title="No other version fits">
              {'A version fits when it predicts the same target. Register another model of a leaderboard first: '}
              <Anchor href="/docs">modelPackages/fromLeaderboard/</Anchor>
            </Note>
          ) : (
            <Select
              label="Version"
              placeholder="Choose the one to answer from now on"
              data={others.map(({ id, name }) => ({ value: id, label: name }))}
              value={chosen}
              onChange={setChosen}
              searchable
              required
            />
          );
        }}
      </Reply>
      <ChoiceField
        label="Reason"
        description="Kept in the history"
        data={reasons}
        value={reason}
        onChange={setReason}
      />
      {chosen !== null && <Checks deploymentId={deployment.id} versionId={chosen} />}
    </FormDialog>
  );
}

function Checks({ deploymentId, versionId }: { deploymentId: string; versionId: string }) {
  return (
    <Reply to={deploymentCalls.validate(deploymentId, versionId)} what="the checks">
      {({ status, message, checks }) => (
        <Stack gap={6}>
          <Group gap="xs">
            <HealthBadge of="Checks" state={status} />
            <Text size="sm">{message}</Text>
          </Group>
          <List size="sm" spacing={2}>
            {Object.entries(checks)
              .filter(([, check]) => check.status !== 'passing')
              .map(([name, check]) => (
                <List.Item key={name}>{check.message}</List.Item>
              ))}
          </List>
        </Stack>
      )}
    </Reply>
  );
}
