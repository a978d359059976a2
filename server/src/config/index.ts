export { type Config, ConfigProblem, type Installation, type Release, readConfig } from './config.ts';
export { isNetwork } from './network.ts';
export { type Setting, type SettingValue, settings } from './settings.ts';
