import { Badge, Group, Tooltip } from '@mantine/core';
import type { ModelRecord, Recommendation } from '../../../api/models.ts';
import type { Project } from '../../../api/projects.ts';
import { RowLink } from '../../../parts/actions.tsx';
import type { BigColumn } from '../../../parts/big-table.tsx';
import { figure } from '../../../parts/format.ts';
import { Small } from '../../../parts/text.tsx';
import { best, type ScoreColumn, standing } from './scores.ts';
import { StarButton } from './star-button.tsx';

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
};

export function leaderboardColumns(shown: Shown): readonly BigColumn<ModelRecord>[] {
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
