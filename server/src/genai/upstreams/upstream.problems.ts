import { catalogue } from '#platform/http/problem.ts';

export const UpstreamProblems = catalogue({
  noSuchUpstream: {
    status: 404,
    code: 'genai.no_such_upstream',
    message: (id: string) => `There is no upstream ${id} in your organization. GET genai/llmgw/upstreams/ lists them.`,
  },
  nameTaken: {
    status: 409,
    code: 'genai.upstream_name_taken',
    message: (name: string) => `There is an upstream called ${JSON.stringify(name)} already. Choose another name.`,
  },
  modelTaken: {
    status: 409,
    code: 'genai.model_taken',
    message: (model: string, other: string) =>
      `The model id ${JSON.stringify(model)} is served by ${other} already, or differs from one of its ids by ` +
      'punctuation only. Give this one another id; `upstreamModel` says how the upstream calls it.',
  },
});
