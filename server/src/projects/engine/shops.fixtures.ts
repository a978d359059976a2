import { categoricalColumn, dateColumn, type Frame, frame, numericColumn, seededRandom } from '@almanac/engine';

const DAY = 86_400_000;

/** Daily sales of some shops: a weekly shape, a slow trend, a little noise. */
export function aShopTable(shops = 10, days = 400): Frame {
  const random = seededRandom(7);
  const start = Date.UTC(2021, 0, 1);
  const rows = Array.from({ length: shops * days }, (_, i) => ({ shop: Math.floor(i / days), day: i % days }));
  return frame([
    dateColumn(
      'date',
      rows.map(({ day }) => start + day * DAY),
    ),
    categoricalColumn(
      'store',
      rows.map(({ shop }) => `shop ${shop}`),
    ),
    numericColumn(
      'sales',
      rows.map(({ shop, day }) => {
        const week = 1 + 0.3 * Math.sin((2 * Math.PI * day) / 7);
        return Math.round(100 * (shop + 1) * (1 + day / 2000) * week * (1 + 0.05 * random.normal())) / 100;
      }),
    ),
    numericColumn(
      'promotion',
      rows.map(({ day }) => (day % 11 === 0 ? 1 : 0)),
    ),
  ]);
}
