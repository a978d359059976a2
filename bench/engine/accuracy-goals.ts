import type { Bound, Peer } from '../figures.ts';

interface Goal {
  readonly must?: Bound;
  readonly peer?: Peer;
}

interface Goals {
  readonly owa?: Goal;
  readonly mase?: Goal;
  readonly msis?: Goal;
  readonly seconds?: Goal;
}

const published = (name: string, version: string, value: number): Peer => ({ name, version, value });
const M4 = 'M4 2018, published';
const TOURISM = 'Tourism 2011, published';

const GOALS: Readonly<Record<string, Goals>> = {
  'm4-hourly auto': {
    owa: { must: '<= 0.4', peer: published('best of 61 entries', M4, 0.41) },
    msis: { must: '<= 7', peer: published('ES-RNN', M4, 7.9) },
  },
  'm4-weekly auto': {
    owa: { must: '<= 0.72', peer: published('best of 61 entries', M4, 0.739) },
    msis: { must: '<= 17', peer: published('ES-RNN', M4, 22) },
  },
  'm4-hourly quick': { owa: { must: '<= 0.43' }, seconds: { must: '<= 60' } },
  'tourism-quarterly auto': { mase: { must: '<= 1.46', peer: published('best method', TOURISM, 1.597) } },
  'tourism-monthly auto': { mase: { must: '<= 1.4', peer: published('best method', TOURISM, 1.429) } },
};

/** What the autopilot has to reach on a data set, and what is published for it. */
export const goalOf = (set: string, mode: string): Goals => GOALS[`${set} ${mode}`] ?? {};
