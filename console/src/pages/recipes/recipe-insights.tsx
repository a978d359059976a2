import { Paper, Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import { type Recipe, recipeQueries } from '../../api/recipes.ts';
import { ColumnPicture } from '../../parts/columns/column-picture.tsx';
import { ColumnTable } from '../../parts/columns/column-table.tsx';
import { JobProgress } from '../../parts/job-progress.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { contentOf, usePreview } from './use-preview.ts';

/** What each column of the result holds, computed from the rows of the preview. */
export function RecipeInsights({ recipe }: { recipe: Recipe }) {
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
