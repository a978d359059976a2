import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ForecastBlueprint } from '../forecasting/blueprint.ts';
import type { TabularBlueprint } from '../tabular/blueprint.ts';
import {
  type AutopilotSettings,
  type AutopilotState,
  type AutopilotWork,
  type Blueprint,
  nextWork,
  type RunBlend,
  type RunModel,
} from './next-work.ts';

const BOOSTING = {
  loss: 'absolute',
  rounds: 10,
  leaves: 31,
  learningRate: 0.1,
  minChildRows: 40,
  columnShare: 0.5,
  rowShare: 0.7,
  huberBend: 2,
} as const;

const theta = (id: string, family = 'TS-01'): ForecastBlueprint => ({
  ...{ kind: 'local', id, title: id, family, cost: 1, forecaster: 'theta', season: 'none', log: false },
});
const boosting = (id: string): ForecastBlueprint => ({
  ...{ kind: 'boosting', id, title: id, family: 'TS-05', cost: 5, scaling: 'level', boosting: BOOSTING },
  ...{ maxRows: 100, members: 1, blocks: false },
});
const estimator = (id: string): TabularBlueprint => ({ id, title: id, estimator: id, params: {}, cost: 1 });

const settings: AutopilotSettings = {
  mode: 'auto',
  lowerIsBetter: true,
  parts: ['backtest_0', 'backtest_1'],
  holdout: false,
  blendBestModels: true,
  considerBlendersInRecommendation: true,
  prepareModelForDeployment: true,
};
const start: AutopilotState = {
  stage: 'start',
  settings,
  blueprints: [theta('a'), theta('b')],
  models: [],
  blends: [],
};

const model = (id: string, more: Partial<RunModel> = {}): RunModel => ({
  ...{ id, blueprint: theta(id), parts: ['backtest_0'], skill: 1, first: 1, overall: null },
  ...more,
});
const complete = (id: string, overall: number): RunModel =>
  model(id, { parts: settings.parts, first: overall, overall });

/** A world in which work ends with the scores it is given; null: the job fails. */
interface World {
  readonly settings: AutopilotSettings;
  readonly blueprints: readonly Blueprint[];
  readonly scores: readonly (number | null)[];
}

interface Played {
  readonly steps: readonly { readonly stage: string; readonly work: readonly AutopilotWork[] }[];
  readonly state: AutopilotState;
}

function play({ settings, blueprints, scores }: World): Played {
  const steps: Played['steps'][number][] = [];
  let drawn = 0;
  const draw = (): number | null => scores[drawn++ % scores.length] ?? null;
  const models = new Map<string, RunModel>();
  let blends: RunBlend[] = [];
  let continued: RunBlend[] = [];
  let state: AutopilotState = { stage: 'start', settings, blueprints, models: [], blends: [] };
  while (state.stage !== 'done') {
    const step = nextWork(state);
    expect(nextWork(structuredClone(state))).toEqual(step);
    steps.push(step);
    if (steps.length > 20) throw new Error('It does not end.');
    for (const work of step.work) {
      const score = draw();
      if (work.kind === 'train') {
        const id = work.model ?? work.blueprint.id;
        const known = models.get(id);
        if (score === null) models.delete(id);
        else {
          const parts = [...(known?.parts ?? []), ...work.parts];
          const first = known?.first ?? score;
          const overall = settings.parts.every((part) => parts.includes(part)) ? (first + score) / 2 : null;
          const canContinue = true;
          models.set(id, { id, blueprint: work.blueprint, parts, skill: first, first, overall, canContinue });
        }
      }
      if (work.kind === 'blend' && score !== null) blends = [{ id: 'blend', first: score, overall: score }];
      if (work.kind === 'continue' && score !== null)
        continued = [...continued, { id: `${work.model}+`, first: score, overall: null }];
    }
    state = { ...state, stage: step.stage, models: [...models.values()], blends, continued };
  }
  return { steps, state };
}

