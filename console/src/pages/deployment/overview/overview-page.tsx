import { Button, SimpleGrid, Table } from '@mantine/core';
import { useState } from 'react';
import { type Deployment, deploymentCalls } from '../../../api/deployments.ts';
import { CopyText } from '../../../parts/copy-text.tsx';
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
            <Facts deployment={deployment} />
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
      {more.length > 0 && <RowMenu of={deployment.label} actions={more} />}
    </>
  );
}

function Facts({ deployment }: { deployment: Deployment }) {
  const { model } = deployment;
  const facts = [
    ['Model', model.type],
    ['Version', deployment.modelPackage.name],
    ['Predicts', `${model.targetName ?? 'no target'} (${model.targetType})`],
    ['Project', model.projectName ?? '–'],
    ['Importance', importanceText(deployment.importance)],
    ['Owner', ownerText(deployment)],
    ['Runs on', deployment.predictionEnvironment.name],
  ] as const;
  return (
    <Panel title="Facts" {...(deployment.description ? { intro: deployment.description } : {})}>
      <Table variant="vertical" layout="fixed" withRowBorders={false} verticalSpacing={5}>
        <Table.Tbody>
          {facts.map(([name, value]) => (
            <Table.Tr key={name}>
              <Table.Th w={130}>{name}</Table.Th>
              <Table.Td className="fact">{value}</Table.Td>
            </Table.Tr>
          ))}
          <Table.Tr>
            <Table.Th>Id</Table.Th>
            <Table.Td className="fact">
              {deployment.id}
              <CopyText text={deployment.id} label="Copy the id" />
            </Table.Td>
          </Table.Tr>
          <Table.Tr>
            <Table.Th>Deployed</Table.Th>
            <Table.Td>
              <Timestamp iso={deployment.createdAt} />
            </Table.Td>
          </Table.Tr>
          <Table.Tr>
            <Table.Th>Last prediction</Table.Th>
            <Table.Td>
              <Timestamp iso={deployment.predictionUsage.lastTimestamp} />
            </Table.Td>
          </Table.Tr>
        </Table.Tbody>
      </Table>
    </Panel>
  );
}
