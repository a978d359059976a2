import { Anchor, Badge, Group, List, Select, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { type Deployment, deploymentCalls, deploymentKey } from '../../../api/deployments.ts';
import { DataTable } from '../../../parts/data-table.tsx';
import { FormDialog } from '../../../parts/dialogs.tsx';
import { ChoiceField } from '../../../parts/fields.tsx';
import { Note, Panel, Reply } from '../../../parts/panel.tsx';
import { HealthBadge, Timestamp } from '../../../parts/text.tsx';

export function ModelHistory({ deploymentId }: { deploymentId: string }) {
  return (
    <Panel title="Models" intro="Which model answered when, and why the next one took its place.">
      <Reply to={deploymentCalls.history(deploymentId)} what="its history">
        {({ data }) => (
          <DataTable
            label="Models"
            minWidth={760}
            rows={data}
            idOf={({ deployedAt }) => deployedAt}
            columns={[
              { name: 'Version', fw: 500, cell: ({ modelPackageName }) => modelPackageName },
              { name: 'Model', cell: ({ modelType }) => modelType },
              { name: 'From', cell: ({ deployedAt }) => <Timestamp iso={deployedAt} /> },
              {
                name: 'Until',
                cell: ({ isCurrent, replacedAt }) =>
                  isCurrent ? <Badge>answers now</Badge> : <Timestamp iso={replacedAt} />,
              },
              { name: 'Reason', cell: ({ reason }) => reasonText(reason) },
              { name: 'By', cell: ({ deployedBy }) => deployedBy.username },
            ]}
          />
        )}
      </Reply>
    </Panel>
  );
}

/** Why a model is replaced, as the API names it and as people say it. */
const reasons = [
  { value: 'ACCURACY', label: 'Accuracy' },
  { value: 'DATA_DRIFT', label: 'Data drift' },
  { value: 'ERRORS', label: 'Errors' },
  { value: 'SCHEDULED_REFRESH', label: 'Scheduled refresh' },
  { value: 'SCORING_SPEED', label: 'Scoring speed' },
  { value: 'OTHER', label: 'Other' },
] as const;
type Reason = (typeof reasons)[number]['value'];

const reasonText = (reason: string | null): string =>
  reason === null ? '' : (reasons.find(({ value }) => value === reason)?.label ?? reason);

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
