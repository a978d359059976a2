import { Group, Paper } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useCall } from '../../../api/call-query.ts';
import { type ModelRecord, modelCalls } from '../../../api/models.ts';
import { type Project, projectQueries } from '../../../api/projects.ts';
import { BigTable } from '../../../parts/big-table.tsx';
import { Check, ChoiceField } from '../../../parts/fields.tsx';
import { SearchBox } from '../../../parts/list-page.tsx';
import { EmptyState } from '../../../parts/panel.tsx';
import { UnlockHoldout } from './autopilot-buttons.tsx';
import { leaderboardColumns } from './leaderboard-columns.tsx';
import { leading, metricNames, scoreColumns } from './scores.ts';

const isDated = ({ partition }: Project) => partition.useTimeSeries || partition.cvMethod === 'datetime';

/** Every model with its scores, best first. */
export function Leaderboard({ project, models }: { project: Project; models: readonly ModelRecord[] }) {
  const { metric = project.metric ?? '', show, search = '' } = useSearch({ from: '/signed-in/projects/$projectId' });
  const navigate = useNavigate({ from: '/projects/$projectId' });
  const change = (part: { metric?: string; show?: string; search?: string }) =>
    void navigate({ search: (now) => ({ ...now, ...part }), replace: true, resetScroll: false });
  const recommended = useCall(modelCalls.recommended(project.id)).data;
  const known = useQuery({
    ...projectQueries.metrics(project.id, project.target ?? ''),
    enabled: project.target !== null,
  }).data;
  const lower = known?.metricDetails.find(({ metricName }) => metricName === metric)?.ascending ?? true;
  const dated = isDated(project);
  const shown = useMemo(
    () =>
      models.filter(
        ({ isStarred, modelType, featurelistName }) =>
          (show !== 'starred' || isStarred) &&
          `${modelType} ${featurelistName ?? ''}`.toLowerCase().includes(search.toLowerCase()),
      ),
    [models, show, search],
  );
  const columns = useMemo(
    () =>
      leaderboardColumns({
        project,
        models,
        scores: scoreColumns(models, dated),
        metric,
        lower,
        recommended: recommended ?? [],
      }),
    [project, models, dated, metric, lower, recommended],
  );
  return (
    <>
      <Group justify="space-between" align="flex-end">
        <Group gap="sm" align="flex-end">
          <ChoiceField
            label="Metric"
            size="xs"
            w={200}
            data={[...metricNames(models)]}
            value={metric}
            searchable
            onChange={(name) => change({ metric: name })}
          />
          <SearchBox label="Search models" value={search} onSearch={(text) => change({ search: text })} />
          <Check
            label="Starred only"
            size="xs"
            pb={7}
            checked={show === 'starred'}
            onChange={(on) => change({ show: on ? 'starred' : '' })}
          />
        </Group>
        <UnlockHoldout project={project} />
      </Group>
      <Paper withBorder>
        {shown.length === 0 ? (
          <EmptyState icon="star" title="No model fits">
            Star models to find them again, or clear the search.
          </EmptyState>
        ) : (
          <BigTable
            key={`${metric} ${lower}`}
            label="Leaderboard"
            rows={shown}
            columns={columns}
            idOf={({ id }) => id}
            sortedBy={{ name: leading(dated).name }}
            height={640}
          />
        )}
      </Paper>
    </>
  );
}
