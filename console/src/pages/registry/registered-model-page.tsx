import { Badge } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { useCall } from '../../api/call-query.ts';
import { type RegisteredModel, registryCalls, registryKeys } from '../../api/registry.ts';
import { HeadButton, RowLink } from '../../parts/actions.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { ConfirmDialog, FormDialog } from '../../parts/dialogs.tsx';
import { Check, NameAndDescription, useFields } from '../../parts/fields.tsx';
import { Page } from '../../parts/page.tsx';
import { Answer, EmptyState, Panel, Reply } from '../../parts/panel.tsx';
import { ShareDialog } from '../../parts/sharing.tsx';
import { Timestamp } from '../../parts/text.tsx';
import { Versions } from './versions.tsx';

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
      <HeadButton label="Edit" dialog={(close) => <EditRegisteredModel model={model} onClose={close} />} />
      <HeadButton
        label="Share"
        dialog={(close) => <ShareDialog name={model.name} path={`registeredModels/${model.id}/`} onClose={close} />}
      />
      <HeadButton
        label="Archive"
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
