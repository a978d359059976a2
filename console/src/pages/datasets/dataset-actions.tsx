import { ActionIcon, Button, Menu } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { address } from '../../api/call.ts';
import { type Dataset, datasetCalls, datasetKeys, datasetPath } from '../../api/datasets.ts';
import { recipeCalls, recipeKeys } from '../../api/recipes.ts';
import { useChange } from '../../api/use-change.ts';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { Icon } from '../../parts/icons.tsx';
import { ShareDialog } from '../../parts/sharing/share-dialog.tsx';
import { EditDataset } from './edit-dataset.tsx';

export function DatasetActions({ dataset }: { dataset: Dataset }) {
  const { datasetId, versionId, name, isLatestVersion } = dataset;
  const [dialog, setDialog] = useState<'edit' | 'share' | 'delete'>();
  const close = () => setDialog(undefined);
  const file = address(datasetCalls.file(datasetId, isLatestVersion ? undefined : versionId));
  return (
    <>
      <NewRecipe datasetId={datasetId} />
      <Button size="xs" component={Link} to={`/projects/new?datasetId=${datasetId}`}>
        New project
      </Button>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="default" size={30} aria-label={`Actions for ${name}`}>
            <Icon name="more" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => setDialog('edit')}>Edit</Menu.Item>
          <Menu.Item onClick={() => setDialog('share')}>Share</Menu.Item>
          <Menu.Item component="a" href={file} download>
            Download
          </Menu.Item>
          <Menu.Item className="danger" onClick={() => setDialog('delete')}>
            Delete
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {dialog === 'edit' && <EditDataset dataset={dataset} onClose={close} />}
      {dialog === 'share' && <ShareDialog name={name} path={datasetPath(datasetId)} onClose={close} />}
      {dialog === 'delete' && <DeleteDataset dataset={dataset} onClose={close} />}
    </>
  );
}

function NewRecipe({ datasetId }: { datasetId: string }) {
  const navigate = useNavigate();
  const create = useChange((id: string) => recipeCalls.fromDataset(id), {
    refresh: [recipeKeys.lists],
    onDone: ({ recipeId }) => void navigate({ to: '/recipes/$recipeId', params: { recipeId } }),
  });
  return (
    <Button
      size="xs"
      variant="default"
      loading={create.isPending}
      onClick={() => create.mutate(datasetId)}
      {...(create.error ? { title: create.error.message } : {})}
    >
      New recipe
    </Button>
  );
}

function DeleteDataset({ dataset, onClose }: { dataset: Dataset; onClose: () => void }) {
  const navigate = useNavigate();
  const remove = useChange(datasetCalls.remove, {
    onDone: () => void navigate({ to: '/datasets' }),
    refresh: [datasetKeys.lists],
    forget: [datasetKeys.one(dataset.datasetId)],
  });
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={`Delete ${dataset.name}?`}
      confirm="Delete the dataset"
      onConfirm={() => remove.mutate(dataset.datasetId)}
      busy={remove.isPending}
      problem={remove.error}
    >
      Nobody sees it any more. Projects made of it keep their data. Through the API it can be brought back.
    </ConfirmDialog>
  );
}
