import { describe, expect, test } from 'vitest';
import { aimOfManifest, retrainingAim } from './champion-aim.rules.ts';
import { answersTo, definePolicy, millisecondsOf, wrongPolicy } from './policy.rules.ts';

describe('a policy', () => {
  test('is filled in, and keeps what a change does not name', () => {
    const first = definePolicy({ action: 'model_replacement', autopilotOptions: { mode: 'comprehensive' } });
    expect(first).toMatchObject({
      action: 'model_replacement',
      autopilotOptions: { mode: 'comprehensive', blendBestModels: false },
      trigger: { type: null },
    });
    const second = definePolicy({ modelSelectionStrategy: 'same_blueprint' }, first);
    expect(second).toMatchObject({ action: 'model_replacement', modelSelectionStrategy: 'same_blueprint' });
  });

  test('takes a new trigger as a whole', () => {
    const before = definePolicy({ trigger: { type: 'accuracy_decline', statusDeclinesToWarning: true } });
    const { trigger } = definePolicy({ trigger: { type: 'data_drift_decline' } }, before);
    expect(trigger).toMatchObject({ type: 'data_drift_decline', statusDeclinesToWarning: null });
  });

  test('that cannot be kept is named', () => {
    expect(Object.keys(wrongPolicy(definePolicy({ trigger: { type: 'schedule' } })))).toEqual(['trigger.schedule']);
    expect(Object.keys(wrongPolicy(definePolicy({ modelSelectionStrategy: 'custom_job' })))).toEqual([
      'modelSelectionStrategy',
    ]);
  });

  test.each([
    ['accuracy_decline', 'passing', 'failing', true],
    ['accuracy_decline', 'passing', 'warning', false],
    ['accuracy_decline', 'failing', 'passing', false],
    ['accuracy_decline', 'failing', 'failing', false],
    ['data_drift_decline', 'passing', 'failing', false],
  ] as const)('%s, from %s to %s: %s', (type, from, to, expected) => {
    expect(answersTo(definePolicy({ trigger: { type } }), { what: 'accuracy', from, to })).toBe(expected);
  });

  test('may also answer to warnings and to what stays bad', () => {
    const trigger = { type: 'data_drift_decline', statusDeclinesToWarning: true, statusStillInDecline: true } as const;
    const policy = definePolicy({ trigger });
    expect(answersTo(policy, { what: 'data_drift', from: 'unknown', to: 'warning' })).toBe(true);
    expect(answersTo(policy, { what: 'data_drift', from: 'failing', to: 'failing' })).toBe(true);
  });

  test.each([
    ['PT1H', 3_600_000],
    ['P1D', 86_400_000],
    ['P1WT30S', 7 * 86_400_000 + 30_000],
    ['P1M', 30 * 86_400_000],
    ['P1Y', 365 * 86_400_000],
  ])('%s lasts %i ms', (span, ms) => {
    expect(millisecondsOf(span)).toBe(ms);
  });
});

describe('what a new project is told', () => {
  const champion = {
    target: 'price',
    mode: 'auto',
    metric: 'MAE',
    cvMethod: 'random',
    reps: 5,
    featurelistId: 'old',
    holdoutStartDate: '2020-01-01',
  } as const;

  test('the words of the champion, without what was of its data', () => {
    expect(retrainingAim(champion, definePolicy({}))).toEqual({
      target: 'price',
      metric: 'MAE',
      cvMethod: 'random',
      reps: 5,
      mode: 'quick',
      blendBestModels: false,
    });
  });

  test('the words of the policy instead, or alone', () => {
    const projectOptions = { cvMethod: 'StratifiedCV', metric: 'RMSE' } as const;
    const over = definePolicy({ projectOptionsStrategy: 'override_champion', projectOptions });
    expect(retrainingAim(champion, over)).toMatchObject({ cvMethod: 'stratified', metric: 'RMSE', reps: 5 });
    const alone = definePolicy({ projectOptionsStrategy: 'custom', projectOptions: { reps: 3 } });
    expect(retrainingAim(champion, alone)).toEqual({ target: 'price', reps: 3, mode: 'quick', blendBestModels: false });
  });

  test('nothing but a target and no autopilot for the same blueprint', () => {
    expect(retrainingAim({ target: 'price' }, definePolicy({ modelSelectionStrategy: 'same_blueprint' }))).toEqual({
      target: 'price',
      mode: 'manual',
    });
  });

  test('what the bundle alone tells, when the project is gone', () => {
    const target = { name: 'sold', type: 'Binary', classes: ['no', 'yes'] } as const;
    const plan = { kind: 'table' } as Parameters<typeof aimOfManifest>[0]['plan'];
    expect(aimOfManifest({ plan, target })).toEqual({ target: 'sold', positiveClass: 'yes' });
  });
});
