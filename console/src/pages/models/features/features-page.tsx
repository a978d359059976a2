import { Stack, Text } from '@mantine/core';

import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { type Effect, insightCalls, modelsKey, useInsight } from '../../../api/models.ts';
import { Chart } from '../../../parts/chart/chart.tsx';
import type { Palette } from '../../../parts/chart/palette.ts';
import { ChoiceField } from '../../../parts/fields.tsx';
import { figure } from '../../../parts/format.ts';
import { Panel } from '../../../parts/panel.tsx';
import { axes } from '../accuracy/axes.ts';
import { Computed, ModelFrame, type ShownModel } from '../model-frame.tsx';
import { ImpactChart } from './impact-chart.tsx';

export function FeaturesPage() {
  return (
    <ModelFrame part="Features" calls={(about) => [insightCalls.impact(about)]}>
      {(shown) => (
        <>
          <Impact {...shown} />
          <Effects {...shown} />
        </>
      )}
    </ModelFrame>
  );
}

const from = '/signed-in/projects/$projectId/models/$modelId/features';

function useFeature() {
  const { feature } = useSearch({ from });
  const navigate = useNavigate({ from: '/projects/$projectId/models/$modelId/features' });
  const choose = useCallback(
    (name: string) => void navigate({ search: { feature: name }, replace: true, resetScroll: false }),
    [navigate],
  );
  return { feature, choose };
}

function Impact({ about }: ShownModel) {
  const impact = useInsight(insightCalls.impact(about));
  const { choose } = useFeature();
  return (
    <Panel
      title="Feature impact"
      intro="How much each feature contributes to the predictions, relative to the most important one (100 %)."
    >
      <Computed
        of={impact}
        what="feature impact"
        about="The model is asked again with each feature made useless in turn. It takes seconds to minutes."
        compute={() => insightCalls.findImpact(about)}
        refresh={[modelsKey(about.projectId)]}
      >
        {({ featureImpacts }) => <ImpactChart impacts={featureImpacts} onPick={choose} />}
      </Computed>
    </Panel>
  );
}

function Effects({ about, dated, project }: ShownModel) {
  const effects = useInsight(insightCalls.effects(about, dated));
  const { feature, choose } = useFeature();
  return (
    <Panel title="Feature effects" intro="How the answer changes when one feature changes and all others stay.">
      <Computed
        of={effects}
        what="feature effects"
        about="The model is asked about many values of each feature. It takes seconds to minutes."
        compute={() => insightCalls.findEffects(about, dated)}
        refresh={[modelsKey(about.projectId)]}
      >
        {({ featureEffects }) => (
          <EffectChart effects={featureEffects} chosen={feature} onChoose={choose} target={project.target ?? ''} />
        )}
      </Computed>
    </Panel>
  );
}

interface EffectChartProps {
  readonly effects: readonly Effect[];
  readonly chosen: string | undefined;
  readonly onChoose: (feature: string) => void;
  readonly target: string;
}

function EffectChart({ effects, chosen, onChoose, target }: EffectChartProps) {
  const effect = effects.find(({ featureName }) => featureName === chosen) ?? effects[0];
  if (effect === undefined) return <Text size="sm">The model reads no features whose effect could be drawn.</Text>;
  return (
    <Stack>
      <ChoiceField
        label="Feature"
        size="xs"
        maw={320}
        searchable
        data={effects.map(({ featureName }) => featureName)}
        value={effect.featureName}
        onChange={onChoose}
      />
      <Drawn effect={effect} target={target} />
    </Stack>
  );
}

const short = (label: string): string =>
  label !== '' && Number.isFinite(Number(label)) ? figure(Number(label)) : label;

function Drawn({ effect, target }: { effect: Effect; target: string }) {
  const points = effect.partialDependence.data;
  const draw = useCallback(
    (palette: Palette) => {
      const base = axes(
        palette,
        points.map(({ label }) => short(label)),
        effect.featureName,
      );
      const kind = effect.featureType === 'numeric' ? ('line' as const) : ('bar' as const);
      return {
        ...base,
        yAxis: { ...base.yAxis, scale: true },
        series: [
          {
            name: `Mean predicted ${target}`,
            type: kind,
            symbolSize: 5,
            barMaxWidth: 40,
            data: points.map(({ dependence }) => dependence),
          },
        ],
      };
    },
    [effect, points, target],
  );
  const numbers = useMemo(
    () => ({
      columns: [effect.featureName, `Mean predicted ${target}`],
      rows: points.map(({ label, dependence }) => [short(label), figure(dependence)]),
    }),
    [effect, points, target],
  );
  return <Chart label={`Effect of ${effect.featureName}`} draw={draw} height={280} numbers={numbers} />;
}