const settingsOf: fc.Arbitrary<AutopilotSettings> = fc.record(
  {
    mode: fc.constantFrom('quick', 'auto', 'comprehensive'),
    lowerIsBetter: fc.boolean(),
    parts: fc.integer({ min: 1, max: 4 }).map((n) => Array.from({ length: n }, (_, i) => `backtest_${i}`)),
    holdout: fc.boolean(),
    blendBestModels: fc.boolean(),
    considerBlendersInRecommendation: fc.boolean(),
    prepareModelForDeployment: fc.boolean(),
    incremental: fc.record({
      iterationsBeforeSelection: fc.option(fc.integer({ min: 1, max: 5 })),
      chunks: fc.integer({ min: 1, max: 9 }),
    }),
  },
  {
    requiredKeys: [
      ...(['mode', 'lowerIsBetter', 'parts', 'holdout', 'blendBestModels'] as const),
      ...(['considerBlendersInRecommendation', 'prepareModelForDeployment'] as const),
    ],
  },
);

const world: fc.Arbitrary<World> = fc.record({
  settings: settingsOf,
  blueprints: fc
    .tuple(fc.boolean(), fc.integer({ min: 1, max: 14 }))
    .map(([series, n]) =>
      Array.from(
        { length: n },
        (_, i): Blueprint =>
          series ? (i % 3 === 2 ? boosting(`gbm ${i}`) : theta(`theta ${i}`, `TS-0${i % 5}`)) : estimator(`model ${i}`),
      ),
    ),
  scores: fc.array(fc.option(fc.double({ min: 0, max: 10, noNaN: true }), { freq: 4 }), {
    minLength: 1,
    maxLength: 60,
  }),
});

describe('the autopilot, whatever the scores and failures', () => {
  it('ends, gives the same work for the same state, and has work in every stage but the last', () => {
    fc.assert(
      fc.property(world, (one) => {
        const { steps } = play(one);
        for (const { stage, work } of steps) {
          expect(stage === 'done' || work.some(({ kind }) => kind !== 'recommend')).toBe(true);
        }
        expect(new Set(steps.map(({ stage }) => stage)).size).toBe(steps.length);
      }),
    );
  });

  it('never trains the same blueprint on the same part twice', () => {
    fc.assert(
      fc.property(world, (one) => {
        const trained = play(one).steps.flatMap(({ work }) =>
          work.flatMap((each) =>
            each.kind === 'train' ? each.parts.map((part) => `${each.blueprint.id} ${part}`) : [],
          ),
        );
        expect(new Set(trained).size).toBe(trained.length);
      }),
    );
  });

  it('recommends exactly one model where any could be trained, and none otherwise', () => {
    fc.assert(
      fc.property(world, (one) => {
        const { steps, state } = play(one);
        const recommended = steps.flatMap(({ work }) =>
          work.flatMap((each) => (each.kind === 'recommend' && each.as === 'Most Accurate' ? [each.model] : [])),
        );
        const ready = [...state.models, ...state.blends].map(({ id }) => id);
        expect(recommended.length).toBe(state.models.length > 0 ? 1 : 0);
        for (const id of recommended) expect(ready).toContain(id);
      }),
    );
  });
});

