import { Anchor, Group, List, Select, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callQuery } from '../../../api/call-query.ts';
import { type Deployment, deploymentCalls, deploymentKey } from '../../../api/deployments.ts';
import { begin } from '../../../api/follow.ts';
import { send } from '../../../api/send.ts';
import { FormDialog } from '../../../parts/dialogs.tsx';
import { HealthBadge } from '../../../parts/health-badge.tsx';
import { Answer, Note } from '../../../parts/panel.tsx';
import { type Reason, reasons } from './model-history.tsx';

/** Chooses a version, shows what the server thinks of it, then replaces. The old model answers until the new one is ready. */
export function ReplaceModel({ deployment, onClose }: { deployment: Deployment; onClose: () => void }) {
  const current = deployment.modelPackage.id;
  const versions = useQuery(callQuery(deploymentCalls.versions(current)));
  const [chosen, setChosen] = useState<string | null>(null);
  const [reason, setReason] = useState<Reason>('ACCURACY');
  const client = useQueryClient();
  const replace = useMutation({
    mutationFn: () => begin(deploymentCalls.replace(deployment.id, { modelPackageId: chosen ?? '', reason })),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: deploymentKey(deployment.id) });
      onClose();
    },
  });
  return (
    <FormDialog
      title="Replace the model"
      onClose={onClose}
      submit="Replace it"
      onSubmit={() => chosen !== null && replace.mutate()}
      busy={replace.isPending}
      problem={replace.error}
      refused="The model was not replaced"
    >
      <Answer of={versions} what="the versions">
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
      </Answer>
      <Select
        label="Reason"
        description="Kept in the history"
        data={[...reasons]}
        value={reason}
        onChange={(value) => setReason(value ?? 'OTHER')}
        allowDeselect={false}
      />
      {chosen !== null && <Checks deploymentId={deployment.id} versionId={chosen} />}
    </FormDialog>
  );
}

function Checks({ deploymentId, versionId }: { deploymentId: string; versionId: string }) {
  const checked = useQuery({
    queryKey: [...deploymentKey(deploymentId), 'validation', versionId],
    queryFn: ({ signal }) => send(deploymentCalls.validate(deploymentId, versionId), signal),
  });
  return (
    <Answer of={checked} what="the checks">
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
    </Answer>
  );
}
