import { describe, expect, it } from 'vitest';
import forecaster from '../../golden/forecaster-file.json' with { type: 'json' };
import saved from '../../golden/model-files.json' with { type: 'json' };
import type { Task } from '../core/run.ts';
import { openForecaster } from '../serving/save-forecaster.ts';
import { readModel } from './catalogue.ts';
import { sampleData } from './common-checks/samples.fixtures.ts';
import { writeModelFile } from './model-file.ts';

describe('files that earlier versions wrote', () => {
  it.each(saved)('$name, $task: is read and answers as it did', ({ name, task, file, answers }) => {
    const bytes = new Uint8Array(Buffer.from(file, 'base64'));
    const back = readModel(bytes);
    expect(back.name).toBe(name);
    // Another processor may round the last digit of a logarithm differently.
    [...back.model.predict(sampleData(task as Task, 6, 99).x)].forEach((value, at) => {
      expect(value).toBeCloseTo(answers[at] as number, 9);
    });
    expect(readModel(writeModelFile(name, back.model)).name).toBe(name);
  });

  it('a forecaster of every kind of model: forecasts as it did, and every model explains itself', () => {
    const served = openForecaster(new Uint8Array(Buffer.from(forecaster.file, 'base64')));
    const { memory, models, blend } = served.parts;
    served.forecast().forEach(({ value }, at) => {
      expect(value).toBeCloseTo(forecaster.forecasts[at] as number, 6);
    });
    models.forEach((model, m) => {
      const said = model.forecast(memory);
      const cells = model.explain(memory);
      expect(cells.length).toBe(said.length);
      cells.forEach(({ base, contributions }, at) => {
        const sum = contributions.reduce((total, { contribution }) => total + contribution, base);
        expect(sum, blend.models[m]).toBeCloseTo(said[at] as number, 6);
        expect(contributions.length).toBeGreaterThan(0);
      });
    });
  });
});
