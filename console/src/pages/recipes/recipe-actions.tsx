import { Anchor, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useChange } from '../../api/call-query.ts';
import { datasetKeys } from '../../api/datasets.ts';
import { useFollow } from '../../api/follow.ts';
import { type Recipe, recipeCalls, recipeKeys } from '../../api/recipes.ts';
import { sharingNeeds } from '../../api/sharing.ts';
import { HeadButton, RowMenu } from '../../parts/actions.tsx';
import { DeleteDialog, FormModal, TextDialog } from '../../parts/dialogs.tsx';
import { TextField } from '../../parts/fields.tsx';
import { ShareDialog } from '../../parts/sharing.tsx';
import { Dimmed } from '../../parts/text.tsx';
import { JobProgress } from '../../parts/upload.tsx';

export function RecipeActions({ recipe }: { recipe: Recipe }) {
  const { recipeId, name, status } = recipe;
  const navigate = useNavigate();
  const clone = useChange(() => recipeCalls.clone(recipeId, `${name}, continued`), {
    refresh: [recipeKeys.all],
    onDone: (made) => void navigate({ to: '/recipes/$recipeId', params: { recipeId: made.recipeId } }),
  });
  return (
    <>
      {status === 'published' && (
        <HeadButton label="Continue in a copy" busy={clone.isPending} onClick={() => clone.mutate(undefined)} />
      )}
      <HeadButton
        label="Publish"
        primary
        needs={{ object: 'recipe', id: recipeId, need: 'write' }}
        dialog={(close) => <PublishRecipe recipe={recipe} onClose={close} />}
      />
      <RowMenu
        of={name}
        onPage
        actions={[
          {
            label: 'Edit',
            needs: recipeCalls.change(recipeId, {}),
            dialog: (close) => (
              <TextDialog
                title={`Edit ${name}`}
                was={recipe}
                call={(text) => recipeCalls.change(recipeId, text)}
                refresh={[recipeKeys.all]}
                onClose={close}
              />
            ),
          },
          { label: 'Copy', onChoose: () => clone.mutate(undefined) },
          {
            label: 'Share',
            needs: sharingNeeds(`recipes/${recipeId}/`),
            dialog: (close) => <ShareDialog name={name} path={`recipes/${recipeId}/`} onClose={close} />,
          },
          {
            label: 'Delete',
            needs: recipeCalls.remove(recipeId),
            dangerous: true,
            dialog: (close) => (
              <DeleteDialog
                name={name}
                kind="recipe"
                call={recipeCalls.remove(recipeId)}
                forget={[recipeKeys.all]}
                to="/recipes"
                onClose={close}
              >
                Datasets made with it stay. The recipe cannot be brought back.
              </DeleteDialog>
            ),
          },
        ]}
      />
    </>
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
    <FormModal
      title="Publish as a dataset"
      onClose={onClose}
      submit="Publish"
      onSubmit={() => publish.mutate(name)}
      change={publish}
      refused="The recipe was not published"
    >
      <TextField label="Name of the new dataset" value={name} onChange={setName} required data-autofocus field="name" />
      {recipe.status === 'draft' && (
        <Dimmed>The steps stay as they are from then on. To go on, continue in a copy.</Dimmed>
      )}
    </FormModal>
  );
}
