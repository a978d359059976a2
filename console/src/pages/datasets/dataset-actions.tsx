import { Button, Checkbox, Group } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { address } from '../../api/call.ts';
import { useChange } from '../../api/call-query.ts';
import { type Category, type Dataset, datasetCalls, datasetKeys } from '../../api/datasets.ts';
import { recipeCalls, recipeKeys } from '../../api/recipes.ts';
import { send } from '../../api/send.ts';
import { sharingNeeds } from '../../api/sharing.ts';
import { Allowed, RowMenu } from '../../parts/actions.tsx';
import { DeleteDialog, FormModal } from '../../parts/dialogs.tsx';
import { NameAndDescription, TagsField, useFields } from '../../parts/fields.tsx';
import { ShareDialog } from '../../parts/sharing.tsx';
import { categoryNames, categoryText } from './dataset-state.tsx';

export function DatasetActions({ dataset }: { dataset: Dataset }) {
  const { datasetId, versionId, name, isLatestVersion } = dataset;
  const file = address(datasetCalls.file(datasetId, isLatestVersion ? undefined : versionId));
  return (
    <>
      <Allowed needs={{ object: 'dataset', id: datasetId, need: 'use' }}>
        <NewRecipe datasetId={datasetId} />
        <Button size="xs" component={Link} to={`/projects/new?datasetId=${datasetId}`}>
          New project
        </Button>
      </Allowed>
      <RowMenu
        of={name}
        onPage
        actions={[
          {
            label: 'Edit',
            needs: datasetCalls.describe(datasetId, {}),
            dialog: (close) => <EditDataset dataset={dataset} onClose={close} />,
          },
          {
            label: 'Share',
            needs: sharingNeeds(`datasets/${datasetId}/`),
            dialog: (close) => <ShareDialog name={name} path={`datasets/${datasetId}/`} onClose={close} />,
          },
          { label: 'Download', needs: datasetCalls.file(datasetId), href: file },
          {
            label: 'Delete',
            needs: datasetCalls.remove(datasetId),
            dangerous: true,
            dialog: (close) => (
              <DeleteDialog
                name={name}
                kind="dataset"
                call={datasetCalls.remove(datasetId)}
                forget={[datasetKeys.all]}
                to="/datasets"
                onClose={close}
              >
                Nobody sees it any more. Projects made of it keep their data. Through the API it can be brought back.
              </DeleteDialog>
            ),
          },
        ]}
      />
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

function EditDataset({ dataset, onClose }: { dataset: Dataset; onClose: () => void }) {
  const { values, set, field } = useFields({
    name: dataset.name,
    description: dataset.description,
    tags: dataset.tags,
    categories: dataset.categories,
  });
  const client = useQueryClient();
  const save = useMutation({
    mutationFn: async () => {
      const { categories, ...text } = values;
      await send(datasetCalls.describe(dataset.datasetId, text));
      await send(datasetCalls.categorize(dataset.datasetId, categories));
    },
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: datasetKeys.all });
      onClose();
    },
  });
  return (
    <FormModal
      title={`Edit ${dataset.name}`}
      onClose={onClose}
      submit="Save"
      onSubmit={() => save.mutate()}
      change={save}
      refused="Not everything was saved"
    >
      <NameAndDescription name={field('name')} description={field('description')} />
      <TagsField label="Tags" description="Optional; Enter adds one" {...field('tags')} />
      <Checkbox.Group
        label="What it is for"
        value={[...values.categories]}
        onChange={(categories) => set({ categories: categories as Category[] })}
      >
        <Group mt={6}>
          {categoryNames.map((category) => (
            <Checkbox key={category} value={category} label={categoryText(category)} />
          ))}
        </Group>
      </Checkbox.Group>
    </FormModal>
  );
}
