export { type Config, ConfigProblem, type Installation, type Release, readConfig } from './config.ts';
export { type Setting, type SettingValue, settings } from './settings.ts';
