import { Badge, Group, Paper, Tooltip } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useCall } from '../../../api/call-query.ts';
import { type ModelRecord, modelCalls, type Recommendation } from '../../../api/models.ts';
import { type Project, projectQueries } from '../../../api/projects.ts';
import { RowLink } from '../../../parts/actions.tsx';
import { type BigColumn, BigTable } from '../../../parts/big-table.tsx';
import { Check, ChoiceField } from '../../../parts/fields.tsx';
import { figure } from '../../../parts/format.ts';
import { SearchBox } from '../../../parts/list-page.tsx';
import { EmptyState } from '../../../parts/panel.tsx';
import { Small } from '../../../parts/text.tsx';
import { UnlockHoldout } from './autopilot-buttons.tsx';
import { best, leading, metricNames, type ScoreColumn, scoreColumns, standing } from './scores.ts';
import { StarButton } from './star-button.tsx';

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

interface Shown {
  readonly project: Project;
  readonly models: readonly ModelRecord[];
  readonly scores: readonly ScoreColumn[];
  readonly metric: string;
  readonly lower: boolean;
  readonly recommended: readonly Recommendation[];
}

const short: Readonly<Record<string, string>> = {
  'Recommended for Deployment': 'recommended',
  'Prepared for Deployment': 'prepared',
  'Most Accurate': 'most accurate',
  'Fast & Accurate': 'fast and accurate',
};

function leaderboardColumns(shown: Shown): readonly BigColumn<ModelRecord>[] {
  const { project, models, scores, metric, lower, recommended } = shown;
  return [
    {
      name: 'Star',
      width: 60,
      by: ({ isStarred }) => Number(!isStarred),
      cell: (model) => <StarButton model={model} />,
    },
    {
      name: 'Model',
      by: ({ modelNumber }) => modelNumber,
      cell: (model) => <ModelCell model={model} recommended={recommended} />,
    },
    ...scores.map((column): BigColumn<ModelRecord> => {
      const top = best(models, column, metric, lower);
      const locked = column.name === 'Holdout' && !project.holdoutUnlocked;
      return {
        name: column.name,
        numeric: true,
        ...(locked ? {} : { by: (model) => standing(column.read(model, metric), lower) }),
        cell: (model) => <Score score={column.read(model, metric)} top={top} locked={locked} />,
      };
    }),
  ];
}

function Score({ score, top, locked }: { score: number | null; top: number | null; locked: boolean }) {
  if (locked) {
    return <Small span>locked</Small>;
  }
  return <span className={score !== null && score === top ? 'score-best' : undefined}>{figure(score)}</span>;
}

function ModelCell({ model, recommended }: { model: ModelRecord; recommended: readonly Recommendation[] }) {
  const reasons = recommended.filter(({ modelId }) => modelId === model.id);
  return (
    <Group gap={6} wrap="nowrap">
      <Tooltip label={`M${model.modelNumber}: ${model.processes.join(' → ') || model.modelType}`}>
        <RowLink
          to="/projects/$projectId/models/$modelId"
          params={{ projectId: model.projectId, modelId: model.id }}
          text={<span className="data-cell model-name">{model.modelType}</span>}
        />
      </Tooltip>
      {reasons.map(({ recommendationType }) => (
        <Badge key={recommendationType} size="sm">
          {short[recommendationType] ?? recommendationType.toLowerCase()}
        </Badge>
      ))}
      {model.modelCategory === 'blend' && (
        <Badge size="sm" color="gray">
          blend
        </Badge>
      )}
      {model.isFrozen && reasons.length === 0 && (
        <Badge size="sm" color="gray">
          frozen
        </Badge>
      )}
    </Group>
  );
}
