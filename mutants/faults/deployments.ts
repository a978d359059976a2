import type { Fault } from '../fault.ts';

const DEPLOYMENTS = 'server/src/deployments';
const policies = [`${DEPLOYMENTS}/retraining/policy.rules.test.ts`];
const fairQueue = [`${DEPLOYMENTS}/scoring/threads/fair-queue.test.ts`];
const buffer = [`${DEPLOYMENTS}/recording/record-buffer.test.ts`];
const replacement = [`${DEPLOYMENTS}/records/replacement.test.ts`];

export const deployments: readonly Fault[] = [
  {
    name: 'months-of-31-days',
    breaks: 'A retraining policy with a pause of a month waits a day longer.',
    file: `${DEPLOYMENTS}/retraining/policy.rules.ts`,
    find: '(months ?? 0) * 30',
    replace: '(months ?? 0) * 31',
    tests: policies,
  },
  {
    name: 'still-declining-retrains-again',
    breaks: 'A status that stays bad starts a retraining again and again.',
    file: `${DEPLOYMENTS}/retraining/policy.rules.ts`,
    find: 'return trigger.statusStillInDecline === true;',
    replace: 'return trigger.statusStillInDecline !== false;',
    tests: policies,
  },
  {
    name: 'warnings-retrain-unasked',
    breaks: 'A decline to warning starts a retraining although nobody asked for that.',
    file: `${DEPLOYMENTS}/retraining/policy.rules.ts`,
    find: 'trigger.statusDeclinesToWarning === true;',
    replace: 'trigger.statusDeclinesToWarning !== false;',
    tests: policies,
  },
  {
    name: 'trigger-is-merged',
    breaks: 'A new trigger keeps parts of the one before it.',
    file: `${DEPLOYMENTS}/retraining/policy.rules.ts`,
    find: '{ ...FIRST.trigger, ...withoutNulls(trigger) }',
    replace: '{ ...before.trigger, ...withoutNulls(trigger) }',
    tests: policies,
  },
  {
    name: 'busiest-caller-first',
    breaks: 'Predictions of the busiest organization are scored first.',
    file: `${DEPLOYMENTS}/scoring/threads/fair-queue.ts`,
    find: 'organization.running >= best.organization.running',
    replace: 'organization.running <= best.organization.running',
    tests: fairQueue,
  },
  {
    name: 'removed-work-keeps-its-bytes',
    breaks: 'Requests that went away still count against what a caller may have waiting.',
    file: `${DEPLOYMENTS}/scoring/threads/fair-queue.ts`,
    find: '    share.bytes -= work.bytes;\n    this.#forgetIfIdle(work.caller);',
    replace: '    this.#forgetIfIdle(work.caller);',
    tests: fairQueue,
  },
  {
    name: 'unwritten-records-go-last',
    breaks: 'Records that could not be written come after later ones.',
    file: `${DEPLOYMENTS}/recording/record-buffer.ts`,
    find: '[...batches.map((batch) => this.#compact(batch)), ...this.#sheaves]',
    replace: '[...this.#sheaves, ...batches.map((batch) => this.#compact(batch))]',
    tests: buffer,
  },
  {
    name: 'newest-records-are-dropped',
    breaks: 'What was pushed out of a full buffer is not counted.',
    file: `${DEPLOYMENTS}/recording/record-buffer.ts`,
    find: 'this.#dropped += oldest.records;',
    replace: 'this.#dropped += 0 * oldest.records;',
    tests: buffer,
  },
  {
    name: 'other-target-may-replace',
    breaks: 'A model may be replaced by one that predicts something else.',
    file: `${DEPLOYMENTS}/records/replacement.rules.ts`,
    find: 'target.name === now.target.name,',
    replace: 'target.name !== undefined,',
    tests: replacement,
  },
  {
    name: 'warnings-hide-failures',
    breaks: 'A replacement with a failing check and a warning is called possible.',
    file: `${DEPLOYMENTS}/records/replacement.rules.ts`,
    find: "all.find(({ status }) => status === 'failing') ?? all.find(({ status }) => status === 'warning')",
    replace: "all.find(({ status }) => status === 'warning') ?? all.find(({ status }) => status === 'failing')",
    tests: replacement,
  },
  {
    name: 'live-deployments-are-erased',
    breaks: 'A deployment that serves predictions can be erased for good without being deleted first.',
    file: `${DEPLOYMENTS}/records/deployment-list.store.ts`,
    find: "      .where('id', '=', id)\n      .where('deleted_at', 'is not', null)\n      .executeTakeFirst();",
    replace: "      .where('id', '=', id)\n      .executeTakeFirst();",
    tests: replacement,
  },
  {
    name: 'cancelled-retraining-comes-back',
    breaks: 'A retraining run that was cancelled goes on.',
    file: `${DEPLOYMENTS}/retraining/retraining.store.ts`,
    find: '{ organization_id, id, finished_at: null }, change)',
    replace: '{ organization_id, id }, change)',
    tests: [`${DEPLOYMENTS}/retraining/retraining.test.ts`],
  },
  {
    name: 'empty-cells-are-empty-texts',
    breaks: 'Empty results are written to a table as empty texts instead of null.',
    file: `${DEPLOYMENTS}/batch/output/table-sql.rules.ts`,
    find: "(text === undefined || text === '' ? null : text)",
    replace: '(text === undefined ? null : text)',
    tests: [`${DEPLOYMENTS}/batch/output/table-sql.rules.test.ts`],
  },
];
