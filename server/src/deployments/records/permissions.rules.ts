import type { Access } from '#accounts';

const CONSUMER = ['CAN_VIEW', 'CAN_MAKE_PREDICTIONS', 'CAN_GENERATE_BATCH_PREDICTIONS', 'CAN_VIEW_DEPLOYMENT_SETTINGS'];
const USER = [
  ...CONSUMER,
  'CAN_SUBMIT_ACTUALS',
  'CAN_ADD_CHALLENGERS',
  'CAN_EDIT_CHALLENGERS',
  'CAN_SCORE_CHALLENGERS',
  'CAN_EDIT_RETRAINING_POLICIES',
  'CAN_UPDATE_DEPLOYMENT_SETTINGS',
];
const OWNER = [
  ...USER,
  'CAN_APPROVE_REPLACEMENT_MODEL',
  'CAN_REPLACE_MODEL',
  'CAN_UPDATE_DEPLOYMENT_STATUS',
  'CAN_DELETE_DEPLOYMENT',
];

/** What the record tells the caller they may do; the verbs decide by the same roles. */
export function permissionsOf({ role, canShare, canUseData }: Access): string[] {
  const all = role === 'OWNER' ? OWNER : role === 'EDITOR' ? USER : canUseData ? CONSUMER : ['CAN_VIEW'];
  return canShare ? [...all, 'CAN_SHARE'] : all;
}
