import { Button, Select } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { callQuery } from '../../../api/call-query.ts';
import { begin, useFollow } from '../../../api/follow.ts';
import { insightCalls, insightQueries, modelsKey } from '../../../api/models.ts';
import { aimCalls } from '../../../api/projects.ts';
import { figure } from '../../../parts/format-number.ts';
import { JobProgress } from '../../../parts/job-progress.tsx';
import { seriesIdOf } from '../../../parts/series-id.ts';
import type { ShownModel } from '../model-frame.tsx';

const ALL = '';
const MOST = 200;

interface SeriesPickerProps extends ShownModel {
  readonly series: string | undefined;
  readonly onSeries: (series: string) => void;
}

/** Worst first, once every series was scored of its own. */
export function SeriesPicker({ about, project, series, onSeries }: SeriesPickerProps) {
  const scores = useQuery(insightQueries.seriesScores(about));
  const names = useQuery({ ...callQuery(aimCalls.seriesNames(about.projectId)), enabled: scores.isError });
  const ask = useMutation({ mutationFn: () => begin(insightCalls.scoreSeries(about)) });
  const followed = useFollow(ask.data?.follow, { refresh: [modelsKey(about.projectId)] });
  const options =
    scores.data?.data.map(({ multiseriesValues, validationScore }) => {
      const name = seriesIdOf(multiseriesValues);
      return { value: name, label: `${name} (${project.metric} ${figure(validationScore)})` };
    }) ??
    names.data?.data.items.map((name) => ({ value: name, label: name })) ??
    [];
  if (options.length === 0 && scores.isError) return null;
  return (
    <>
      <Select
        label={scores.data ? 'Series, worst first' : 'Series'}
        size="xs"
        w={260}
        searchable
        limit={MOST}
        data={[{ value: ALL, label: 'All series, their mean' }, ...options]}
        value={series ?? ALL}
        allowDeselect={false}
        onChange={(name) => onSeries(name ?? ALL)}
      />
      {scores.isError && (
        <Button size="xs" variant="default" loading={ask.isPending} onClick={() => ask.mutate()}>
          Sort by error
        </Button>
      )}
      <JobProgress of={followed} what="Scoring every series" />
    </>
  );
}
