import type { Operation } from '../openapi/operations.ts';

/** Who asks. Each is a row of the matrix; every route of the server is a column. */
export type CallerName =
  | 'nobody'
  | 'wrong key'
  | 'disabled user'
  | 'user of another organization'
  | 'administrator of another organization'
  | 'colleague without a role'
  | 'consumer'
  | 'agent';

/** What a caller may get from a route. */
export interface Expectation {
  /** Null when the caller may be answered at all; else what they must get. */
  readonly refused: RegExp | null;
  /** A thing the caller cannot see must look like one that does not exist: in the whole reply, or in its status. */
  readonly unseen: 'reply' | 'status' | null;
}

/** The whole matrix is this function: once routes carry their roles as data, it reads those instead. */
export type Expectations = (operation: Operation, caller: CallerName, names: readonly string[]) => Expectation;

const ANYTHING: Expectation = { refused: null, unseen: null };
const UNKNOWN: Expectation = { refused: /^401$/, unseen: null };
const REFUSED: Expectation = { refused: /^4\d\d$/, unseen: null };
const UNSEEN: Expectation = { refused: /^4\d\d$/, unseen: 'reply' };

/** A quota may be written before its resource exists; an id of another organization is one that does not exist. */
const TAKES_UNKNOWN_IDS = /^POST \/api\/v2\/quotas\/$/;
const ACCEPTED_UNSEEN: Expectation = { refused: null, unseen: 'status' };

/** Things every member of an organization knows of: the organization itself, its groups, its templates. */
const OPEN_WITHIN_ORGANIZATION: readonly RegExp[] = [
  /^\w+ \/api\/v2\/organizations\/\{organizationId\}\//,
  /^GET \/api\/v2\/groups\//,
  /^GET \/api\/v2\/quotaTemplates\//,
];

const CALLS_A_DEPLOYMENT =
  /^POST \/api\/v2\/deployments\/\{deploymentId\}\/(predictions|predictionsUnstructured|chat\/completions)\/?$/;
const CALLS_THE_PREDICTION_API = /^POST \/predApi\/v1\.0\/deployments\//;
const CALLS_A_WORKLOAD = /^\w+ \/api\/v2\/endpoints\/workloads\//;

/** What a role that may use a thing, but not change it, does with other methods than GET. */
const CONSUMERS_MAY: readonly RegExp[] = [
  CALLS_A_DEPLOYMENT,
  CALLS_THE_PREDICTION_API,
  CALLS_A_WORKLOAD,
  /^POST \/(predApi\/v1\.0|api\/v1)\/\{projectId\}\//,
  // Reports about calls that were made elsewhere.
  /^POST \/api\/v2\/deployments\/\{deploymentId\}\/prediction(Requests|Inputs|Stats)\//,
  /^POST \/api\/v2\/deployments\/\{deploymentId\}\/customMetrics\/.*(fromJSON|fromDataset|bulkUpload)\/$/,
  // Things of their own, made out of what they may use.
  /^POST \/api\/v2\/(projectClones|recipes\/from\w+|datasets\/fromRecipe|calendars\/fromDataset|datasetDefinitions)\//,
  /^POST \/api\/v2\/(deployments|modelPackages)\/from\w+\//,
  /^POST \/api\/v2\/(batchPredictions|batchJobs|batchPredictionJobDefinitions|batchMonitoring\w*)\//,
  // Questions that need a body, and work whose result belongs to the thing's readers.
  /^POST \/api\/v2\/recipes\/\{recipeId\}\/(preview|sql)\//,
  /^POST \/api\/v2\/(quotas\/\{quotaId\}\/replay|genai\/vectorDatabases\/\{vectorDatabaseId\}\/search|entitlements\/evaluate)\//,
  /^POST \/api\/v2\/(projects\/\{projectId\}|insights\/\{insightName\})\//,
  // Feedback on an answer.
  /^PATCH \/api\/v2\/genai\/chatPrompts\//,
];

/** What a consumer must not even read: rows that other callers sent, addresses that are secrets. */
const NOT_FOR_CONSUMERS: readonly RegExp[] = [
  /^\w+ \/api\/v2\/deployments\/\{deploymentId\}\/(predictionDataExports|actualsDataExports|trainingDataExports)\//,
  /^\w+ \/api\/v2\/entityNotification(Channels|Policies)\//,
];

/** An agent's key calls deployments, the gateway and workloads, and reads what it has used; everything else is closed. */
const AGENTS_MAY: readonly RegExp[] = [
  CALLS_A_DEPLOYMENT,
  CALLS_THE_PREDICTION_API,
  CALLS_A_WORKLOAD,
  /^POST \/api\/v2\/genai\/llmgw\/chat\/completions\//,
  /^GET \/api\/v2\/account\/rateLimitUsage\//,
];

const lineOf = ({ method, path }: Operation): string => `${method} ${path}`;
const among = (list: readonly RegExp[], operation: Operation): boolean =>
  list.some((pattern) => pattern.test(lineOf(operation)));

/** Rules that hold for every route, with the few exceptions above. `names` are ids of real things in the request. */
export const expectationOf: Expectations = (operation, caller, names) => {
  if (operation.security === 'none') return ANYTHING;
  const namesThings = names.length > 0;
  switch (caller) {
    case 'nobody':
    case 'wrong key':
    case 'disabled user':
      // A deprecated route that this installation does not have is 404 before anything else.
      return operation.deprecated ? REFUSED : UNKNOWN;
    case 'user of another organization':
    case 'administrator of another organization':
      if (TAKES_UNKNOWN_IDS.test(lineOf(operation))) return ACCEPTED_UNSEEN;
      return namesThings ? UNSEEN : ANYTHING;
    case 'colleague without a role':
      return namesThings && !among(OPEN_WITHIN_ORGANIZATION, operation) ? UNSEEN : ANYTHING;
    case 'consumer':
      if (among(NOT_FOR_CONSUMERS, operation)) return REFUSED;
      return !namesThings || operation.method === 'GET' || among(CONSUMERS_MAY, operation) ? ANYTHING : REFUSED;
    case 'agent':
      return among(AGENTS_MAY, operation) ? ANYTHING : REFUSED;
  }
};
