import { catalogue } from '#platform/http/problem.ts';

export const AutopilotProblems = catalogue({
  notRunning: {
    status: 422,
    code: 'projects.autopilot_not_running',
    message: (command: string) => `The autopilot of this project is not running, so there is nothing to ${command}.`,
  },
  onceOnAList: {
    status: 422,
    code: 'projects.autopilot_ran',
    message: (name: string, mode: string) =>
      `The autopilot ran on the feature list ${JSON.stringify(name)} in mode ${mode} already, or is running on it. ` +
      'Choose another list, or a more thorough mode.',
  },
});
