export { type Config, ConfigProblem, type Installation, type Release, readConfig } from './config.ts';
export { isNetwork } from './network.ts';
export type { Setting } from './setting-checks.ts';
export {
  type JobLimits,
  LIMIT_CLASSES,
  type LimitClass,
  memorySetting,
  NEWEST_API_VERSION,
  type SettingValue,
  settings,
  timeSetting,
} from './settings.ts';
