import { Badge, Radio, Stack } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';

import { type Recipe, recipeCalls, recipeKeys } from '../../api/recipes.ts';
import { RowLink } from '../../parts/actions.tsx';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { FormDialog } from '../../parts/dialogs.tsx';
import { ListPage } from '../../parts/list-page.tsx';
import { DatasetPicker } from '../../parts/pickers.tsx';
import { Timestamp } from '../../parts/text.tsx';

export function RecipesPage() {
  return (
    <ListPage
      title="Recipes"
      intro="Steps that turn datasets into the table you need. They run again on tomorrow's rows."
      what="recipes"
      icon="recipe"
      list={recipeCalls.list}
      searches="names and descriptions"
      empty="Choose a dataset, add steps, and watch its rows change."
      create={{
        label: 'New recipe',
        first: 'Begin the first recipe',
        dialog: (close) => <CreateRecipe onClose={close} />,
      }}
    >
      {(rows) => <DataTable label="Recipes" rows={rows} idOf={(recipe) => recipe.recipeId} columns={columns} />}
    </ListPage>
  );
}

const columns: readonly Column<Recipe>[] = [
  {
    name: 'Name',
    cell: (recipe) => <RowLink to="/recipes/$recipeId" params={{ recipeId: recipe.recipeId }} text={recipe.name} />,
  },
  {
    name: 'State',
    cell: (recipe) => (
      <Badge variant="dot" color={recipe.status === 'published' ? 'green' : 'gray'}>
        {recipe.errorMessage === null ? recipe.status : `${recipe.status}, with an error`}
      </Badge>
    ),
  },
  {
    name: 'Steps',
    numeric: true,
    cell: (recipe) => (recipe.recipeType === 'SQL' ? 'SQL' : recipe.operations.length),
  },
  { name: 'By', cell: (recipe) => recipe.createdBy.fullName ?? recipe.createdBy.username },
  { name: 'Changed', cell: (recipe) => <Timestamp iso={recipe.updatedAt} /> },
];

function CreateRecipe({ onClose }: { onClose: () => void }) {
  const [datasetId, setDatasetId] = useState('');
  const [type, setType] = useState('WRANGLING');
  const navigate = useNavigate();
  return (
    <FormDialog
      title="A new recipe"
      onClose={onClose}
      submit="Begin"
      call={() => recipeCalls.fromDataset(datasetId, type === 'SQL' ? 'SQL' : 'WRANGLING')}
      refresh={[recipeKeys.all]}
      onDone={({ recipeId }) =>
        void navigate({
          to: '/recipes/$recipeId',
          params: { recipeId },
          search: type === 'SQL' ? { tab: 'sql' } : {},
        })
      }
      refused="The recipe was not made"
    >
      <DatasetPicker label="Dataset to begin with" value={datasetId} onChange={setDatasetId} field="datasetId" />
      <Radio.Group label="How it is written" value={type} onChange={setType}>
        <Stack gap={6} mt={6}>
          <Radio value="WRANGLING" label="As steps" />
          <Radio value="SQL" label="As SQL" />
        </Stack>
      </Radio.Group>
    </FormDialog>
  );
}
