import { ActionIcon, Button, Menu } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { type Recipe, recipeCalls, recipeKeys, recipePath } from '../../api/recipes.ts';
import { useChange } from '../../api/use-change.ts';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { Icon } from '../../parts/icons.tsx';
import { ShareDialog } from '../../parts/sharing/share-dialog.tsx';
import { EditRecipe } from './edit-recipe.tsx';
import { PublishRecipe } from './publish-recipe.tsx';

export function RecipeActions({ recipe }: { recipe: Recipe }) {
  const { recipeId, name, status } = recipe;
  const [dialog, setDialog] = useState<'edit' | 'share' | 'publish' | 'delete'>();
  const close = () => setDialog(undefined);
  const navigate = useNavigate();
  const clone = useChange(() => recipeCalls.clone(recipeId, `${name}, continued`), {
    refresh: [recipeKeys.lists],
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
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="default" size={30} aria-label={`Actions for ${name}`}>
            <Icon name="more" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => setDialog('edit')}>Edit</Menu.Item>
          <Menu.Item onClick={() => clone.mutate(undefined)}>Copy</Menu.Item>
          <Menu.Item onClick={() => setDialog('share')}>Share</Menu.Item>
          <Menu.Item className="danger" onClick={() => setDialog('delete')}>
            Delete
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {dialog === 'edit' && <EditRecipe recipe={recipe} onClose={close} />}
      {dialog === 'publish' && <PublishRecipe recipe={recipe} onClose={close} />}
      {dialog === 'share' && <ShareDialog name={name} path={recipePath(recipeId)} onClose={close} />}
      {dialog === 'delete' && <DeleteRecipe recipe={recipe} onClose={close} />}
    </>
  );
}

function DeleteRecipe({ recipe, onClose }: { recipe: Recipe; onClose: () => void }) {
  const navigate = useNavigate();
  const remove = useChange(recipeCalls.remove, {
    onDone: () => void navigate({ to: '/recipes' }),
    refresh: [recipeKeys.lists],
    forget: [recipeKeys.one(recipe.recipeId)],
  });
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={`Delete ${recipe.name}?`}
      confirm="Delete the recipe"
      onConfirm={() => remove.mutate(recipe.recipeId)}
      busy={remove.isPending}
      problem={remove.error}
    >
      Datasets made with it stay. The recipe cannot be brought back.
    </ConfirmDialog>
  );
}
