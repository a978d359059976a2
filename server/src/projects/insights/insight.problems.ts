import { catalogue } from '#platform/http/problem.ts';

export const InsightProblems = catalogue({
  noSuchSource: {
    status: 422,
    code: 'insights.no_such_source',
    message: (name: string, known: readonly string[]) =>
      `The project has no data called ${name}. Ask for one of ${known.join(', ')}.`,
  },
  holdoutLocked: {
    status: 403,
    code: 'insights.holdout_locked',
    message: () => 'The holdout is locked. PATCH the project with holdoutUnlocked=true to see how models do on it.',
  },
  notScored: {
    status: 404,
    code: 'insights.not_scored',
    message: (source: string) => `The model was not scored on ${source}. Score it there first, or ask for another.`,
  },
  notForTask: {
    status: 422,
    code: 'insights.not_for_task',
    message: (what: string, fits: string, is: string) => `${what} is for ${fits} projects, and this one is ${is}.`,
  },
  noSlices: {
    status: 422,
    code: 'insights.no_slices',
    message: (id: string) => `There is no data slice ${id}: insights are about all rows. Leave dataSliceId out.`,
  },
  noSuchInsight: {
    status: 422,
    code: 'insights.no_such_insight',
    message: (name: string, known: readonly string[]) =>
      `There is no insight ${name}. Ask for one of ${known.join(', ')}.`,
  },
  notComputed: {
    status: 404,
    code: 'insights.not_computed',
    message: (what: string, how: string) => `No data found for the model: ${what} was not computed yet. POST ${how}.`,
  },
  /** Clients compare this sentence, and then ask for the effects to be computed. */
  noClassEffects: {
    status: 404,
    code: 'insights.no_class_effects',
    message: () => 'No data found for the model.',
  },
  noDatedClassEffects: {
    status: 404,
    code: 'insights.no_class_effects',
    message: () => 'No data found for model in this backtest. POST multiclassFeatureEffects/ to compute it.',
  },
  noSuchRows: {
    status: 404,
    code: 'insights.no_such_rows',
    message: (what: string, id: string, where: string) => `The project has no ${what} ${id}. GET ${where} lists them.`,
  },
  notReady: {
    status: 422,
    code: 'insights.model_not_ready',
    message: (id: string) => `Model ${id} has no file to ask yet. Wait until its training has ended.`,
  },
});
