import { Button, Group, Paper, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { recipeCalls, recipeQueries } from '../../api/recipes.ts';
import { Answer } from '../../parts/answer.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { Page } from '../../parts/page.tsx';
import { PAGE_SIZE, Paging } from '../../parts/paging.tsx';
import { SearchBox } from '../../parts/search-box.tsx';
import { CreateRecipe } from './create-recipe.tsx';
import { RecipeTable } from './recipe-table.tsx';

export function RecipesPage() {
  const { search = '', offset = 0 } = useSearch({ from: '/signed-in/recipes' });
  const navigate = useNavigate({ from: '/recipes' });
  const window = { offset, limit: PAGE_SIZE };
  const recipes = useQuery(recipeQueries.list(window, search));
  const [creating, { open, close }] = useDisclosure(false);
  return (
    <Page
      title="Recipes"
      intro="Steps that turn datasets into the table you need. They run again on tomorrow's rows."
      calls={[recipeCalls.list(window, search)]}
      actions={
        <Button size="xs" onClick={open}>
          New recipe
        </Button>
      }
    >
      <Paper withBorder>
        <Group justify="space-between" px="md" py="sm">
          <Title order={2}>All recipes</Title>
          <SearchBox
            label="Search recipes"
            value={search}
            onSearch={(text) => void navigate({ search: text === '' ? {} : { search: text }, replace: true })}
          />
        </Group>
        <Answer of={recipes} what="the recipes">
          {({ data, count, totalCount }) =>
            totalCount === 0 ? (
              <EmptyState
                icon="recipe"
                title={search === '' ? 'No recipes yet' : `Nothing is called “${search}”`}
                action={search === '' ? <Button onClick={open}>Begin the first recipe</Button> : undefined}
              >
                {search === ''
                  ? 'Choose a dataset, add steps, and watch its rows change.'
                  : 'The search looks at names and descriptions. Try a shorter word.'}
              </EmptyState>
            ) : (
              <>
                <RecipeTable recipes={data} />
                <Paging
                  offset={offset}
                  count={count}
                  total={totalCount}
                  what="recipes"
                  onOffset={(to) => void navigate({ search: (old) => ({ ...old, offset: to }) })}
                />
              </>
            )
          }
        </Answer>
      </Paper>
      {creating && <CreateRecipe onClose={close} />}
    </Page>
  );
}
