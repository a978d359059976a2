import type { Access } from '#accounts';
import { parseJson } from '#platform/json.ts';
import type { ModelPackageRow } from '../deployments.tables.ts';

/** What a deployment of this model can do: the long names of the record, and why not where it cannot. */
interface Capability {
  readonly name: string;
  readonly supported: boolean;
  readonly message: string | null;
}

const ELSEWHERE = 'The model answers elsewhere';
const WRITES = 'The model writes text';

export function capabilitiesOf(model: ModelPackageRow): readonly Capability[] {
  const external = model.execution_type === 'external';
  const series = model.bundle?.plan.kind === 'series';
  const { type } = model.target;
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

const CONSUMER = ['CAN_VIEW', 'CAN_MAKE_PREDICTIONS', 'CAN_GENERATE_BATCH_PREDICTIONS', 'CAN_VIEW_DEPLOYMENT_SETTINGS'];
const USER = [
  ...CONSUMER,
  'CAN_SUBMIT_ACTUALS',
  'CAN_ADD_CHALLENGERS',
  'CAN_EDIT_CHALLENGERS',
  'CAN_SCORE_CHALLENGERS',
  'CAN_EDIT_RETRAINING_POLICIES',
  'CAN_UPDATE_DEPLOYMENT_SETTINGS',
];
const OWNER = [
  ...USER,
  'CAN_APPROVE_REPLACEMENT_MODEL',
  'CAN_REPLACE_MODEL',
  'CAN_UPDATE_DEPLOYMENT_STATUS',
  'CAN_DELETE_DEPLOYMENT',
];

/** The permissions shown in the record; service functions check the same roles. */
export function permissionsOf({ role, canShare, canUseData }: Access): string[] {
  const all = role === 'OWNER' ? OWNER : role === 'EDITOR' ? USER : canUseData ? CONSUMER : ['CAN_VIEW'];
  return canShare ? [...all, 'CAN_SHARE'] : all;
}

/** As clients write it, JSON in a text: `[{"fieldName": ..., "type": ..., "value": ...}]`. Answers what is wrong as text. */
export function runtimeValues(text: string): readonly Readonly<Record<string, unknown>>[] | string {
  let parsed: unknown;
  try {
    parsed = parseJson(Buffer.from(text));
  } catch {
    return 'Must be JSON text: a list of {"fieldName", "type", "value"}';
  }
  if (!Array.isArray(parsed)) return 'Must be JSON text of a list: [{"fieldName", "type", "value"}]';
  const wrong = parsed.findIndex(
    (one) => typeof one !== 'object' || one === null || typeof one.fieldName !== 'string' || one.fieldName === '',
  );
  return wrong < 0 ? parsed : `Item ${wrong} has no fieldName`;
}