describe('the next work', () => {
  it('is every blueprint on the newest part first, and nothing in manual mode', () => {
    expect(nextWork(start)).toEqual({
      stage: 'first',
      work: start.blueprints.map((blueprint) => ({ kind: 'train', blueprint, parts: ['backtest_0'] })),
    });
    expect(nextWork({ ...start, settings: { ...settings, mode: 'manual' } })).toEqual({ stage: 'done', work: [] });
  });

  it('tunes the boosted model with the best skill in comprehensive runs', () => {
    const models = [
      model('a', { blueprint: boosting('a'), skill: 0.9 }),
      model('b', { blueprint: boosting('b'), skill: 0.5 }),
    ];
    const { stage, work } = nextWork({
      ...start,
      stage: 'first',
      models,
      settings: { ...settings, mode: 'comprehensive' },
    });
    expect(stage).toBe('tune');
    expect(work.map((each) => each.kind === 'train' && each.blueprint.id)).toEqual([
      ...['b-few-leaves', 'b-many-leaves', 'b-large-leaves', 'b-few-columns', 'b-all-columns'],
    ]);
  });

  it('goes on with six tenths of the forecasters, and with the best of a family that is not far behind', () => {
    const models = [
      ...Array.from({ length: 10 }, (_, i) => model(`m${i}`, { skill: 1 + i / 100 })),
      model('other family', { blueprint: theta('other family', 'TS-03'), skill: 1.4 }),
      model('far behind', { blueprint: theta('far behind', 'TS-04'), skill: 1.6 }),
    ];
    const { stage, work } = nextWork({ ...start, stage: 'tune', models });
    expect(stage).toBe('rest');
    expect(work.map((each) => each.kind === 'train' && each.model)).toEqual([
      ...['m0', 'm1', 'm2', 'm3', 'm4', 'm5', 'm6', 'm7', 'other family'],
    ]);
    expect(work[0]).toMatchObject({ parts: ['backtest_1'] });
  });

  it('goes on with the five best models of a table, over the other folds and the holdout', () => {
    const models = Array.from({ length: 8 }, (_, i) =>
      model(`m${i}`, { blueprint: estimator(`m${i}`), skill: null, first: (i * 3) % 8 }),
    );
    const { work } = nextWork({ ...start, stage: 'tune', models, settings: { ...settings, holdout: true } });
    expect(work.map((each) => each.kind === 'train' && each.model)).toEqual(['m0', 'm3', 'm6', 'm1', 'm4']);
    expect(work[0]).toMatchObject({ parts: ['backtest_1', 'holdout'] });
  });

  it('blends the models evaluated on every part, best first', () => {
    const models = [complete('a', 3), model('b'), complete('c', 1)];
    const step = nextWork({ ...start, stage: 'rest', models });
    expect(step).toEqual({ stage: 'blend', work: [{ kind: 'blend', members: ['c', 'a'], most: 3 }] });
  });

  it('recommends the best over all parts, blends included where they may be', () => {
    const state = { ...start, stage: 'blend' as const, models: [complete('a', 3), model('b', { first: 0 })] };
    const blends = [{ id: 'blend', first: 2, overall: 2 }];
    const winner = (more: Partial<AutopilotState>) => nextWork({ ...state, ...more }).work[0];
    expect(winner({ blends })).toEqual({ kind: 'recommend', model: 'blend', as: 'Most Accurate' });
    const without = { ...settings, considerBlendersInRecommendation: false };
    expect(winner({ blends, settings: without })).toMatchObject({ model: 'a' });
    expect(winner({ models: [model('b', { first: 2 }), model('c', { first: 1 })] })).toMatchObject({ model: 'c' });
  });

  it('recommends the winner as it is where models are not prepared for deployment', () => {
    const models = [complete('a', 3)];
    const step = nextWork({
      ...start,
      stage: 'blend',
      models,
      settings: { ...settings, prepareModelForDeployment: false },
    });
    expect(step).toEqual({
      stage: 'done',
      work: [
        { kind: 'recommend', model: 'a', as: 'Most Accurate' },
        { kind: 'recommend', model: 'a', as: 'Recommended for Deployment' },
      ],
    });
  });

  it('compares models on the first chunks and goes on with the best over the others', () => {
    const models = [
      model('a', { first: 2, canContinue: true }),
      model('b'),
      model('c', { first: 1, canContinue: true }),
    ];
    const state = {
      ...start,
      models,
      settings: { ...settings, incremental: { iterationsBeforeSelection: 2, chunks: 6 } },
    };
    expect(nextWork({ ...state, stage: 'prepare' })).toEqual({
      stage: 'compare',
      work: ['c', 'a'].map((id) => ({ kind: 'continue', model: id, from: 0, most: 2 })),
    });
    const continued = [
      { id: 'a+', first: 0.5 },
      { id: 'c+', first: 0.9 },
    ];
    expect(nextWork({ ...state, continued, stage: 'compare' })).toEqual({
      stage: 'go-on',
      work: [{ kind: 'continue', model: 'a+', from: 2 }],
    });
  });
});
