import { Group, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useCall } from '../../../api/call-query.ts';
import { begin, useFollow } from '../../../api/follow.ts';
import { insightCalls, modelsKey, type Part, useInsight } from '../../../api/models.ts';
import { aimCalls } from '../../../api/projects.ts';
import { HeadButton } from '../../../parts/actions.tsx';
import { ChoiceField } from '../../../parts/fields.tsx';
import { figure, seriesIdOf } from '../../../parts/format.ts';
import { Answer, Panel, ProblemNote } from '../../../parts/panel.tsx';
import { Small } from '../../../parts/text.tsx';
import { JobProgress } from '../../../parts/upload.tsx';
import type { ShownModel } from '../model-frame.tsx';
import { withErrorBand } from './axes.ts';
import { BandChart, when } from './band-chart.tsx';

const NEWEST = '';

const readPart = (text: string | undefined): Part => (text === 'holdout' ? 'holdout' : Number(text ?? 0) || 0);

/** What was forecast and what happened: of one series or the mean of all, in one backtest, from one distance. */
export function ForecastPanel(shown: ShownModel) {
  const { about, project, model } = shown;
  const {
    series,
    part: partText,
    distance,
  } = useSearch({
    from: '/signed-in/projects/$projectId/models/$modelId/accuracy',
  });
  const navigate = useNavigate({ from: '/projects/$projectId/models/$modelId/accuracy' });
  const change = (some: { series?: string; part?: string; distance?: string }) =>
    void navigate({ search: (now) => ({ ...now, ...some }), replace: true, resetScroll: false });
  const part = readPart(partText);
  const plotted = { ...about, part, seriesId: series };
  const overTime = useInsight(insightCalls.overTime(plotted));
  const forecasts = useInsight(insightCalls.forecasts(plotted), project.partition.useTimeSeries);
  const scores = model.metrics[project.metric ?? ''];
  const backtests = Math.max(1, scores?.backtestingScores?.length ?? 0);
  const distances = forecasts.data?.forecastDistances ?? [];
  const index = distances.indexOf(Number(distance));
  const bins =
    forecasts.data && index >= 0
      ? forecasts.data.bins.map((bin) => ({ ...bin, predicted: bin.forecasts[index] ?? null }))
      : undefined;
  return (
    <Panel title={project.partition.useTimeSeries ? 'Forecast and actual' : 'Predicted and actual over time'}>
      <Stack>
        <Group align="flex-end">
          {project.partition.useTimeSeries && (
            <SeriesPicker {...shown} series={series} onSeries={(name) => change({ series: name })} />
          )}
          <ChoiceField
            label="Backtest"
            size="xs"
            data={[
              ...Array.from({ length: backtests }, (_, i) => ({ value: String(i), label: `Backtest ${i + 1}` })),
              ...(project.holdoutUnlocked ? [{ value: 'holdout', label: 'Holdout' }] : []),
            ]}
            value={String(part)}
            onChange={(value) => change({ part: value })}
          />
          {distances.length > 0 && (
            <ChoiceField
              label="Forecast distance"
              size="xs"
              data={[
                { value: NEWEST, label: 'As they were scored' },
                ...distances.map((one) => ({ value: String(one), label: `${one} ahead` })),
              ]}
              value={index >= 0 ? String(distances[index]) : NEWEST}
              onChange={(value) => change({ distance: value })}
            />
          )}
        </Group>
        <Answer of={overTime} what="the plot">
          {(plot) => (
            <ForecastChart
              label={`Forecast and actual ${project.target ?? ''} of ${series ?? 'all series'}`}
              bins={bins ?? plot.bins}
            />
          )}
        </Answer>
        {project.partition.useTimeSeries && forecasts.isError && <EveryDistance {...shown} part={part} />}
      </Stack>
    </Panel>
  );
}

/** Scores need one forecast of each moment; plots by distance need one from every moment before it. */
function EveryDistance({ about, part }: ShownModel & { readonly part: Part }) {
  const ask = useMutation({ mutationFn: () => begin(insightCalls.drawForecasts(about, part)) });
  const followed = useFollow(ask.data?.follow, { refresh: [modelsKey(about.projectId)] });
  return (
    <div>
      <Group gap="sm">
        <HeadButton
          label="Forecast from every distance"
          needs={insightCalls.drawForecasts(about, part)}
          busy={ask.isPending}
          onClick={() => ask.mutate()}
        />
        <Small>
          Shows how forecasts change with how far ahead they look. The model of this backtest learns again for it.
        </Small>
      </Group>
      <ProblemNote problem={ask.error} title="It did not begin" />
      <JobProgress of={followed} what="Forecasting from every moment" />
    </div>
  );
}

interface ForecastChartProps {
  readonly label: string;
  readonly bins: readonly {
    readonly startDate: string;
    readonly actual: number | null;
    readonly predicted: number | null;
  }[];
}

const SHARE = 0.8;

/** Actual and forecast over time, with an interval from the errors shown. */
function ForecastChart({ label, bins }: ForecastChartProps) {
  const points = useMemo(() => {
    const plain = bins.map(({ startDate, actual, predicted }) => ({ time: when(startDate), actual, predicted }));
    return withErrorBand(plain, SHARE);
  }, [bins]);
  return <BandChart label={label} points={points} band="80 % prediction interval" />;
}

const ALL = '';
const MOST = 200;

interface SeriesPickerProps extends ShownModel {
  readonly series: string | undefined;
  readonly onSeries: (series: string) => void;
}

/** Worst first, once every series was scored of its own. */
function SeriesPicker({ about, project, series, onSeries }: SeriesPickerProps) {
  const scores = useInsight(insightCalls.seriesScores(about));
  const names = useCall(aimCalls.seriesNames(about.projectId), { enabled: scores.isError });
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
      <ChoiceField
        label={scores.data ? 'Series, worst first' : 'Series'}
        size="xs"
        w={260}
        searchable
        limit={MOST}
        data={[{ value: ALL, label: 'All series, their mean' }, ...options]}
        value={series ?? ALL}
        onChange={onSeries}
      />
      {scores.isError && (
        <HeadButton
          label="Sort by error"
          needs={insightCalls.scoreSeries(about)}
          busy={ask.isPending}
          onClick={() => ask.mutate()}
        />
      )}
      <JobProgress of={followed} what="Scoring every series" />
    </>
  );
}
