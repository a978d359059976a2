import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { type Recipe, recipeCalls, recipeKeys } from '../../api/recipes.ts';
import { useChange } from '../../api/use-change.ts';
import { DeleteDialog } from '../../parts/delete-dialog.tsx';
import { RowMenu } from '../../parts/row-menu.tsx';
import { ShareDialog } from '../../parts/sharing/share-dialog.tsx';
import { EditRecipe } from './edit-recipe.tsx';
import { PublishRecipe } from './publish-recipe.tsx';

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
