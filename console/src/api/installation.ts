import { type ApiCall, get } from './call.ts';
import { ask } from './queries.ts';
import type { Account } from './types.ts';

export interface InstallationSetting {
  readonly name: string;
  readonly about: string;
  readonly value: string | null;
  readonly isSecret: boolean;
  readonly source: 'flag' | 'environment' | 'default' | 'not set';
}

export interface Installation {
  readonly installation: 'self-managed' | 'managed-cloud';
  readonly release: string;
  readonly upgraded: boolean;
  /** Null for those who are not to see them. */
  readonly settings: readonly InstallationSetting[] | null;
}

export const installationCall = (): ApiCall<Installation> => get('installation/');

export const installationQuery = () => ({
  ...ask(['installation'], installationCall()),
  staleTime: Number.POSITIVE_INFINITY,
});

const PREDICTIONS_ADMIN = 'ENABLE_PREDICTIONS_ADMIN';

export const isPredictionsAdmin = ({ permissions }: Account): boolean => permissions[PREDICTIONS_ADMIN] === true;

/** The table of deprecated routes came with release 6.1 of self-managed installations and left with 6.2. */
export const hasDeprecatedTable = ({ installation, release }: Installation): boolean =>
  installation === 'self-managed' && release === '6.1';
