import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import { insightCalls, insightQueries, modelsKey } from '../../../api/models.ts';
import { Panel } from '../../../parts/panel.tsx';
import { Computed } from '../computed.tsx';
import { ModelFrame, type ShownModel } from '../model-frame.tsx';
import { EffectChart } from './effect-chart.tsx';
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
  const impact = useQuery(insightQueries.impact(about));
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
  const effects = useQuery(insightQueries.effects(about, dated));
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
