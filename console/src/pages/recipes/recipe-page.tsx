import { Anchor, Badge, Group, Paper, Skeleton, Stack, Tabs, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import { useCall, useChange } from '../../api/call-query.ts';
import { type Recipe, recipeCalls, recipeKeys, recipeQueries } from '../../api/recipes.ts';
import { HeadButton } from '../../parts/actions.tsx';
import { RowsTable } from '../../parts/big-table.tsx';
import { ColumnPicture, ColumnTable } from '../../parts/columns/column-table.tsx';
import { CodeBlock } from '../../parts/copy-text.tsx';
import { LongTextField, RefusedFields } from '../../parts/fields.tsx';
import { whole } from '../../parts/format.ts';
import { Page } from '../../parts/page.tsx';
import { Answer, Note, ProblemNote } from '../../parts/panel.tsx';
import { Dimmed } from '../../parts/text.tsx';
import { JobProgress } from '../../parts/upload.tsx';
import { RecipeActions } from './recipe-actions.tsx';
import { RecipeSteps } from './recipe-steps.tsx';
import { contentOf, usePreview } from './use-preview.ts';

const tabs = { rows: 'Rows', insights: 'Insights', sql: 'SQL' };
type Tab = keyof typeof tabs;
const isTab = (name: string): name is Tab => Object.hasOwn(tabs, name);

export function RecipePage() {
  const { recipeId } = useParams({ from: '/signed-in/recipes/$recipeId' });
  const { tab = 'rows', upTo } = useSearch({ from: '/signed-in/recipes/$recipeId' });
  const recipe = useCall(recipeCalls.one(recipeId));
  const shown = isTab(tab) ? tab : 'rows';
  return (
    <div className="wide-page">
      <Page
        title={recipe.data?.name ?? 'Recipe'}
        intro={recipe.data?.description}
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

/** What each column of the result holds, computed from the rows of the preview. */
function RecipeInsights({ recipe }: { recipe: Recipe }) {
  const { preview, following, problem } = usePreview(recipe);
  const insights = useQuery({
    ...recipeQueries.insights(recipe.recipeId, contentOf(recipe)),
    enabled: preview !== undefined,
  });
  const { feature } = useSearch({ from: '/signed-in/recipes/$recipeId' });
  const navigate = useNavigate({ from: '/recipes/$recipeId' });
  const choose = useCallback(
    (name: string) =>
      void navigate({ search: (old) => ({ ...old, feature: name }), replace: true, resetScroll: false }),
    [navigate],
  );
  const failed = problem ?? insights.error;
  if (failed) return <ProblemNote problem={failed} title="The insights cannot be shown" />;
  if (insights.data?.status === 'error') {
    return (
      <ProblemNote problem={new Error(insights.data.message ?? 'They could not be computed.')} title="No insights" />
    );
  }
  if (preview === undefined || insights.data?.status !== 'completed') {
    return (
      <Paper withBorder p="md" aria-busy={following.job?.state !== 'failed'}>
        <JobProgress of={following} what="Applying the steps" refused="The steps cannot be applied" />
        {following.job?.state !== 'failed' && <Skeleton height={220} mt="sm" />}
      </Paper>
    );
  }
  const { data } = insights.data;
  const chosen = data.find(({ name }) => name === feature) ?? data[0];
  return (
    <Stack gap="lg">
      {chosen && <ColumnPicture column={chosen} rowCount={preview.totalCount} bars={chosen.plot} />}
      <Paper withBorder className="clipped">
        <ColumnTable
          label="Columns of the result"
          columns={data}
          rowCount={preview.totalCount}
          chosen={chosen?.name}
          onChoose={choose}
        />
      </Paper>
    </Stack>
  );
}

function RecipeSql({ recipe }: { recipe: Recipe }) {
  return recipe.recipeType === 'SQL' ? <WrittenSql recipe={recipe} /> : <CompiledSql recipe={recipe} />;
}

function CompiledSql({ recipe }: { recipe: Recipe }) {
  const sql = useQuery({ ...recipeQueries.sql(recipe.recipeId, contentOf(recipe)), retry: false });
  return (
    <Stack gap="sm">
      <Dimmed>{`The same steps as one statement in the dialect of this recipe, ${recipe.dialect}.`}</Dimmed>
      <Answer of={sql} what="the SQL">
        {({ sql: text }) => <CodeBlock label="SQL" text={text} />}
      </Answer>
    </Stack>
  );
}

function WrittenSql({ recipe }: { recipe: Recipe }) {
  const [text, setText] = useState(recipe.sql ?? '');
  const save = useChange((sql: string) => recipeCalls.change(recipe.recipeId, { sql }), {
    refresh: [recipeKeys.one(recipe.recipeId)],
  });
  return (
    <Stack gap="sm">
      <RefusedFields problem={save.error}>
        <LongTextField
          label="SQL"
          description="It may read the inputs of this recipe, by their names, and nothing else."
          classNames={{ input: 'code-input' }}
          minRows={12}
          readOnly={recipe.status !== 'draft'}
          value={text}
          onChange={setText}
          field="sql"
        />
      </RefusedFields>
      <ProblemNote problem={save.error} title="The SQL was not saved" />
      <ProblemNote problem={recipe.errorMessage && new Error(recipe.errorMessage)} title="The SQL cannot be run" />
      {recipe.status === 'draft' && (
        <Group justify="flex-end">
          <HeadButton
            label="Save"
            primary
            needs={recipeCalls.change(recipe.recipeId, {})}
            busy={save.isPending}
            onClick={() => save.mutate(text)}
          />
        </Group>
      )}
    </Stack>
  );
}

/** The rows after the chosen step. They are made anew whenever the steps change. */
export function RecipeRows({ recipe, steps }: { recipe: Recipe; steps: number | undefined }) {
  const { preview, following, problem } = usePreview(recipe, steps);
  if (problem) return <ProblemNote problem={problem} title="The rows cannot be shown" />;
  if (following.job?.state === 'failed' && recipe.failedOperationsIndex !== null) {
    return <StepFailed recipe={recipe} index={recipe.failedOperationsIndex} />;
  }
  if (preview === undefined) {
    return (
      <Paper withBorder p="md">
        <Stack gap="sm" aria-busy={following.job?.state !== 'failed'}>
          <JobProgress of={following} what="Applying the steps" refused="The rows cannot be shown" />
          {following.job?.state !== 'failed' && <Skeleton height={220} />}
        </Stack>
      </Paper>
    );
  }
  return (
    <Paper withBorder>
      <Group justify="space-between" px="md" py="sm" gap="xs">
        <Dimmed className="number">
          {`${whole(preview.data.length)} of ${whole(preview.totalCount)} rows of the preview, ${whole(preview.columns.length)} columns`}
        </Dimmed>
        {steps !== undefined && (
          <Text size="sm">
            {steps === 0 ? 'Before the first step. ' : `After step ${steps}. `}
            <Anchor component={Link} to={`/recipes/${recipe.recipeId}`}>
              Show the result
            </Anchor>
          </Text>
        )}
      </Group>
      <RowsTable label="Rows of the preview" columns={preview.resultSchema} rows={preview.data} />
    </Paper>
  );
}

function StepFailed({ recipe, index }: { recipe: Recipe; index: number }) {
  return (
    <Note tone="careful" title={`Step ${index + 1} cannot be done`}>
      <Text size="sm">
        {'The reason is shown at the step. Meanwhile you can look at '}
        <Anchor component={Link} to={`/recipes/${recipe.recipeId}?upTo=${index}`}>
          the rows before it
        </Anchor>
        .
      </Text>
    </Note>
  );
}
