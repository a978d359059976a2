import { futureOfShops } from '../../deployments/served.ts';

export const HOUSING = 'size,age,town,price\n90,3,Oslo,267\n10,30,Rome,2\n';
export const SHOPS = futureOfShops(7);
const CSV = { 'content-type': 'text/csv' };
const shop = (...lines: readonly string[]) => `date,store,sales,promotion\n${lines.join('\n')}\n`;

/** A request that every route refuses, and what its sentence says. */
export interface WrongRows {
  readonly code: string;
  readonly status: number;
  readonly said: RegExp;
  /** The same for both, or what is wrong for the model of the housing and of the shops; null: no such mistake. */
  readonly body: string | Uint8Array | { readonly housing: string | null; readonly shops: string };
  readonly headers?: Readonly<Record<string, string>>;
  readonly query?: string;
}

const wrong = (
  status: number,
  code: string,
  said: RegExp,
  body: WrongRows['body'],
  more: Pick<WrongRows, 'headers' | 'query'> = {},
): WrongRows => ({ status, code, said, body, headers: CSV, ...more });

const either = { housing: HOUSING, shops: SHOPS };
const ofShops = (body: string) => ({ housing: null, shops: body });

/** By what is wrong with the body and its rows. */
export const WRONG_ROWS: readonly WrongRows[] = [
  wrong(400, 'http.wrong_encoding', /Content-Encoding/, 'not gzip', {
    headers: { ...CSV, 'content-encoding': 'gzip' },
  }),
  wrong(400, 'predictions.missing_columns', /no column/, {
    housing: 'size,town,price\n1,Oslo,5\n',
    shops: 'date,sales\n2022-05-01,1\n',
  }),
  wrong(400, 'predictions.no_file', /"file"/, '--x\r\n\r\n\r\n--x--', {
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
  }),
  wrong(400, 'predictions.no_rows', /no rows/, 'date,store,size,age,town,price,sales,promotion\n'),
  wrong(
    400,
    'predictions.too_many_columns',
    /at most \d+/,
    `${Array.from({ length: 100_000 }, (_, i) => `c${i}`)}\n1\n`,
  ),
  wrong(400, 'predictions.unreadable', /UTF-8/, Uint8Array.of(0x73, 0xff, 0x0a, 0x31)),
  wrong(400, 'predictions.wrong_cell', /Row 0: .* in column/, {
    housing: 'size,age,town,price\nwide,3,Oslo,5\n',
    shops: shop('31/12/2022,shop 0,1,0'),
  }),
  wrong(400, 'predictions.engine', /between two steps/, ofShops(shop('2022-05-01T12:00:00Z,shop 0,,0'))),
  wrong(400, 'predictions.no_history', /nobody knows/, ofShops(SHOPS.replaceAll('shop 2', 'shop nobody knows'))),
  wrong(415, 'predictions.wrong_type', /text\/csv/, either, { headers: { 'content-type': 'image/png' } }),
  wrong(415, 'predictions.unknown_charset', /klingon/, either, {
    headers: { 'content-type': 'text/csv; charset=klingon' },
  }),
  wrong(415, 'http.wrong_content_encoding', /unheard/, either, { headers: { ...CSV, 'content-encoding': 'unheard' } }),
  wrong(422, 'predictions.out_of_reach', /the last date known/, ofShops(shop('2030-05-05,shop 0,,0'))),
  wrong(422, 'predictions.known_in_advance', /./, ofShops(SHOPS.replaceAll(/,0$/gm, ','))),
];

/** By what is wrong with the options, where a route takes any. */
export const WRONG_OPTIONS: readonly WrongRows[] = [
  wrong(400, 'predictions.passthrough', /"nobody"/, either, { query: '?passthroughColumns=nobody' }),
  wrong(400, 'predictions.forecast_point', /outside the history/, ofShops(SHOPS), {
    query: '?forecastPoint=1990-01-01T00:00:00Z',
  }),
  wrong(400, 'predictions.no_forecasts', /Send rows of that time/, ofShops(SHOPS), {
    query: '?predictionsStartDate=1990-01-01&predictionsEndDate=1990-02-01',
  }),
  wrong(400, 'predictions.wrong_time', /2024-05-31T00:00:00Z/, ofShops(SHOPS), { query: '?forecastPoint=soon' }),
  wrong(414, 'predictions.line_too_long', /passthroughColumnsSet=all/, either, {
    query: `?${Array.from({ length: 400 }, (_, i) => `passthroughColumns=c${i}`).join('&')}`,
  }),
];
