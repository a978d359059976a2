export { NEWEST_API_VERSION } from './api-settings.ts';
export { type Config, ConfigProblem, type Installation, type Release, readConfig } from './config.ts';
export { type JobLimits, LIMIT_CLASSES, type LimitClass, memorySetting, timeSetting } from './job-settings.ts';
export { isNetwork } from './network.ts';
export { type Setting, type SettingValue, settings } from './settings.ts';
