import { catalogue } from '#platform/http/problem.ts';

export const TextModelProblems = catalogue({
  noSuchVersion: {
    status: 404,
    code: 'custom_models.no_such_version',
    message: (modelId: string, id: string) =>
      `Custom model ${modelId} has no version ${id}. Make one of an LLM blueprint: POST genai/customModelVersions/.`,
  },
  writesNoText: {
    status: 422,
    code: 'deployments.writes_no_text',
    message: (id: string, type: string) =>
      `The model of deployment ${id} does not chat: its target is ${type}. Send rows to ` +
      `POST /api/v2/deployments/${id}/predictions, or chat with a deployment of the target type TextGeneration.`,
  },
  writesText: {
    status: 422,
    code: 'deployments.writes_text',
    message: (what: string) =>
      `The model of ${what} writes text and takes no rows. Chat with a deployment of it: ` +
      'POST /api/v2/deployments/{deploymentId}/chat/completions.',
  },
});

export const RegistryProblems = catalogue({
  noSuchModel: {
    status: 404,
    code: 'registry.no_such_registered_model',
    message: (id: string) => `There is no registered model ${id}. GET registeredModels/ lists those you may see.`,
  },
  noSuchPackage: {
    status: 404,
    code: 'registry.no_such_package',
    message: (id: string) => `There is no model package ${id}. GET modelPackages/ lists those you may see.`,
  },
  noSuchVersion: {
    status: 404,
    code: 'registry.no_such_version',
    message: (modelId: string, id: string) =>
      `Registered model ${modelId} has no version ${id}. GET registeredModels/${modelId}/versions/ lists them.`,
  },
  nameTaken: {
    status: 409,
    code: 'registry.name_taken',
    message: (name: string) =>
      `A registered model called "${name}" exists already; names are unique per creator. Choose another name, or send registeredModelId to add a version to it.`,
  },
  otherTarget: {
    status: 422,
    code: 'registry.other_target',
    message: (name: string, has: string, is: string) =>
      `Versions of "${name}" predict ${has}, and this model predicts ${is}. Register it under a name of its own.`,
  },
  modelArchived: {
    status: 422,
    code: 'registry.model_archived',
    message: (name: string) => `The registered model "${name}" is archived. Register the model under another name.`,
  },
  archivedAlready: {
    status: 410,
    code: 'registry.archived_already',
    message: (id: string) => `Model package ${id} is archived already.`,
  },
  packageArchived: {
    status: 422,
    code: 'registry.package_archived',
    message: (id: string) => `Model package ${id} is archived and cannot be deployed. Choose another version.`,
  },
  inUse: {
    status: 422,
    code: 'registry.in_use',
    message: (what: string, holder: string) => `The ${what} serves ${holder}. Replace its model or delete it first.`,
  },
  stillBuilding: {
    status: 422,
    code: 'registry.still_building',
    message: (id: string) =>
      `Model package ${id} is still being built. Ask for it again until its buildStatus is complete.`,
  },
  buildFailed: {
    status: 422,
    code: 'registry.build_failed',
    message: (id: string, why: string) => `Model package ${id} could not be built: ${why} Register the model again.`,
  },
  isExternal: {
    status: 422,
    code: 'registry.is_external',
    message: (id: string) =>
      `Model package ${id} is of an external model: it answers elsewhere, and cannot be asked here.`,
  },
  noScoringCode: {
    status: 422,
    code: 'registry.no_scoring_code',
    message: (id: string) =>
      `Model package ${id} has no scoring code: models answer here and are not turned into programs. ` +
      'GET modelPackageFile/ downloads the model itself.',
  },
  noOnnx: {
    status: 422,
    code: 'registry.no_onnx',
    message: (id: string, reason: string) =>
      `Model package ${id} cannot be downloaded as ONNX. ${reason} ` +
      'GET modelPackageFile/ downloads the model for another installation of Almanac.',
  },
  tooManyOnnx: {
    status: 429,
    code: 'registry.too_many_onnx',
    message: (most: number) =>
      `Your organization already has ${most} ONNX downloads waiting. Try again when they have ended.`,
    retryAfter: 5,
  },
  notAPackage: {
    status: 422,
    code: 'registry.not_a_package',
    message: (why: string) =>
      `The file is not a model package that can be read: ${why}. Download one with GET modelPackages/{id}/modelPackageFile/.`,
  },
});
