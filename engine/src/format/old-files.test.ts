import { describe, expect, it } from 'vitest';
import saved from '../../golden/model-files.json' with { type: 'json' };
import { specimen } from '../laws/specimens.ts';
import { readModel } from '../model/catalogue.ts';
import type { Task } from '../model/estimator.ts';
import { writeModelFile } from './model-file.ts';

describe('files that earlier versions wrote', () => {
  it.each(saved)('$name, $task: is read and answers as it did', ({ name, task, file, answers }) => {
    const bytes = new Uint8Array(Buffer.from(file, 'base64'));
    const back = readModel(bytes);
    expect(back.name).toBe(name);
    // Another processor may round the last digit of a logarithm differently.
    [...back.model.predict(specimen(task as Task, 6, 99).x)].forEach((value, at) => {
      expect(value).toBeCloseTo(answers[at] as number, 9);
    });
    expect(readModel(writeModelFile(name, back.model)).name).toBe(name);
  });
});
