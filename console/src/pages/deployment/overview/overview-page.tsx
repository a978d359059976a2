import { Button, Group, SimpleGrid } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { type Deployment, deploymentCalls } from '../../../api/deployments.ts';
import { CopyText } from '../../../parts/copy-text.tsx';
import { Details } from '../../../parts/details.tsx';
import { Panel } from '../../../parts/panel.tsx';
import { RowMenu } from '../../../parts/row-menu.tsx';
import { ShareDialog } from '../../../parts/sharing/share-dialog.tsx';
import { Timestamp } from '../../../parts/timestamp.tsx';
import { importanceText, ownerText } from '../../deployments/health-text.ts';
import { DeploymentFrame } from '../deployment-frame.tsx';
import { may } from '../may.ts';
import { DeleteDeployment } from './delete-deployment.tsx';
import { EditDeployment } from './edit-deployment.tsx';
import { HealthPanel } from './health-panel.tsx';
import { ModelHistory } from './model-history.tsx';
import { ReplaceModel } from './replace-model.tsx';
import { SwitchDeployment } from './switch-deployment.tsx';

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
