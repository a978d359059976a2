import { catalogue, conflict, notFound, unprocessable } from '#platform/http/problem.ts';

export const TextModelProblems = catalogue({
  noSuchVersion: notFound(
    'custom_models.no_such_version',
    (modelId: string, id: string) =>
      `Custom model ${modelId} has no version ${id}. Make one of an LLM blueprint: POST genai/customModelVersions/.`,
  ),
  writesNoText: unprocessable(
    'deployments.writes_no_text',
    (id: string, type: string) =>
      `The model of deployment ${id} does not chat: its target is ${type}. Send rows to ` +
      `POST /api/v2/deployments/${id}/predictions, or chat with a deployment of the target type TextGeneration.`,
  ),
  writesText: unprocessable(
    'deployments.writes_text',
    (what: string) =>
      `The model of ${what} writes text and takes no rows. Chat with a deployment of it: ` +
      'POST /api/v2/deployments/{deploymentId}/chat/completions.',
  ),
});

export const RegistryProblems = catalogue({
  noSuchModel: notFound(
    'registry.no_such_registered_model',
    (id: string) => `There is no registered model ${id}. GET registeredModels/ lists those you may see.`,
  ),
  noSuchPackage: notFound(
    'registry.no_such_package',
    (id: string) => `There is no model package ${id}. GET modelPackages/ lists those you may see.`,
  ),
  noSuchVersion: notFound(
    'registry.no_such_version',
    (modelId: string, id: string) =>
      `Registered model ${modelId} has no version ${id}. GET registeredModels/${modelId}/versions/ lists them.`,
  ),
  nameTaken: conflict(
    'registry.name_taken',
    (name: string) =>
      `A registered model called "${name}" exists already; names are unique per creator. Choose another name, or send registeredModelId to add a version to it.`,
  ),
  otherTarget: unprocessable(
    'registry.other_target',
    (name: string, has: string, is: string) =>
      `Versions of "${name}" predict ${has}, and this model predicts ${is}. Register it under a name of its own.`,
  ),
  modelArchived: unprocessable(
    'registry.model_archived',
    (name: string) => `The registered model "${name}" is archived. Register the model under another name.`,
  ),
  archivedAlready: {
    status: 410,
    code: 'registry.archived_already',
    message: (id: string) => `Model package ${id} is archived already.`,
  },
  packageArchived: unprocessable(
    'registry.package_archived',
    (id: string) => `Model package ${id} is archived and cannot be deployed. Choose another version.`,
  ),
  inUse: unprocessable(
    'registry.in_use',
    (what: string, holder: string) => `The ${what} serves ${holder}. Replace its model or delete it first.`,
  ),
  stillBuilding: unprocessable(
    'registry.still_building',
    (id: string) => `Model package ${id} is still being built. Ask for it again until its buildStatus is complete.`,
  ),
  buildFailed: unprocessable(
    'registry.build_failed',
    (id: string, why: string) => `Model package ${id} could not be built: ${why} Register the model again.`,
  ),
  isExternal: unprocessable(
    'registry.is_external',
    (id: string) => `Model package ${id} is of an external model: it answers elsewhere, and cannot be asked here.`,
  ),
  noScoringCode: unprocessable(
    'registry.no_scoring_code',
    (id: string) =>
      `Model package ${id} has no scoring code: models answer here and are not turned into programs. ` +
      'GET modelPackageFile/ downloads the model itself.',
  ),
  noOnnx: unprocessable(
    'registry.no_onnx',
    (id: string, reason: string) =>
      `Model package ${id} cannot be downloaded as ONNX. ${reason} ` +
      'GET modelPackageFile/ downloads the model for another installation of Almanac.',
  ),
  tooManyOnnx: {
    status: 429,
    code: 'registry.too_many_onnx',
    message: (most: number) =>
      `Your organization already has ${most} ONNX downloads waiting. Try again when they have ended.`,
    retryAfter: 5,
  },
  notAPackage: unprocessable(
    'registry.not_a_package',
    (why: string) =>
      `The file is not a model package that can be read: ${why}. Download one with GET modelPackages/{id}/modelPackageFile/.`,
  ),
});
