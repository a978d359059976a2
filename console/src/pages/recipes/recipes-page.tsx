import { Badge, Radio, Stack, Table } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { fieldError } from '../../api/api-problem.ts';
import { callQuery, useChange } from '../../api/call-query.ts';
import { type Recipe, recipeCalls, recipeKeys } from '../../api/recipes.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { FormDialog } from '../../parts/dialogs.tsx';
import { ListPage, usePlace } from '../../parts/list-page.tsx';
import { DatasetPicker } from '../../parts/pickers.tsx';
import { Timestamp } from '../../parts/timestamp.tsx';

export function RecipesPage() {
  const place = usePlace();
  const recipes = useQuery(callQuery(recipeCalls.list(place.window, place.search)));
  return (
    <ListPage
      title="Recipes"
      intro="Steps that turn datasets into the table you need. They run again on tomorrow's rows."
      calls={[recipeCalls.list(place.window, place.search)]}
      what="recipes"
      icon="recipe"
      of={recipes}
      place={place}
      searches="names and descriptions"
      empty="Choose a dataset, add steps, and watch its rows change."
      create={{
        label: 'New recipe',
        first: 'Begin the first recipe',
        dialog: (close) => <CreateRecipe onClose={close} />,
      }}
    >
      {(rows) => <RecipeTable recipes={rows} />}
    </ListPage>
  );
}

function RecipeTable({ recipes }: { recipes: readonly Recipe[] }) {
  return (
    <DataTable label="Recipes" columns={['Name', 'State', 'Steps', 'By', 'Changed']} numeric={['Steps']}>
      {recipes.map((recipe) => (
        <Table.Tr key={recipe.recipeId}>
          <Table.Td>
            <Link to="/recipes/$recipeId" params={{ recipeId: recipe.recipeId }} className="row-link">
              {recipe.name}
            </Link>
          </Table.Td>
          <Table.Td>
            <Badge variant="dot" color={recipe.status === 'published' ? 'green' : 'gray'}>
              {recipe.errorMessage === null ? recipe.status : `${recipe.status}, with an error`}
            </Badge>
          </Table.Td>
          <Table.Td ta="right" className="number">
            {recipe.recipeType === 'SQL' ? 'SQL' : recipe.operations.length}
          </Table.Td>
          <Table.Td>{recipe.createdBy.fullName ?? recipe.createdBy.username}</Table.Td>
          <Table.Td>
            <Timestamp iso={recipe.updatedAt} />
          </Table.Td>
        </Table.Tr>
      ))}
    </DataTable>
  );
}

function CreateRecipe({ onClose }: { onClose: () => void }) {
  const [datasetId, setDatasetId] = useState('');
  const [type, setType] = useState('WRANGLING');
  const navigate = useNavigate();
  const create = useChange((id: string) => recipeCalls.fromDataset(id, type === 'SQL' ? 'SQL' : 'WRANGLING'), {
    refresh: [recipeKeys.all],
    onDone: ({ recipeId }) =>
      void navigate({
        to: '/recipes/$recipeId',
        params: { recipeId },
        search: type === 'SQL' ? { tab: 'sql' } : {},
      }),
  });
  return (
    <FormDialog
      title="A new recipe"
      onClose={onClose}
      submit="Begin"
      onSubmit={() => create.mutate(datasetId)}
      busy={create.isPending}
      problem={create.error}
      refused="The recipe was not made"
    >
      <DatasetPicker
        label="Dataset to begin with"
        value={datasetId}
        onChange={setDatasetId}
        error={fieldError(create.error, 'datasetId')}
      />
      <Radio.Group label="How it is written" value={type} onChange={setType}>
        <Stack gap={6} mt={6}>
          <Radio value="WRANGLING" label="As steps" />
          <Radio value="SQL" label="As SQL" />
        </Stack>
      </Radio.Group>
    </FormDialog>
  );
}
