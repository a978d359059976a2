import { Badge, Button, Group, Tooltip } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { address } from '../../api/call.ts';
import { useCall } from '../../api/call-query.ts';
import type { ModelVersion, RegisteredModel } from '../../api/registry.ts';
import { registryCalls, registryKeys, registryQueries } from '../../api/registry.ts';
import { sharingNeeds } from '../../api/sharing.ts';
import { Allowed, HeadButton, RowLink, RowMenu } from '../../parts/actions.tsx';
import { useDownload } from '../../parts/copy-text.tsx';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { ConfirmDialog, FormDialog } from '../../parts/dialogs.tsx';
import { Check, NameAndDescription, useFields } from '../../parts/fields.tsx';
import { whole } from '../../parts/format.ts';
import { Page } from '../../parts/page.tsx';
import { Answer, EmptyState, Panel, ProblemNote, Reply } from '../../parts/panel.tsx';
import { ShareDialog } from '../../parts/sharing.tsx';
import { Timestamp } from '../../parts/text.tsx';
import { DeployVersion } from '../models/deploy/deploy-model.tsx';

export function RegisteredModelPage() {
  const { registeredModelId: id } = useParams({ from: '/signed-in/registry/$registeredModelId' });
  const model = useCall(registryCalls.one(id));
  return (
    <Page
      title={model.data?.name ?? 'Registered model'}
      intro={
        model.data &&
        (model.data.description || `Predicts ${model.data.target.name ?? 'no target'} (${model.data.target.type}).`)
      }
      calls={[registryCalls.one(id), registryCalls.versions(id)]}
      actions={model.data && <Actions model={model.data} />}
    >
      <Answer of={model} what="this registered model">
        {() => (
          <>
            <Versions registeredModelId={id} />
            <VersionDeployments registeredModelId={id} />
          </>
        )}
      </Answer>
    </Page>
  );
}

function Actions({ model }: { model: RegisteredModel }) {
  return (
    <>
      <HeadButton
        label="Edit"
        needs={registryCalls.change(model.id, {})}
        dialog={(close) => <EditRegisteredModel model={model} onClose={close} />}
      />
      <HeadButton
        label="Share"
        needs={sharingNeeds(`registeredModels/${model.id}/`)}
        dialog={(close) => <ShareDialog name={model.name} path={`registeredModels/${model.id}/`} onClose={close} />}
      />
      <HeadButton
        label="Archive"
        needs={registryCalls.remove(model.id)}
        dangerous
        dialog={(close) => (
          <ConfirmDialog
            onClose={close}
            title={`Archive ${model.name}?`}
            confirm="Archive it"
            call={registryCalls.remove(model.id)}
            forget={[registryKeys.all]}
            to="/registry"
          >
            It is no longer listed and its versions cannot be deployed. Versions that serve a deployment must be
            replaced first.
          </ConfirmDialog>
        )}
      />
    </>
  );
}

function EditRegisteredModel({ model, onClose }: { model: RegisteredModel; onClose: () => void }) {
  const { values, set, field } = useFields({
    name: model.name,
    description: model.description,
    isGlobal: model.isGlobal,
  });
  const { isGlobal, ...text } = values;
  return (
    <FormDialog
      title={`Edit ${model.name}`}
      onClose={onClose}
      submit="Save"
      call={() => registryCalls.change(model.id, { ...text, ...(isGlobal === model.isGlobal ? {} : { isGlobal }) })}
      refresh={[registryKeys.all]}
      refused="Nothing was changed"
    >
      <NameAndDescription name={field('name')} description={field('description')} />
      <Check
        label="For everybody"
        description="The whole organization may use its versions."
        checked={isGlobal}
        onChange={(on) => set({ isGlobal: on })}
      />
    </FormDialog>
  );
}

