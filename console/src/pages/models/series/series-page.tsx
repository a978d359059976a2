import { Paper } from '@mantine/core';
import { useMemo } from 'react';
import { insightCalls, modelsKey, type SeriesScore, useInsight } from '../../../api/models.ts';
import { RowLink } from '../../../parts/actions.tsx';
import { type BigColumn, BigTable, numberColumn } from '../../../parts/big-table.tsx';
import { figure, seriesIdOf, whole } from '../../../parts/format.ts';
import { Dimmed } from '../../../parts/text.tsx';
import { Computed, ModelFrame, type ShownModel } from '../model-frame.tsx';

export function SeriesPage() {
  return (
    <ModelFrame part="Series" calls={(about) => [insightCalls.seriesScores(about)]}>
      {(shown) => <Scores {...shown} />}
    </ModelFrame>
  );
}

function Scores(shown: ShownModel) {
  const { about, project } = shown;
  const scores = useInsight(insightCalls.seriesScores(about));
  return (
    <Paper withBorder>
      <Computed
        of={scores}
        what="accuracy by series"
        about="Every series is scored of its own, so that the worst can be found. It takes seconds."
        compute={() => insightCalls.scoreSeries(about)}
        refresh={[modelsKey(about.projectId)]}
      >
        {({ data, totalCount }) => (
          <>
            <Dimmed p="md">
              {`${project.metric} of each of ${whole(totalCount)} series, worst first${data.length < totalCount ? `; the first ${whole(data.length)} are listed` : ''}.`}
            </Dimmed>
            <ScoreTable {...shown} scores={data} />
          </>
        )}
      </Computed>
    </Paper>
  );
}

const day = (iso: string) => iso.slice(0, 10);

function ScoreTable({ about, project, scores }: ShownModel & { readonly scores: readonly SeriesScore[] }) {
  const columns = useMemo((): readonly BigColumn<SeriesScore>[] => {
    const score = (name: string, read: (one: SeriesScore) => number | null) => numberColumn(name, read, figure);
    return [
      {
        name: 'Series',
        by: ({ multiseriesValues }) => seriesIdOf(multiseriesValues),
        cell: ({ multiseriesValues }) => (
          <RowLink
            to="/projects/$projectId/models/$modelId/accuracy"
            params={about}
            search={{ series: seriesIdOf(multiseriesValues) }}
            text={seriesIdOf(multiseriesValues)}
          />
        ),
      },
      numberColumn('Rows', ({ rowCount }) => rowCount),
      { name: 'From', by: ({ startDate }) => startDate, cell: ({ startDate }) => day(startDate) },
      { name: 'To', by: ({ endDate }) => endDate, cell: ({ endDate }) => day(endDate) },
      score('Backtest 1', ({ validationScore }) => validationScore),
      score('All backtests', ({ backtestingScore }) => backtestingScore),
      ...(project.holdoutUnlocked ? [score('Holdout', ({ holdoutScore }) => holdoutScore)] : []),
    ];
  }, [about, project.holdoutUnlocked]);
  return (
    <BigTable
      label="Accuracy by series"
      rows={scores}
      columns={columns}
      idOf={(one) => one.multiseriesId}
      height={620}
    />
  );
}
