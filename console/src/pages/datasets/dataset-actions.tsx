import { Button, Checkbox, Group, TagsInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { address } from '../../api/call.ts';
import { useChange } from '../../api/call-query.ts';
import { type Category, type Dataset, datasetCalls, datasetKeys } from '../../api/datasets.ts';
import { recipeCalls, recipeKeys } from '../../api/recipes.ts';
import { send } from '../../api/send.ts';
import { RowMenu } from '../../parts/data-table.tsx';
import { DeleteDialog, FormDialog } from '../../parts/dialogs.tsx';
import { NameAndDescription } from '../../parts/name-input.tsx';
import { ShareDialog } from '../../parts/sharing.tsx';
import { categoryNames, categoryText } from './dataset-state.tsx';

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
      <RowMenu
        of={name}
        onPage
        actions={[
          { label: 'Edit', onChoose: () => setDialog('edit') },
          { label: 'Share', onChoose: () => setDialog('share') },
          { label: 'Download', href: file },
          { label: 'Delete', onChoose: () => setDialog('delete'), dangerous: true },
        ]}
      />
      {dialog === 'edit' && <EditDataset dataset={dataset} onClose={close} />}
      {dialog === 'share' && <ShareDialog name={name} path={`datasets/${datasetId}/`} onClose={close} />}
      {dialog === 'delete' && <DeleteDataset dataset={dataset} onClose={close} />}
    </>
  );
}

function NewRecipe({ datasetId }: { datasetId: string }) {
  const navigate = useNavigate();
  const create = useChange((id: string) => recipeCalls.fromDataset(id), {
    refresh: [recipeKeys.all],
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

function DeleteDataset({ dataset: { datasetId, name }, onClose }: { dataset: Dataset; onClose: () => void }) {
  return (
    <DeleteDialog
      name={name}
      kind="dataset"
      call={datasetCalls.remove(datasetId)}
      forget={[datasetKeys.all]}
      to="/datasets"
      onClose={onClose}
    >
      Nobody sees it any more. Projects made of it keep their data. Through the API it can be brought back.
    </DeleteDialog>
  );
}

function EditDataset({ dataset, onClose }: { dataset: Dataset; onClose: () => void }) {
  const [name, setName] = useState(dataset.name);
  const [description, setDescription] = useState(dataset.description);
  const [tags, setTags] = useState([...dataset.tags]);
  const [categories, setCategories] = useState<string[]>([...dataset.categories]);
  const client = useQueryClient();
  const save = useMutation({
    mutationFn: async () => {
      await send(datasetCalls.describe(dataset.datasetId, { name, description, tags }));
      await send(datasetCalls.categorize(dataset.datasetId, categories as Category[]));
    },
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: datasetKeys.all });
      onClose();
    },
  });
  return (
    <FormDialog
      title={`Edit ${dataset.name}`}
      onClose={onClose}
      submit="Save"
      onSubmit={() => save.mutate()}
      busy={save.isPending}
      problem={save.error}
      refused="Not everything was saved"
    >
      <NameAndDescription
        name={name}
        onName={setName}
        description={description}
        onDescription={setDescription}
        problem={save.error}
      />
      <TagsInput label="Tags" description="Optional; Enter adds one" value={tags} onChange={setTags} />
      <Checkbox.Group label="What it is for" value={categories} onChange={setCategories}>
        <Group mt={6}>
          {categoryNames.map((category) => (
            <Checkbox key={category} value={category} label={categoryText(category)} />
          ))}
        </Group>
      </Checkbox.Group>
    </FormDialog>
  );
}