/** Where versions serve, served, or are compared. */
function VersionDeployments({ registeredModelId }: { registeredModelId: string }) {
  return (
    <Panel title="Deployments">
      <Reply to={registryCalls.deployments(registeredModelId)} what="the deployments">
        {({ data }) =>
          data.length === 0 ? (
            <EmptyState icon="rocket" title="No version is deployed">
              Deploy one above: it then serves predictions at its own URL.
            </EmptyState>
          ) : (
            <DataTable
              label="Deployments"
              rows={data}
              idOf={(one) => `${one.id} ${one.registeredModelVersion}`}
              columns={[
                {
                  name: 'Deployment',
                  cell: (one) => (
                    <RowLink to="/deployments/$deploymentId" params={{ deploymentId: one.id }} text={one.label} />
                  ),
                },
                { name: 'Version', cell: (one) => `Version ${one.registeredModelVersion}` },
                {
                  name: 'Now',
                  cell: (one) => (
                    <Badge color={one.currentlyDeployed ? 'almanac' : 'gray'}>
                      {one.isChallenger ? 'challenger' : one.currentlyDeployed ? one.status : 'replaced'}
                    </Badge>
                  ),
                },
                { name: 'First deployed', cell: (one) => <Timestamp iso={one.firstDeployedAt} /> },
              ]}
            />
          )
        }
      </Reply>
    </Panel>
  );
}

function Versions({ registeredModelId }: { registeredModelId: string }) {
  const versions = useQuery(registryQueries.versions(registeredModelId));
  const [chosen, setChosen] = useState<ModelVersion>();
  const onnx = useDownload('model.onnx');
  return (
    <Panel title="Versions" intro="A version never changes: what is deployed stays as it was when it was registered.">
      <ProblemNote problem={onnx.error} title="It was not downloaded as ONNX" />
      <Answer of={versions} what="the versions">
        {({ data }) => (
          <DataTable
            label="Versions"
            minWidth={760}
            rows={data}
            idOf={({ id }) => id}
            columns={columnsFor(registeredModelId, setChosen, ({ id }) => onnx.mutate(registryCalls.onnx(id)))}
          />
        )}
      </Answer>
      {chosen && <DeployVersion version={chosen} onClose={() => setChosen(undefined)} />}
    </Panel>
  );
}

type OnVersion = (version: ModelVersion) => void;

/** The model as it is, for another installation; as ONNX for other programs, which time series never fit. */
const downloadsOf = (version: ModelVersion, onOnnx: OnVersion) => [
  { label: 'Download package', href: address(registryCalls.file(version.id)) },
  ...(version.modelKind.isTimeSeries ? [] : [{ label: 'Download as ONNX', onChoose: () => onOnnx(version) }]),
];

const columnsFor = (id: string, onDeploy: OnVersion, onOnnx: OnVersion): readonly Column<ModelVersion>[] => [
  { name: 'Version', fw: 600, cell: ({ registeredModelVersion }) => `Version ${registeredModelVersion}` },
  { name: 'Model', cell: (version) => <ModelName version={version} /> },
  {
    name: 'From',
    cell: ({ sourceMeta, modelExecutionType }) =>
      sourceMeta.projectName ?? (modelExecutionType === 'external' ? 'elsewhere' : '–'),
  },
  { name: 'Build', cell: (version) => <Build version={version} /> },
  { name: 'Deployments', numeric: true, cell: ({ activeDeploymentCount }) => whole(activeDeploymentCount) },
  { name: 'Made', cell: ({ createdAt }) => <Timestamp iso={createdAt} /> },
  {
    name: '',
    cell: (version) => (
      <Allowed needs={{ object: 'registeredModel', id, need: 'use' }}>
        <Group gap={4} wrap="nowrap" justify="flex-end">
          <Button
            size="compact-xs"
            disabled={version.buildStatus === 'failed'}
            aria-label={`Deploy version ${version.registeredModelVersion}`}
            onClick={() => onDeploy(version)}
          >
            Deploy
          </Button>
          {version.capabilities.supportsModelPackageDownload && (
            <RowMenu of={`version ${version.registeredModelVersion}`} actions={downloadsOf(version, onOnnx)} />
          )}
        </Group>
      </Allowed>
    ),
  },
];

function ModelName({ version: { name, sourceMeta, modelDescription, modelId } }: { version: ModelVersion }) {
  const { projectId } = sourceMeta;
  const text = modelDescription.modelName ?? name;
  if (projectId === null) return text;
  return <RowLink to="/projects/$projectId/models/$modelId" params={{ projectId, modelId }} text={text} />;
}

function Build({ version: { buildStatus, buildError } }: { version: ModelVersion }) {
  if (buildStatus === 'complete') return <Badge miw="max-content">ready</Badge>;
  if (buildStatus === 'inProgress')
    return (
      <Badge color="gray" miw="max-content">
        being built
      </Badge>
    );
  return (
    <Tooltip label={buildError ?? 'It ended without a reason.'} multiline maw={360}>
      <Badge color="red" miw="max-content" tabIndex={0}>
        failed
      </Badge>
    </Tooltip>
  );
}
