import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { callQuery } from '../../api/call-query.ts';
import { type RegisteredModel, registryCalls, registryKeys } from '../../api/registry.ts';
import { useChange } from '../../api/use-change.ts';
import { Answer } from '../../parts/answer.tsx';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { Page } from '../../parts/page.tsx';
import { ShareDialog } from '../../parts/sharing/share-dialog.tsx';
import { EditRegisteredModel } from './edit-registered-model.tsx';
import { VersionDeployments } from './version-deployments.tsx';
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
