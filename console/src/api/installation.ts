import type { Account } from './accounts.ts';
import { type ElementOf, get, type ReplyOf } from './call.ts';
import { callQuery } from './call-query.ts';

export type Installation = ReplyOf<'get', 'installation/'>;
export type InstallationSetting = ElementOf<NonNullable<Installation['settings']>>;

export const installationCall = () => get('installation/');

export const installationQuery = () => callQuery(installationCall(), { staleTime: Number.POSITIVE_INFINITY });

const PREDICTIONS_ADMIN = 'ENABLE_PREDICTIONS_ADMIN';

export const isPredictionsAdmin = ({ permissions }: Account): boolean => permissions[PREDICTIONS_ADMIN] === true;

/** The table of deprecated routes came with release 6.1 of self-managed installations and left with 6.2. */
export const hasDeprecatedTable = ({ installation, release }: Installation): boolean =>
  installation === 'self-managed' && release === '6.1';
