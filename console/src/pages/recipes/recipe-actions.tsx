import { Anchor, Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { fieldError } from '../../api/api-problem.ts';
import { useChange } from '../../api/call-query.ts';
import { datasetKeys } from '../../api/datasets.ts';
import { useFollow } from '../../api/follow.ts';
import { type Recipe, recipeCalls, recipeKeys } from '../../api/recipes.ts';
import { RowMenu } from '../../parts/data-table.tsx';
import { DeleteDialog, FormDialog, TextDialog } from '../../parts/dialogs.tsx';
import { JobProgress } from '../../parts/job-progress.tsx';
import { ShareDialog } from '../../parts/sharing.tsx';

export function RecipeActions({ recipe }: { recipe: Recipe }) {
  const { recipeId, name, status } = recipe;
  const [dialog, setDialog] = useState<'edit' | 'share' | 'publish' | 'delete'>();
  const close = () => setDialog(undefined);
  const navigate = useNavigate();
  const clone = useChange(() => recipeCalls.clone(recipeId, `${name}, continued`), {
    refresh: [recipeKeys.all],
    onDone: (made) => void navigate({ to: '/recipes/$recipeId', params: { recipeId: made.recipeId } }),
  });
  return (
    <>
      {status === 'published' && (
        <Button size="xs" variant="default" loading={clone.isPending} onClick={() => clone.mutate(undefined)}>
          Continue in a copy
        </Button>
      )}
      <Button size="xs" onClick={() => setDialog('publish')}>
        Publish
      </Button>
      <RowMenu
        of={name}
        onPage
        actions={[
          { label: 'Edit', onChoose: () => setDialog('edit') },
          { label: 'Copy', onChoose: () => clone.mutate(undefined) },
          { label: 'Share', onChoose: () => setDialog('share') },
          { label: 'Delete', onChoose: () => setDialog('delete'), dangerous: true },
        ]}
      />
      {dialog === 'edit' && <EditRecipe recipe={recipe} onClose={close} />}
      {dialog === 'publish' && <PublishRecipe recipe={recipe} onClose={close} />}
      {dialog === 'share' && <ShareDialog name={name} path={`recipes/${recipeId}/`} onClose={close} />}
      {dialog === 'delete' && <DeleteRecipe recipe={recipe} onClose={close} />}
    </>
  );
}

function DeleteRecipe({ recipe: { recipeId, name }, onClose }: { recipe: Recipe; onClose: () => void }) {
  return (
    <DeleteDialog
      name={name}
      kind="recipe"
      call={recipeCalls.remove(recipeId)}
      forget={[recipeKeys.all]}
      to="/recipes"
      onClose={onClose}
    >
      Datasets made with it stay. The recipe cannot be brought back.
    </DeleteDialog>
  );
}

function EditRecipe({ recipe, onClose }: { recipe: Recipe; onClose: () => void }) {
  return (
    <TextDialog
      title={`Edit ${recipe.name}`}
      was={recipe}
      call={(text) => recipeCalls.change(recipe.recipeId, text)}
      refresh={[recipeKeys.all]}
      onClose={onClose}
    />
  );
}

/** Applies the recipe to all rows and keeps the result as a dataset. */
function PublishRecipe({ recipe, onClose }: { recipe: Recipe; onClose: () => void }) {
  const [name, setName] = useState(recipe.name);
  const publish = useChange((called: string) => recipeCalls.publish(recipe.recipeId, called));
  const following = useFollow(publish.data?.statusId, { refresh: [recipeKeys.all, datasetKeys.all] });
  if (publish.data !== undefined) {
    return (
      <Modal opened onClose={onClose} title={`Publishing ${name}`}>
        <Stack>
          <JobProgress of={following} what="Applying the steps to all rows" refused="The recipe was not published" />
          {following.job?.state === 'done' && (
            <Text size="sm" role="status">
              {'The dataset is ready. '}
              <Anchor component={Link} to={`/datasets/${publish.data.catalogId}`}>
                {`Open ${name}`}
              </Anchor>
            </Text>
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Close
            </Button>
          </Group>
        </Stack>
      </Modal>
    );
  }
  return (
    <FormDialog
      title="Publish as a dataset"
      onClose={onClose}
      submit="Publish"
      onSubmit={() => publish.mutate(name)}
      busy={publish.isPending}
      problem={publish.error}
      refused="The recipe was not published"
    >
      <TextInput
        label="Name of the new dataset"
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        required
        data-autofocus
        error={fieldError(publish.error, 'name')}
      />
      {recipe.status === 'draft' && (
        <Text size="sm" c="dimmed">
          The steps stay as they are from then on. To go on, continue in a copy.
        </Text>
      )}
    </FormDialog>
  );
}
