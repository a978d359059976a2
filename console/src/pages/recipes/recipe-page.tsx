import { Badge, Stack, Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { callQuery } from '../../api/call-query.ts';
import { type Recipe, recipeCalls } from '../../api/recipes.ts';
import { Answer } from '../../parts/answer.tsx';
import { Page } from '../../parts/page.tsx';
import { RecipeActions } from './recipe-actions.tsx';
import { RecipeInsights } from './recipe-insights.tsx';
import { RecipeRows } from './recipe-rows.tsx';
import { RecipeSql } from './recipe-sql.tsx';
import { RecipeSteps } from './recipe-steps.tsx';

const tabs = { rows: 'Rows', insights: 'Insights', sql: 'SQL' };
type Tab = keyof typeof tabs;
const isTab = (name: string): name is Tab => Object.hasOwn(tabs, name);

export function RecipePage() {
  const { recipeId } = useParams({ from: '/signed-in/recipes/$recipeId' });
  const { tab = 'rows', upTo } = useSearch({ from: '/signed-in/recipes/$recipeId' });
  const recipe = useQuery(callQuery(recipeCalls.one(recipeId)));
  const shown = isTab(tab) ? tab : 'rows';
  return (
    <div className="wide-page">
      <Page
        title={recipe.data?.name ?? 'Recipe'}
        {...(recipe.data?.description ? { intro: recipe.data.description } : {})}
        calls={callsOf(recipeId, shown, upTo)}
        actions={
          recipe.data && (
            <>
              <Badge variant="dot" color={recipe.data.status === 'published' ? 'green' : 'gray'}>
                {recipe.data.status}
              </Badge>
              <RecipeActions recipe={recipe.data} />
            </>
          )
        }
      >
        <Answer of={recipe} what="this recipe">
          {(found) => (
            <div className="recipe-layout">
              <RecipeSteps recipe={found} />
              <Right recipe={found} tab={shown} />
            </div>
          )}
        </Answer>
      </Page>
    </div>
  );
}

function Right({ recipe, tab }: { recipe: Recipe; tab: Tab }) {
  const { upTo } = useSearch({ from: '/signed-in/recipes/$recipeId' });
  const navigate = useNavigate({ from: '/recipes/$recipeId' });
  const steps = upTo !== undefined && upTo < recipe.operations.length ? upTo : undefined;
  return (
    <Stack gap="md" miw={0}>
      <Tabs
        value={tab}
        keepMounted={false}
        onChange={(to) => void navigate({ search: (old) => ({ ...old, tab: to ?? 'rows' }), replace: true })}
      >
        <Tabs.List aria-label="The result of this recipe" mb="md">
          {Object.entries(tabs).map(([value, label]) => (
            <Tabs.Tab key={value} value={value}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={tab}>
          {tab === 'rows' && <RecipeRows recipe={recipe} steps={steps} />}
          {tab === 'insights' && <RecipeInsights recipe={recipe} />}
          {tab === 'sql' && <RecipeSql recipe={recipe} />}
        </Tabs.Panel>
      </Tabs>
    </Stack>
  );
}

function callsOf(id: string, tab: Tab, upTo: number | undefined) {
  const preview = recipeCalls.makePreview(id, upTo);
  const more = {
    rows: [preview, recipeCalls.preview(id, upTo)],
    insights: [preview, recipeCalls.insights(id)],
    sql: [recipeCalls.sql(id)],
  };
  return [recipeCalls.one(id), ...more[tab]];
}
