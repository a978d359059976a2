import type { Fault } from '../fault.ts';

const PROJECTS = 'server/src/projects';
const backtests = [`${PROJECTS}/modeling/planning/backtests.rules.test.ts`];
const incremental = [`${PROJECTS}/modeling/incremental/incremental.rules.test.ts`];
const charts = [`${PROJECTS}/insights/charts/charts.rules.test.ts`];
const payoffs = [`${PROJECTS}/insights/payoffs/payoffs.test.ts`];
const queue = [`${PROJECTS}/queue/project-queue.test.ts`];

export const projects: readonly Fault[] = [
  {
    name: 'training-touches-validation',
    breaks: 'A model of a series learns from the first cell it is judged on.',
    file: `${PROJECTS}/modeling/planning/backtests.rules.ts`,
    find: 'trainEnd: from - gap - 1,',
    replace: 'trainEnd: from - gap,',
    tests: backtests,
  },
  {
    name: 'points-overlap',
    breaks: 'Cells of a backtest are judged more than once.',
    file: `${PROJECTS}/modeling/planning/backtests.rules.ts`,
    find: 'start += last - first + 1',
    replace: 'start += Math.max(1, last - first)',
    tests: backtests,
  },
  {
    name: 'backtests-overlap-the-holdout',
    breaks: 'The newest backtest ends inside the holdout.',
    file: `${PROJECTS}/modeling/planning/backtests.rules.ts`,
    find: 'let edge = held?.from ?? end;',
    replace: 'let edge = held?.to ?? end;',
    tests: backtests,
  },
  {
    name: 'gap-is-forgotten-for-rows',
    breaks: 'Date-ordered models learn from rows inside the gap.',
    file: `${PROJECTS}/modeling/planning/backtests.rules.ts`,
    find: 'trainEnd: gapBefore(from, gap),',
    replace: 'trainEnd: gapBefore(from, gap === null ? gap : null),',
    tests: backtests,
  },
  {
    name: 'last-of-equals',
    breaks: 'Of chunks with the same score a later one counts as the best.',
    file: `${PROJECTS}/modeling/incremental/incremental.rules.ts`,
    find: 'lowerIsBetter ? score < known : score > known',
    replace: 'lowerIsBetter ? score <= known : score >= known',
    tests: incremental,
  },
  {
    name: 'stops-one-chunk-late',
    breaks: 'Learning goes on for one chunk after it should have stopped.',
    file: `${PROJECTS}/modeling/incremental/incremental.rules.ts`,
    find: 'bestIteration(scores, lowerIsBetter) >= rounds;',
    replace: 'bestIteration(scores, lowerIsBetter) > rounds;',
    tests: incremental,
  },
  {
    name: 'ties-have-thresholds-of-their-own',
    breaks: 'The area under the ROC curve depends on the order of rows with equal predictions.',
    file: `${PROJECTS}/insights/charts/roc.rules.ts`,
    find: 'if (at + 1 < order.length && predicted[order[at + 1] as number] === threshold) return;',
    replace: 'if (at + 1 < 0 && predicted[order[at + 1] as number] === threshold) return;',
    tests: charts,
  },
  {
    name: 'threshold-itself-is-negative',
    breaks: 'A prediction equal to the threshold counts as negative.',
    file: `${PROJECTS}/insights/charts/roc.rules.ts`,
    find: 'Number((predicted[row] as number) >= threshold)',
    replace: 'Number((predicted[row] as number) > threshold)',
    tests: charts,
  },
  {
    name: 'residuals-turned-round',
    breaks: 'Residuals have the wrong sign.',
    file: `${PROJECTS}/insights/charts/charts.rules.ts`,
    find: '(predicted[row] as number) - value)',
    replace: 'value - (predicted[row] as number))',
    tests: charts,
  },
  {
    name: 'lift-ignores-weights',
    breaks: 'Weights have no effect on the lift chart.',
    file: `${PROJECTS}/insights/charts/charts.rules.ts`,
    find: 'const heavy = weight[row] as number;',
    replace: 'const heavy = weight[row] === undefined ? 0 : 1;',
    tests: charts,
  },
  {
    name: 'low-priority-first',
    breaks: 'Jobs of a project run in the order of the lowest priority.',
    file: `${PROJECTS}/queue/project-job.store.ts`,
    find: "        .orderBy('priority', 'desc')\n        .orderBy('id')\n        .limit(most)",
    replace: "        .orderBy('priority', 'asc')\n        .orderBy('id')\n        .limit(most)",
    tests: queue,
  },
  {
    name: 'paused-autopilot-goes-on',
    breaks: 'A paused autopilot starts further models.',
    file: `${PROJECTS}/queue/project-job.store.ts`,
    find: ".where('paused', '=', true)",
    replace: ".where('paused', '!=', true)",
    tests: queue,
  },
  {
    name: 'readers-set-the-aim',
    breaks: 'A consumer can set the target of a project and start modeling.',
    file: `${PROJECTS}/modeling/aim/aim.ts`,
    find: "await reopenFailedAim(ctx, await getProjectOrThrow(ctx, projectId, 'write'))",
    replace: "await reopenFailedAim(ctx, await getProjectOrThrow(ctx, projectId, 'read'))",
    also: [
      {
        file: `${PROJECTS}/modeling/aim/aim.routes.ts`,
        find: "'setAim', {\n    access: needs(PROJECT, 'write'),",
        replace: "'setAim', {\n    access: needs(PROJECT, 'read'),",
      },
    ],
    tests: ['server/test/isolation/project-roles.test.ts'],
  },
  {
    name: 'payoffs-of-another-project',
    breaks: 'A payoff matrix is read through a project it does not belong to.',
    file: `${PROJECTS}/insights/payoffs/payoff.store.ts`,
    find: "findRow(db, 'payoff_matrices', { project_id: projectId, id })",
    replace: "findRow(db, 'payoff_matrices', projectId === '' ? { project_id: projectId, id } : { id })",
    tests: payoffs,
  },
  {
    name: 'costs-swapped',
    breaks: 'What a false positive costs is shown as the cost of a false negative.',
    file: `${PROJECTS}/insights/payoffs/payoffs.ts`,
    find: 'falseNegativeValue: row.false_negative_value,',
    replace: 'falseNegativeValue: row.false_positive_value,',
    tests: payoffs,
  },
];
