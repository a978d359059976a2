import { Anchor, Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { fieldError } from '../../api/api-problem.ts';
import { datasetKeys } from '../../api/datasets.ts';
import { useFollow } from '../../api/follow.ts';
import { type Recipe, recipeCalls, recipeKeys } from '../../api/recipes.ts';
import { useChange } from '../../api/use-change.ts';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { JobProgress } from '../../parts/job-progress.tsx';

/** Applies the recipe to all rows and keeps the result as a dataset. */
export function PublishRecipe({ recipe, onClose }: { recipe: Recipe; onClose: () => void }) {
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
