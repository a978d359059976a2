import { type FieldErrors, invalidFields } from '#platform/http/problem.ts';
import type { Secrets } from '#platform/secrets/secrets.ts';
import type { ModelPackageRow } from '../../deployments.tables.ts';
import type { ModelManifest } from '../../model-manifest.ts';
import { toUtf8 } from '../../scoring/rows/charset.ts';
import type { BatchSpec } from './batch-spec.schema.ts';

/** Refuses what this model cannot do before any row is sent, each in the field that asks for it. */
export function checkAgainstModel(spec: BatchSpec, { bundle }: Pick<ModelPackageRow, 'bundle'>): void {
  if (bundle === null) return;
  const wrong: Record<string, string> = {
    ...wrongOfKind(spec, bundle),
    ...wrongNames(spec, bundle),
    ...wrongCharset(spec),
  };
  if (Object.keys(wrong).length > 0) throw invalidFields(wrong);
}

function wrongOfKind(spec: BatchSpec, { target, artifact, usualRange }: ModelManifest): FieldErrors {
  const isSeries = artifact.kind === 'forecaster';
  const isMulticlass = target.type === 'Multiclass';
  const unknown = (names: readonly string[] | undefined) => names?.find((name) => !target.classes.includes(name));
  const [notShown, notExplained] = [unknown(spec.includeProbabilitiesClasses), unknown(spec.explanationClassNames)];
  const noClass = (name: string) =>
    `The model knows no class ${JSON.stringify(name)}; it knows ${target.classes.join(', ')}`;
  return {
    ...(spec.timeseriesSettings && !isSeries ? { timeseriesSettings: 'The model is none of time series' } : {}),
    ...(spec.timeseriesSettings?.type === 'training'
      ? { 'timeseriesSettings.type': 'Training predictions are read from the project; use forecast or historical' }
      : {}),
    ...(spec.maxNgramExplanations === undefined || spec.maxNgramExplanations === 0
      ? {}
      : { maxNgramExplanations: 'Explanations are by column here, not by word; leave it out' }),
    ...(spec.predictionWarningEnabled && (target.type !== 'Regression' || usualRange === null)
      ? { predictionWarningEnabled: 'Only models that predict a number can warn of unusual ones' }
      : {}),
    ...(spec.explanationNumTopClasses !== undefined && !isMulticlass
      ? { explanationNumTopClasses: 'Only models of several classes take it' }
      : {}),
    ...(spec.explanationClassNames && !isMulticlass
      ? { explanationClassNames: 'Only models of several classes take it' }
      : {}),
    ...(spec.predictionThreshold !== undefined && target.type !== 'Binary'
      ? { predictionThreshold: 'Only models of two classes take it' }
      : {}),
    ...(notShown === undefined ? {} : { includeProbabilitiesClasses: noClass(notShown) }),
    ...(notExplained === undefined || !isMulticlass ? {} : { explanationClassNames: noClass(notExplained) }),
  };
}

/** A column of the rows and one of the results cannot both have a name. */
function wrongNames(spec: BatchSpec, bundle: ModelManifest): FieldErrors {
  const renamed = new Set(spec.columnNamesRemapping?.map(({ inputName }) => inputName));
  const isOutput = outputNames(bundle);
  const clash = spec.passthroughColumns?.find((name) => isOutput(name) && !renamed.has(name));
  if (clash === undefined) return {};
  return {
    passthroughColumns: `The results have a column ${JSON.stringify(clash)} of their own; rename yours, or leave it out`,
  };
}

const FIXED = /^(CLASS_\d+_)?EXPLANATION_\d+_|^PREDICTION_\d+_PERCENTILE_|^SHAP_(REMAINING_TOTAL|BASE_VALUE)$/;
const ALWAYS = ['IS_OUTLIER_PREDICTION', 'DEPLOYMENT_APPROVAL_STATUS', 'prediction_status'];

function outputNames({ target, plan }: Pick<ModelManifest, 'target' | 'plan'>): (name: string) => boolean {
  const ofClasses = target.classes.map((label) => `${target.name}_${label}_PREDICTION`);
  const ofTwo = target.type === 'Binary' ? ['THRESHOLD', 'POSITIVE_CLASS'] : [];
  const ofSeries =
    plan.kind === 'series'
      ? [
          'FORECAST_POINT',
          'FORECAST_DISTANCE',
          `${target.name} (actual)_PREDICTION`,
          plan.panel.dateColumn,
          ...plan.panel.idColumns,
        ]
      : [];
  const own = target.name === null ? 'ANOMALY_SCORE' : `${target.name}_PREDICTION`;
  const names = new Set([own, ...ofClasses, ...ofTwo, ...ofSeries, ...ALWAYS]);
  return (name) => names.has(name) || FIXED.test(name);
}

function wrongCharset({ csvSettings }: BatchSpec): FieldErrors {
  try {
    toUtf8(new Uint8Array(0), csvSettings.encoding);
    return {};
  } catch (error) {
    return { 'csvSettings.encoding': (error as Error).message };
  }
}

/** Output headers may hold credentials: users who see a job see their names, never their values. */
const HIDDEN = '********';

type Headers = Readonly<Record<string, string>>;

const purpose = (organizationId: string) => `batch.output-headers:${organizationId}`;

const httpOf = ({ outputSettings }: BatchSpec) =>
  outputSettings?.type === 'http' && outputSettings.headers
    ? { ...outputSettings, headers: outputSettings.headers }
    : null;

const mapHeaders = (headers: Headers, change: (value: string, name: string) => string): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, change(value, name)]));

/**
 * The spec as it is stored, with the header values sealed. A value that is sent back hidden, as it was shown, keeps the
 * stored value while it goes to the same URL.
 */
export function sealHeaders(
  { secrets, actor }: { readonly secrets: Secrets; readonly actor: { readonly organizationId: string } },
  spec: BatchSpec,
  before?: BatchSpec,
): BatchSpec {
  const http = httpOf(spec);
  if (http === null) return spec;
  const known = before === undefined ? null : httpOf(before);
  const headers = mapHeaders(http.headers, (value, name) => {
    if (value !== HIDDEN) return secrets.seal(value, purpose(actor.organizationId));
    const kept = known?.url === http.url ? known.headers[name] : undefined;
    if (kept !== undefined) return kept;
    const place = `outputSettings.headers.${name}`;
    throw invalidFields({
      [place]: `Its value is hidden and nothing is known to go to ${http.url}: say the value again`,
    });
  });
  return { ...spec, outputSettings: { ...http, headers } };
}

export const openHeaders = (secrets: Secrets, organizationId: string, headers: Headers): Headers =>
  mapHeaders(headers, (value) => secrets.open(value, purpose(organizationId)));

/** The stored spec as it is shown. */
export function hideHeaders(spec: BatchSpec): BatchSpec {
  const http = httpOf(spec);
  return http === null
    ? spec
    : { ...spec, outputSettings: { ...http, headers: mapHeaders(http.headers, () => HIDDEN) } };
}
