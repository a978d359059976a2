import { Anchor, Text } from '@mantine/core';
import { useState } from 'react';
import type { Recipe } from '../../../api/recipes.ts';
import { SamplingDialog } from './sampling-dialog.tsx';
import { rowsText } from './sampling-form.ts';

/** Which rows a preview looks at and which are published, and the way to change it. */
export function RecipeSampling({ recipe }: { recipe: Recipe }) {
  const [editing, setEditing] = useState(false);
  const preview = rowsText(recipe.inputs[0]?.sampling ?? null);
  const published = rowsText(recipe.downsampling);
  return (
    <Text size="xs" c="dimmed" mt={6}>
      {preview === published
        ? `The preview looks at ${preview}, and so does publishing. `
        : `The preview looks at ${preview}; publishing keeps ${published}. `}
      {recipe.status === 'draft' && (
        <Anchor component="button" type="button" size="xs" onClick={() => setEditing(true)}>
          Change which rows
        </Anchor>
      )}
      {editing && <SamplingDialog recipe={recipe} onClose={() => setEditing(false)} />}
    </Text>
  );
}
