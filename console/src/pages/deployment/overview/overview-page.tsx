import { Group, SimpleGrid, Stack } from '@mantine/core';
import { type Deployment, deploymentCalls, deploymentsKey, type Importance } from '../../../api/deployments.ts';
import { sharingNeeds } from '../../../api/sharing.ts';
import { HeadButton, RowLink, RowMenu } from '../../../parts/actions.tsx';
import { CopyText } from '../../../parts/copy-text.tsx';
import { Details } from '../../../parts/data-table.tsx';
import { ConfirmDialog, DeleteDialog, FormDialog } from '../../../parts/dialogs.tsx';
import { NameAndDescription, OptionField, useFields } from '../../../parts/fields.tsx';
import { Panel } from '../../../parts/panel.tsx';
import { ShareDialog } from '../../../parts/sharing.tsx';
import { Dimmed, HealthBadge, Strong, Timestamp } from '../../../parts/text.tsx';
import { healthState, importances, importanceText, ownerText } from '../../deployments/health-text.ts';
import { DeploymentFrame } from '../deployment-frame.tsx';
import { ModelHistory, ReplaceModel } from './model-history.tsx';

const roles = [
  { value: 'OWNER', label: 'Owner' },
  { value: 'USER', label: 'User' },
  { value: 'CONSUMER', label: 'Consumer' },
];

export function OverviewPage() {
  return (
    <DeploymentFrame
      part="Overview"
      calls={(id) => [deploymentCalls.get(id), deploymentCalls.history(id)]}
      actions={(deployment) => <Actions deployment={deployment} />}
    >
      {(deployment) => (
        <>
          <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
            <DetailsPanel deployment={deployment} />
            <HealthPanel deployment={deployment} />
          </SimpleGrid>
          <ModelHistory deploymentId={deployment.id} />
        </>
      )}
    </DeploymentFrame>
  );
}

function Actions({ deployment }: { deployment: Deployment }) {
  const { id, label, status } = deployment;
  const switchable = status === 'active' || status === 'inactive';
  const more = [
    {
      label: 'Edit',
      needs: deploymentCalls.change(id, {}),
      dialog: (close: () => void) => <EditDeployment deployment={deployment} onClose={close} />,
    },
    switchable && {
      label: status === 'active' ? 'Switch off' : 'Switch on',
      needs: deploymentCalls.setStatus(id, 'active'),
      dialog: (close: () => void) => <SwitchDeployment deployment={deployment} onClose={close} />,
    },
    {
      label: 'Delete',
      needs: deploymentCalls.remove(id),
      dangerous: true,
      dialog: (close: () => void) => <DeleteDeployment deployment={deployment} onClose={close} />,
    },
  ].filter((one) => one !== false);
  return (
    <>
      <HeadButton
        label="Replace the model"
        primary
        needs={deploymentCalls.replace(id, { modelPackageId: '', reason: 'OTHER' })}
        disabled={!switchable}
        dialog={(close) => <ReplaceModel deployment={deployment} onClose={close} />}
      />
      <HeadButton
        label="Share"
        needs={sharingNeeds(`deployments/${id}/`)}
        dialog={(close) => <ShareDialog name={label} path={`deployments/${id}/`} roles={roles} onClose={close} />}
      />
      <RowMenu of={label} actions={more} onPage />
    </>
  );
}

function DetailsPanel({ deployment }: { deployment: Deployment }) {
  const { id, model } = deployment;
  return (
    <Panel title="Details" intro={deployment.description}>
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
          ['Id', <CopiedId key="id" id={id} />],
          ['Deployed', <Timestamp key="deployed" iso={deployment.createdAt} />],
          ['Last prediction', <Timestamp key="last" iso={deployment.predictionUsage.lastTimestamp} />],
        ]}
      />
    </Panel>
  );
}

function CopiedId({ id }: { id: string }) {
  return (
    <Group gap={4} wrap="nowrap">
      <span className="fact">{id}</span>
      <CopyText text={id} label="Copy the id" />
    </Group>
  );
}

function Version({ of: { modelPackage } }: { of: Deployment }) {
  return (
    <RowLink
      to="/registry/$registeredModelId"
      params={{ registeredModelId: modelPackage.registeredModelId }}
      text={modelPackage.name}
    />
  );
}

function ProjectOf({ of: { model } }: { of: Deployment }) {
  if (model.projectId === null) return model.projectName ?? '–';
  return (
    <RowLink
      to="/projects/$projectId"
      params={{ projectId: model.projectId }}
      text={model.projectName ?? model.projectId}
    />
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
  return (
    <ConfirmDialog
      onClose={onClose}
      title={off ? `Switch ${deployment.label} off?` : `Switch ${deployment.label} on?`}
      confirm={off ? 'Switch it off' : 'Switch it on'}
      call={deploymentCalls.setStatus(deployment.id, off ? 'inactive' : 'active')}
      refresh={[deploymentsKey]}
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
            <Strong w={132} style={{ flexShrink: 0 }}>
              {name}
            </Strong>
            <div style={{ width: 84, flexShrink: 0 }}>
              <HealthBadge state={healthState(status)} />
            </div>
            <Dimmed flex="1 1 150px">{message}</Dimmed>
          </Group>
        ))}
      </Stack>
    </Panel>
  );
}

export function EditDeployment({ deployment, onClose }: { deployment: Deployment; onClose: () => void }) {
  const { id, label, description, importance } = deployment;
  const { values, set, field } = useFields({ label, description: description ?? '', importance });
  return (
    <FormDialog
      title={`Edit ${label}`}
      onClose={onClose}
      submit="Save"
      call={() => deploymentCalls.change(id, { ...values, description: values.description || null })}
      refresh={[deploymentsKey]}
      refused="Nothing was changed"
    >
      <NameAndDescription name={field('label')} description={field('description')} />
      <OptionField
        label="Importance"
        description="Who has to be asked before it is changed depends on it in many teams"
        data={[...importances]}
        value={values.importance}
        onChange={(value) => set({ importance: value as Importance | null })}
      />
    </FormDialog>
  );
}
