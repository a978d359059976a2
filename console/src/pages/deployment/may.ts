import type { Deployment } from '../../api/deployments.ts';

type Deed =
  | 'CAN_UPDATE_DEPLOYMENT_SETTINGS'
  | 'CAN_UPDATE_DEPLOYMENT_STATUS'
  | 'CAN_REPLACE_MODEL'
  | 'CAN_DELETE_DEPLOYMENT'
  | 'CAN_SHARE'
  | 'CAN_SUBMIT_ACTUALS'
  | 'CAN_ADD_CHALLENGERS'
  | 'CAN_EDIT_RETRAINING_POLICIES';

/** Whether the server would let the reader do it: what it would refuse is not offered. */
export const may = ({ permissions }: Pick<Deployment, 'permissions'>, deed: Deed): boolean =>
  permissions.includes(deed);
