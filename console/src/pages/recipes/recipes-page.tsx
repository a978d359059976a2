import { useQuery } from '@tanstack/react-query';
import { callQuery } from '../../api/call-query.ts';
import { recipeCalls } from '../../api/recipes.ts';
import { ListPage } from '../../parts/list/list-page.tsx';
import { usePlace } from '../../parts/list/use-place.ts';
import { CreateRecipe } from './create-recipe.tsx';
import { RecipeTable } from './recipe-table.tsx';

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
