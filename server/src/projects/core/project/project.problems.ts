import { catalogue } from '#platform/http/problem.ts';

export const ProjectProblems = catalogue({
  noSuchProject: {
    status: 404,
    code: 'projects.no_such_project',
    message: (id: string) => `There is no project ${id}, or you may not see it. GET projects/ lists yours.`,
  },
  notDeleted: {
    status: 404,
    code: 'projects.not_deleted',
    message: (id: string) =>
      `There is no deleted project ${id}. GET deletedProjects/ lists those that can be recovered.`,
  },
  noTargetYet: {
    status: 422,
    code: 'projects.no_target_yet',
    message: (stage: string) =>
      `The project has no target yet (stage ${stage}). Set one with PATCH aim/ and wait for stage modeling.`,
  },
  targetChosen: {
    status: 422,
    code: 'projects.target_chosen',
    message: (stage: string) =>
      `The project is past choosing a target (stage ${stage}). Clone it with POST projectClones/ to start again.`,
  },
  stillReading: {
    status: 422,
    code: 'projects.still_reading',
    message: () => 'The data of the project are still being read. Wait for the status of its creation to finish.',
  },
});
