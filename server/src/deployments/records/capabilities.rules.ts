import type { ModelPackageRow } from '../deployments.tables.ts';

/** What a deployment of this model can do: the long names of the record, and why not where it cannot. */
export interface Capability {
  readonly name: string;
  readonly supported: boolean;
  readonly message: string | null;
}

interface ModelFacts {
  readonly external: boolean;
  readonly series: boolean;
  readonly type: ModelPackageRow['target']['type'];
}

export const factsOf = (model: ModelPackageRow): ModelFacts => ({
  external: model.execution_type === 'external',
  series: model.bundle?.plan.kind === 'series',
  type: model.target.type,
});

const ELSEWHERE = 'The model answers elsewhere';
const WRITES = 'The model writes text';

export function capabilitiesOf(model: ModelPackageRow): readonly Capability[] {
  const { external, series, type } = factsOf(model);
  const writes = type === 'TextGeneration';
  const ofRows = !external && !writes;
  const whyNot = writes ? WRITES : ELSEWHERE;
  const can = (name: string, supported: boolean, why: string): Capability => ({
    name,
    supported,
    message: supported ? null : why,
  });
  const never = (name: string, why: string) => can(name, false, why);
  return [
    can('supportsAutomaticActuals', series && !external, 'Only time series see their own actuals in later requests'),
    can('supportsChallengerModels', ofRows, whyNot),
    can('supportsFeatureDriftTracking', !writes, WRITES),
    can('supportsFeatureTypeInfoValidation', ofRows, whyNot),
    never('supportsHumilityRecommendedRules', 'Humility rules are not offered'),
    never('supportsHumilityRules', 'Humility rules are not offered'),
    never('supportsHumilityRulesDefaultCalculations', 'Humility rules are not offered'),
    can('supportsModelReplacement', true, ''),
    never('supportsPortablePredictionServer', 'Models are served by this installation'),
    can('supportsPredictionIntervals', series && !external, 'Only time series have prediction intervals'),
    can('supportsPredictionWarning', type === 'Regression' && !external, 'Only regression models have warnings'),
    can('supportsRetraining', ofRows, whyNot),
    never('supportsScoringCodeDownload', 'Models are served by this installation'),
    never('supportsSecondaryDatasets', 'Models learn from one dataset'),
    can('supportsSegmentedAnalysisDriftAndAccuracy', !writes, WRITES),
    can('supportsShapBasedPredictionExplanations', ofRows && !series, 'Only models of rows have SHAP explanations'),
    can('supportsTargetDriftTracking', !writes, WRITES),
  ];
}
