import { Button, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { type Deployment, deploymentCalls, deploymentsKey } from '../../../api/deployments.ts';
import { begin } from '../../../api/follow.ts';
import { CopyText } from '../../../parts/copy-text.tsx';
import { Details, RowMenu } from '../../../parts/data-table.tsx';
import { ConfirmDialog, DeleteDialog } from '../../../parts/dialogs.tsx';
import { HealthBadge } from '../../../parts/health-badge.tsx';
import { Panel } from '../../../parts/panel.tsx';
import { ShareDialog } from '../../../parts/sharing.tsx';
import { Timestamp } from '../../../parts/timestamp.tsx';
import { healthState, importanceText, ownerText } from '../../deployments/health-text.ts';
import { DeploymentFrame } from '../deployment-frame.tsx';
import { may } from '../may.ts';
import { EditDeployment } from './edit-deployment.tsx';
import { ModelHistory } from './model-history.tsx';
import { ReplaceModel } from './replace-model.tsx';

const roles = [
  { value: 'OWNER', label: 'Owner' },
  { value: 'USER', label: 'User' },
  { value: 'CONSUMER', label: 'Consumer' },
];

type Dialog = 'share' | 'edit' | 'switch' | 'replace' | 'delete';

export function OverviewPage() {
  const [dialog, setDialog] = useState<Dialog>();
  const close = () => setDialog(undefined);
  return (
    <DeploymentFrame
      part="Overview"
      calls={(id) => [deploymentCalls.get(id), deploymentCalls.history(id)]}
      actions={(deployment) => <Actions deployment={deployment} onChoose={setDialog} />}
    >
      {(deployment) => (
        <>
          <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
            <DetailsPanel deployment={deployment} />
            <HealthPanel deployment={deployment} />
          </SimpleGrid>
          <ModelHistory deploymentId={deployment.id} />
          {dialog === 'share' && (
            <ShareDialog name={deployment.label} path={`deployments/${deployment.id}/`} roles={roles} onClose={close} />
          )}
          {dialog === 'edit' && <EditDeployment deployment={deployment} onClose={close} />}
          {dialog === 'switch' && <SwitchDeployment deployment={deployment} onClose={close} />}
          {dialog === 'replace' && <ReplaceModel deployment={deployment} onClose={close} />}
          {dialog === 'delete' && <DeleteDeployment deployment={deployment} onClose={close} />}
        </>
      )}
    </DeploymentFrame>
  );
}

function Actions({ deployment, onChoose }: { deployment: Deployment; onChoose: (dialog: Dialog) => void }) {
  const switchable = deployment.status === 'active' || deployment.status === 'inactive';
  const more = [
    ...(may(deployment, 'CAN_UPDATE_DEPLOYMENT_SETTINGS') ? [{ label: 'Edit', onChoose: () => onChoose('edit') }] : []),
    ...(may(deployment, 'CAN_UPDATE_DEPLOYMENT_STATUS') && switchable
      ? [{ label: deployment.status === 'active' ? 'Switch off' : 'Switch on', onChoose: () => onChoose('switch') }]
      : []),
    ...(may(deployment, 'CAN_DELETE_DEPLOYMENT')
      ? [{ label: 'Delete', onChoose: () => onChoose('delete'), dangerous: true }]
      : []),
  ];
  return (
    <>
      {may(deployment, 'CAN_REPLACE_MODEL') && (
        <Button size="xs" onClick={() => onChoose('replace')} disabled={!switchable}>
          Replace the model
        </Button>
      )}
      {may(deployment, 'CAN_SHARE') && (
        <Button size="xs" variant="default" onClick={() => onChoose('share')}>
          Share
        </Button>
      )}
      {more.length > 0 && <RowMenu of={deployment.label} actions={more} onPage />}
    </>
  );
}

function DetailsPanel({ deployment }: { deployment: Deployment }) {
  const { id, model } = deployment;
  return (
    <Panel title="Details" {...(deployment.description ? { intro: deployment.description } : {})}>
      <Details
        nameWidth={130}
        facts={[
          ['Model', model.type],
          ['Version', <Version key="version" of={deployment} />],
          ['Predicts', `${model.targetName ?? 'no target'} (${model.targetType})`],
          ['Project', <ProjectOf key="project" of={deployment} />],
          ['Importance', importanceText(deployment.importance)],
          ['Owner', ownerText(deployment)],
          ['Runs on', deployment.predictionEnvironment.name],
          [
            'Id',
            <Group key="id" gap={4} wrap="nowrap">
              <span className="fact">{id}</span>
              <CopyText text={id} label="Copy the id" />
            </Group>,
          ],
          ['Deployed', <Timestamp key="deployed" iso={deployment.createdAt} />],
          ['Last prediction', <Timestamp key="last" iso={deployment.predictionUsage.lastTimestamp} />],
        ]}
      />
    </Panel>
  );
}

function Version({ of: { modelPackage } }: { of: Deployment }) {
  return (
    <Link
      to="/registry/$registeredModelId"
      params={{ registeredModelId: modelPackage.registeredModelId }}
      className="row-link"
    >
      {modelPackage.name}
    </Link>
  );
}

function ProjectOf({ of: { model } }: { of: Deployment }) {
  if (model.projectId === null) return model.projectName ?? '–';
  return (
    <Link to="/projects/$projectId" params={{ projectId: model.projectId }} className="row-link">
      {model.projectName ?? model.projectId}
    </Link>
  );
}

function DeleteDeployment({ deployment: { id, label }, onClose }: { deployment: Deployment; onClose: () => void }) {
  return (
    <DeleteDialog
      name={label}
      kind="deployment"
      call={deploymentCalls.remove(id)}
      forget={[deploymentsKey]}
      to="/deployments"
      onClose={onClose}
    >
      Its address answers no more, and what was learned of its predictions is lost. Its model stays in the registry.
      This cannot be undone.
    </DeleteDialog>
  );
}

function SwitchDeployment({ deployment, onClose }: { deployment: Deployment; onClose: () => void }) {
  const off = deployment.status === 'active';
  const client = useQueryClient();
  const change = useMutation({
    mutationFn: () => begin(deploymentCalls.setStatus(deployment.id, off ? 'inactive' : 'active')),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: deploymentsKey });
      onClose();
    },
  });
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={off ? `Switch ${deployment.label} off?` : `Switch ${deployment.label} on?`}
      confirm={off ? 'Switch it off' : 'Switch it on'}
      onConfirm={() => change.mutate()}
      busy={change.isPending}
      problem={change.error}
    >
      {off
        ? 'Callers are refused until it is switched on again. What was recorded of it stays.'
        : 'It answers at its old address again.'}
    </ConfirmDialog>
  );
}

/** Every health status with its reason. */
function HealthPanel({ deployment }: { deployment: Deployment }) {
  const states = [
    ['Service', deployment.serviceHealth],
    ['Drift', deployment.modelHealth],
    ['Accuracy', deployment.accuracyHealth],
    ['Fairness', deployment.fairnessHealth],
    ['Custom metrics', deployment.customMetricsHealth],
    ['Predictions in time', deployment.predictionsTimelinessHealth],
    ['Actuals in time', deployment.actualsTimelinessHealth],
  ] as const;
  return (
    <Panel title="Health" intro="Thresholds are set under Settings.">
      <Stack gap={10}>
        {states.map(([name, { status, message }]) => (
          <Group key={name} gap="xs" align="flex-start">
            <Text size="sm" w={132} fw={500} style={{ flexShrink: 0 }}>
              {name}
            </Text>
            <div style={{ width: 84, flexShrink: 0 }}>
              <HealthBadge state={healthState(status)} />
            </div>
            <Text size="sm" c="dimmed" flex="1 1 150px">
              {message}
            </Text>
          </Group>
        ))}
      </Stack>
    </Panel>
  );
}
