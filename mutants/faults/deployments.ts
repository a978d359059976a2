import type { Fault, Place } from '../fault.ts';

const DEPLOYMENTS = 'server/src/deployments';
const policies = [`${DEPLOYMENTS}/retraining/policy.rules.test.ts`];
const fairQueue = [`${DEPLOYMENTS}/scoring/threads/fair-queue.test.ts`];
const buffer = [`${DEPLOYMENTS}/recording/record-buffer.test.ts`];
const replacement = [`${DEPLOYMENTS}/records/replacement.test.ts`];
const keyValues = [`${DEPLOYMENTS}/key-values/key-values.test.ts`];
const roles = ['server/test/isolation/deployment-roles.test.ts'];

/** The other lock of a guard: what the route says it needs. */
const onRoute = (file: string, operation: string): readonly Place[] => [
  {
    file: `${DEPLOYMENTS}/${file}`,
    find: `'${operation}', {\n    access: needs(DEPLOYMENT, 'write'),`,
    replace: `'${operation}', {\n    access: needs(DEPLOYMENT, 'read'),`,
  },
];

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
  {
    name: 'readers-change-deployments',
    breaks: 'A consumer can rename a deployment.',
    file: `${DEPLOYMENTS}/records/change-deployment.ts`,
    find: "export async function changeDeployment(ctx: Ctx, id: string, body: z.output<typeof DeploymentChange>): Promise<Reply> {\n  await getDeploymentOrThrow(ctx, id, 'write');",
    replace:
      "export async function changeDeployment(ctx: Ctx, id: string, body: z.output<typeof DeploymentChange>): Promise<Reply> {\n  await getDeploymentOrThrow(ctx, id, 'read');",
    also: onRoute('records/deployment.routes.ts', 'changeDeployment'),
    tests: roles,
  },
  {
    name: 'readers-change-settings',
    breaks: 'A consumer can change the settings of a deployment.',
    file: `${DEPLOYMENTS}/settings/settings.ts`,
    find: "  await getDeploymentOrThrow(ctx, id, 'write');\n  const { organizationId } = ctx.actor;",
    replace: "  await getDeploymentOrThrow(ctx, id, 'read');\n  const { organizationId } = ctx.actor;",
    also: onRoute('settings/settings.routes.ts', 'changeDeploymentSettings'),
    tests: roles,
  },
  {
    name: 'readers-change-health-settings',
    breaks: 'A consumer can change when a deployment counts as failing.',
    file: `${DEPLOYMENTS}/settings/settings.ts`,
    find: "const before = await getDeploymentOrThrow(ctx, id, 'write');",
    replace: "const before = await getDeploymentOrThrow(ctx, id, 'read');",
    also: onRoute('settings/settings.routes.ts', 'changeHealthSettings'),
    tests: roles,
  },
  {
    name: 'readers-tag-deployments',
    breaks: 'A consumer can remove the tags of a deployment.',
    file: `${DEPLOYMENTS}/records/deployment-tags.ts`,
    find: "removeTag(ctx: Ctx, id: string, tagId: string): Promise<Reply> {\n  await getDeploymentOrThrow(ctx, id, 'write');",
    replace:
      "removeTag(ctx: Ctx, id: string, tagId: string): Promise<Reply> {\n  await getDeploymentOrThrow(ctx, id, 'read');",
    also: onRoute('records/metadata.routes.ts', 'removeDeploymentTag'),
    tests: roles,
  },
  {
    name: 'readers-add-policies',
    breaks: 'A consumer can have a deployment retrained.',
    file: `${DEPLOYMENTS}/retraining/policies.ts`,
    find: "const deployment = await getDeploymentOrThrow(ctx, deploymentId, 'write');",
    replace: "const deployment = await getDeploymentOrThrow(ctx, deploymentId, 'read');",
    also: onRoute('retraining/retraining.routes.ts', 'createRetrainingPolicy'),
    tests: roles,
  },
  {
    name: 'readers-add-challengers',
    breaks: 'A consumer can add challengers to a deployment.',
    file: `${DEPLOYMENTS}/challengers/challengers.ts`,
    find: "const deployment = await getDeploymentOrThrow(ctx, deploymentId, 'write');",
    replace: "const deployment = await getDeploymentOrThrow(ctx, deploymentId, 'read');",
    also: onRoute('challengers/challenger.routes.ts', 'addChallenger'),
    tests: roles,
  },
  {
    name: 'readers-remove-challengers',
    breaks: 'A consumer can remove the challengers of a deployment.',
    file: `${DEPLOYMENTS}/challengers/challengers.ts`,
    find: "removeChallenger(ctx: Ctx, deploymentId: string, id: string): Promise<Reply> {\n  await getChallengerOrThrow(ctx, deploymentId, id, 'write');",
    replace:
      "removeChallenger(ctx: Ctx, deploymentId: string, id: string): Promise<Reply> {\n  await getChallengerOrThrow(ctx, deploymentId, id, 'read');",
    also: onRoute('challengers/challenger.routes.ts', 'removeChallenger'),
    tests: roles,
  },
  {
    name: 'key-values-written-by-readers',
    breaks: 'Whoever may only read a deployment changes its key values.',
    file: `${DEPLOYMENTS}/key-values/key-values.ts`,
    find: "const before = await getKeyValueOrThrow(ctx, id, 'write');",
    replace: "const before = await getKeyValueOrThrow(ctx, id, 'read');\n  ctx.checked?.grant(KEY_VALUE, 'write');",
    tests: keyValues,
  },
  {
    name: 'key-value-tells-its-object',
    breaks: 'Somebody who cannot see a deployment learns its id from the id of a key value.',
    file: `${DEPLOYMENTS}/key-values/key-values.ts`,
    find: 'if (error instanceof Problem && error.status === 404) unseen();',
    replace: 'if (error instanceof Problem && error.status === 410) unseen();',
    tests: keyValues,
  },
];
