import { z } from 'zod';
import { quoteText } from '#data';
import { watchedDeployment } from '#deployments';
import type { JobKind } from '#platform/jobs/jobs.ts';
import { noteChange } from '../actuals/actuals-state.store.ts';
import { cutRows } from '../predictions/cut-rows.ts';
import { takeTurn } from '../profiles/turn.store.ts';
import { deleteSums } from './deletion.store.ts';

const moment = z.iso.datetime().nullable();
const Input = z.strictObject({ deploymentId: z.string(), modelId: z.string(), start: moment, end: moment });

/** Deletes sums, rows with ids and kept rows of a model; deleting twice deletes nothing more. */
export const deletionJob: JobKind<z.output<typeof Input>> = {
  name: 'monitoring.delete-data',
  input: Input,
  limits: 'heavy',
  retries: 2,
  async run(platform, { deploymentId, modelId, ...said }, { signal }) {
    const deployment = await watchedDeployment(platform, deploymentId);
    if (deployment === undefined) return undefined;
    const { organization_id: organizationId } = deployment;
    const start = said.start === null ? null : new Date(said.start);
    const end = said.end === null ? null : new Date(said.end);
    await platform.db.transaction(async (tx) => {
      await takeTurn(tx, deploymentId);
      await deleteSums(tx, { organizationId, deploymentId, modelId, start, end });
      await noteChange(tx, organizationId, deploymentId);
    });
    const time = (date: Date) => `epoch_ms(${date.getTime()}::BIGINT)`;
    const doomed = [
      `model_id = ${quoteText(modelId)}`,
      ...(start === null ? [] : [`made_at >= ${time(start)}`]),
      ...(end === null ? [] : [`made_at < ${time(end)}`]),
    ].join(' AND ');
    await cutRows(platform, { organizationId, deploymentId }, { start, end, doomed }, signal);
    return { location: `/api/v2/deployments/${deploymentId}/` };
  },
};
