import { expect, test } from 'vitest';
import { estimateTokens, tokenMeter } from './token-meter.ts';

/** Counted with the o200k_base vocabulary by gpt-tokenizer 4.0.0. */
const COUNTED: readonly (readonly [string, number])[] = [
  [
    '机器学习是人工智能的一个分支。人工智能的研究历史有着一条从以推理为重点，到以知识为重点，再到以学习为重点的自然、清晰的脉络。',
    46,
  ],
  [
    '機械学習とは、経験からの学習により自動で改善するコンピューターアルゴリズムもしくはその研究領域で、人工知能の一種であるとみなされている。',
    51,
  ],
  ['기계 학습은 경험을 통해 자동으로 개선하는 컴퓨터 알고리즘의 연구이다. 인공지능의 한 분야로 간주된다.', 32],
  [
    'Maschinelles Lernen entwickelt, untersucht und verwendet Lernalgorithmen. Diese lernen aus Beispielen und können diese nach Beendigung der Lernphase verallgemeinern. Dazu bauen Algorithmen ein statistisches Modell auf.',
    46,
  ],
  [
    "L'apprentissage automatique est un champ d'étude de l'intelligence artificielle qui se fonde sur des approches mathématiques et statistiques pour donner aux ordinateurs la capacité d'apprendre.",
    38,
  ],
  ['😀🎉🚀 great work! 👍🏽 see you 🕐', 16],
];

test.each(COUNTED)('%s', (text, counted) => {
  expect(Math.abs(estimateTokens(text) - counted) / counted).toBeLessThan(0.25);
});

test('nothing is nothing, and long texts are judged by their beginning', () => {
  expect(estimateTokens('')).toBe(0);
  const long = 'word '.repeat(100_000);
  expect(Math.abs(estimateTokens(long) - 100_000)).toBeLessThan(10);
  expect(Math.abs(estimateTokens(long.repeat(10)) - 1_000_000)).toBeLessThan(100);
});

test('pieces of a text count as the whole does, wherever it is cut, and so do escapes', () => {
  const text = 'A longwindedness, 12345 times:\n  "well" \\ 漢字 ü 😀 done';
  const whole = estimateTokens(text);
  const escaped = Buffer.from(JSON.stringify(text).slice(1, -1));
  for (let cut = 0; cut <= text.length; cut++) {
    const meter = tokenMeter();
    meter.text(Buffer.from(text.slice(0, cut)));
    meter.text(Buffer.from(text.slice(cut)));
    // Half of a pair of surrogates is no character; only such a cut may differ.
    if (!/\p{Cs}/u.test(text.slice(0, cut))) expect(meter.count()).toBe(whole);
  }
  const meter = tokenMeter();
  meter.jsonText(escaped, 0, escaped.length);
  expect(meter.count()).toBe(whole);
});
