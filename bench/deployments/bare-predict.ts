/** The peer: a bare Fastify route that parses the same JSON and calls the engine directly, and nothing else. */
import { readFileSync } from 'node:fs';
import { type EnsembleModel, readModel } from '@almanac/engine';
import Fastify from 'fastify';

const [, , path] = process.argv;
const model = readModel(readFileSync(path ?? '')).model as EnsembleModel;
const names = model.ensemble.features.map(({ name }) => name);
const { predictor } = model;
const row = new Float32Array(names.length);
const out = new Float64Array(1);
const app = Fastify({ logger: false });
app.post('/predict', (request, reply) => {
  const data = (request.body as Record<string, number>[]).map((one, rowId) => {
    for (let f = 0; f < names.length; f++) row[f] = one[names[f] as string] as number;
    predictor.row(row, out);
    return { rowId, prediction: out[0] };
  });
  reply.send({ data });
});
console.log(await app.listen({ host: '127.0.0.1', port: 0 }));
