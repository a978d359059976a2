// The story in one command: a real dataset becomes a leaderboard, the winner is deployed and predicts.
import { clientOf } from './client.ts';
import { findServer } from './server.ts';
import { askDocuments } from './steps/ask-documents.ts';
import { createProject } from './steps/create-project.ts';
import { deployWinner } from './steps/deploy-winner.ts';
import { oldRoute } from './steps/old-route.ts';
import { predict } from './steps/predict.ts';
import { train } from './steps/train.ts';
import { watch } from './steps/watch.ts';
import type { Step, Story } from './story.ts';

const steps: readonly Step[] = [createProject, train, deployWinner, predict, watch, oldRoute, askDocuments];

const interactive = process.stdout.isTTY === true;
const say = (progress: string) => {
  if (interactive) process.stdout.write(`\r\u001b[2K    ${progress.slice(0, (process.stdout.columns ?? 100) - 6)}`);
};
const tell = (line: string) => {
  if (interactive) process.stdout.write('\r\u001b[2K');
  console.log(`    ${line}`);
};

const server = await findServer(tell);
const client = clientOf(server.url, server.key);
const story: Story = { client, say, tell, projectId: '', modelId: '', deploymentId: '', addresses: [] };
const began = performance.now();
try {
  for (const [number, step] of steps.entries()) {
    const from = performance.now();
    console.log(`${number + 1}/${steps.length} ${step.title}`);
    await step.run(story);
    tell(`(${((performance.now() - from) / 1000).toFixed(1)} s)`);
  }
  console.log(`\nDone in ${((performance.now() - began) / 1000).toFixed(0)} s. To open:`);
  for (const { what, address } of story.addresses) console.log(`  ${what.padEnd(22)} ${address}`);
  server.farewell();
  await server.untilStopped();
} catch (error) {
  tell(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
} finally {
  await server.stop();
}
