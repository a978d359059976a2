/** What the model is called where it is served: the id without the provider before its first slash. */
export function upstreamNameOf(model: string): string {
  const slash = model.indexOf('/');
  return slash < 0 ? model : model.slice(slash + 1);
}

/** An id that can stand in an address. Ids that differ by punctuation only would become one, so they are refused. */
export const llmIdOf = (model: string): string => model.replace(/[^A-Za-z0-9._-]/g, '-').toLowerCase();

/** Some clients put their own name before every model id. */
export const withoutClientPrefix = (model: string): string =>
  model.startsWith('datarobot/') ? model.slice('datarobot/'.length) : model;
