import { expect, test } from 'vitest';
import { labelOf, labelText, withDoubleLabels } from './predicted-rows.rules.ts';

test.each([
  ['1', '1.0'],
  ['0', '0.0'],
  ['-3', '-3.0'],
  ['1.5', '1.5'],
  ['yes', 'yes'],
  ['01a', '01a'],
])('class %s is %s in the name of a column', (label, text) => {
  expect(labelText(labelOf(label))).toBe(text);
});

test('whole numbers of classes are doubles in JSON; texts and other numbers stay as they are', () => {
  const row = {
    rowId: 7,
    prediction: 1,
    positiveProbability: 1,
    predictionValues: [
      { label: 1, value: 1 },
      { label: 0, value: 0 },
    ],
    seriesId: 'a "label":1, b',
  };
  expect(withDoubleLabels(JSON.stringify(row))).toBe(
    '{"rowId":7,"prediction":1.0,"positiveProbability":1,"predictionValues":[{"label":1.0,"value":1},' +
      '{"label":0.0,"value":0}],"seriesId":"a \\"label\\":1, b"}',
  );
  expect(withDoubleLabels('{"task":"Binary","positiveClass":1,"prediction":0.25}')).toBe(
    '{"task":"Binary","positiveClass":1.0,"prediction":0.25}',
  );
});
