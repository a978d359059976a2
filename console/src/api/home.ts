import { type ApiCall, get } from './call.ts';
import { type Deployment, deploymentCalls } from './deployments.ts';
import type { Project } from './projects.ts';
import { ask } from './queries.ts';
import type { Page } from './types.ts';

const SHOWN_PROJECTS = 5;
const JUDGED = 100;

export const homeCalls = {
  projects: (): ApiCall<readonly Project[]> => get('projects/', { limit: SHOWN_PROJECTS }),
  deployments: (): ApiCall<Page<Deployment>> => deploymentCalls.list({ offset: 0, limit: JUDGED }),
};

export const homeQueries = {
  projects: () => ask(['projects', 'home'], homeCalls.projects()),
  deployments: () => ask(['deployments', 'home'], homeCalls.deployments()),
};
