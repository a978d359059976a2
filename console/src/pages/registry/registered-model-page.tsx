import { Badge, Button, Checkbox, Table } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { callQuery, useChange } from '../../api/call-query.ts';
import { type RegisteredModel, registryCalls, registryKeys } from '../../api/registry.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { ConfirmDialog, FormDialog } from '../../parts/dialogs.tsx';
import { NameAndDescription } from '../../parts/name-input.tsx';
import { Page } from '../../parts/page.tsx';
import { Answer, EmptyState, Panel } from '../../parts/panel.tsx';
import { ShareDialog } from '../../parts/sharing.tsx';
import { Timestamp } from '../../parts/timestamp.tsx';
import { Versions } from './versions.tsx';

export function RegisteredModelPage() {
  const { registeredModelId: id } = useParams({ from: '/signed-in/registry/$registeredModelId' });
  const model = useQuery(callQuery(registryCalls.one(id)));
  return (
    <Page
      title={model.data?.name ?? 'Registered model'}
      {...(model.data
        ? {
            intro:
              model.data.description ||
              `Predicts ${model.data.target.name ?? 'no target'} (${model.data.target.type}).`,
          }
        : {})}
      calls={[registryCalls.one(id), registryCalls.versions(id)]}
      {...(model.data ? { actions: <Actions model={model.data} /> } : {})}
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
  const [dialog, setDialog] = useState<'edit' | 'share' | 'archive'>();
  const navigate = useNavigate();
  const close = () => setDialog(undefined);
  const archive = useChange(registryCalls.remove, {
    onDone: () => void navigate({ to: '/registry' }),
    forget: [registryKeys.all],
  });
  return (
    <>
      <Button size="xs" variant="default" onClick={() => setDialog('edit')}>
        Edit
      </Button>
      <Button size="xs" variant="default" onClick={() => setDialog('share')}>
        Share
      </Button>
      <Button size="xs" variant="default" className="danger" onClick={() => setDialog('archive')}>
        Archive
      </Button>
      {dialog === 'edit' && <EditRegisteredModel model={model} onClose={close} />}
      {dialog === 'share' && <ShareDialog name={model.name} path={`registeredModels/${model.id}/`} onClose={close} />}
      <ConfirmDialog
        opened={dialog === 'archive'}
        onClose={close}
        title={`Archive ${model.name}?`}
        confirm="Archive it"
        onConfirm={() => archive.mutate(model.id)}
        busy={archive.isPending}
        problem={archive.error}
      >
        It is no longer listed and its versions cannot be deployed. Versions that serve a deployment must be replaced
        first.
      </ConfirmDialog>
    </>
  );
}

function EditRegisteredModel({ model, onClose }: { model: RegisteredModel; onClose: () => void }) {
  const [name, setName] = useState(model.name);
  const [description, setDescription] = useState(model.description);
  const [isGlobal, setGlobal] = useState(model.isGlobal);
  const save = useChange(
    () => registryCalls.change(model.id, { name, description, ...(isGlobal === model.isGlobal ? {} : { isGlobal }) }),
    { refresh: [registryKeys.all], onDone: onClose },
  );
  return (
    <FormDialog
      title={`Edit ${model.name}`}
      onClose={onClose}
      submit="Save"
      onSubmit={() => save.mutate(undefined)}
      busy={save.isPending}
      problem={save.error}
      refused="Nothing was changed"
    >
      <NameAndDescription
        name={name}
        onName={setName}
        description={description}
        onDescription={setDescription}
        problem={save.error}
      />
      <Checkbox
        label="For everybody"
        description="The whole organization may use its versions."
        checked={isGlobal}
        onChange={(event) => setGlobal(event.currentTarget.checked)}
      />
    </FormDialog>
  );
}

/** Where versions serve, served, or are compared. */
function VersionDeployments({ registeredModelId }: { registeredModelId: string }) {
  const deployments = useQuery(callQuery(registryCalls.deployments(registeredModelId)));
  return (
    <Panel title="Deployments">
      <Answer of={deployments} what="the deployments">
        {({ data }) =>
          data.length === 0 ? (
            <EmptyState icon="rocket" title="No version is deployed">
              Deploy one above: it then serves predictions at its own URL.
            </EmptyState>
          ) : (
            <DataTable label="Deployments" columns={['Deployment', 'Version', 'Now', 'First deployed']}>
              {data.map((one) => (
                <Table.Tr key={`${one.id} ${one.registeredModelVersion}`}>
                  <Table.Td>
                    <Link to="/deployments/$deploymentId" params={{ deploymentId: one.id }} className="row-link">
                      {one.label}
                    </Link>
                  </Table.Td>
                  <Table.Td>{`Version ${one.registeredModelVersion}`}</Table.Td>
                  <Table.Td>
                    <Badge color={one.currentlyDeployed ? 'almanac' : 'gray'}>
                      {one.isChallenger ? 'challenger' : one.currentlyDeployed ? one.status : 'replaced'}
                    </Badge>
                  </Table.Td>
                  <Table.Td>
                    <Timestamp iso={one.firstDeployedAt} />
                  </Table.Td>
                </Table.Tr>
              ))}
            </DataTable>
          )
        }
      </Answer>
    </Panel>
  );
}
