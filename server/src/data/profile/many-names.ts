import type { DuckdbSession } from '../duckdb/duckdb-session.ts';
import { quoteName, quoteText } from '../duckdb/duckdb-text.ts';
import { MOST_BINS } from './bins.rules.ts';
import { LONGEST_LABEL } from './column-counts.ts';
import { type NameFacts, wordsIn } from './name-facts.rules.ts';
import type { PlotBin } from './profile.types.ts';
import { figure, MOST_EXACT_ROWS, type Source } from './source.ts';

const SAMPLE = 1_000;

/** Some different values, for a first look at what they are. */
export async function sampleTexts(session: DuckdbSession, source: Source, column: string): Promise<string[]> {
  const name = quoteName(column);
  const rows = await session.rows(
    `SELECT DISTINCT v FROM (SELECT ${name}::VARCHAR AS v FROM ${source.sql} WHERE ${name} IS NOT NULL LIMIT ${SAMPLE})`,
  );
  return rows.map(({ v }) => String(v));
}

/** The figures of a column whose different texts are too many to be counted one by one outside DuckDB. */
export async function manyNames(
  session: DuckdbSession,
  source: Source,
  column: string,
  sample: readonly string[],
): Promise<NameFacts> {
  const name = `${quoteName(column)}::VARCHAR`;
  const exact = source.rows <= MOST_EXACT_ROWS;
  const counted = exact
    ? `(SELECT ${name} AS v, count(*) AS n FROM ${source.sql} GROUP BY 1)`
    : `(SELECT ${name} AS v, 1 AS n FROM ${source.sql})`;
  const [row = {}] = await session.rows(
    `SELECT sum(n) FILTER (v IS NOT NULL) AS present, sum(n * length(v)) AS letters, max(length(v)) AS longest,
       ${exact ? 'count(v)' : 'approx_count_distinct(v)'} AS unique_count,
       ${exact ? `arg_max(v, n, ${MOST_BINS}) AS top, max(n, ${MOST_BINS}) AS counts` : `approx_top_k(v, ${MOST_BINS}) AS top`}
     FROM ${counted}`,
  );
  const top = Array.isArray(row.top) ? row.top.map(String) : [];
  const counts = Array.isArray(row.counts) ? row.counts : [];
  const present = figure(row.present);
  const words = sample.reduce((sum, text) => sum + wordsIn(text, text.length), 0);
  return {
    present,
    unique: Math.min(present, figure(row.unique_count)),
    uniqueIsExact: exact,
    top: exact ? paired(top, counts.map(figure)) : await countThese(session, source, name, top),
    text: {
      meanLength: present > 0 ? figure(row.letters) / present : 0,
      maxLength: figure(row.longest),
      meanWords: sample.length > 0 ? words / sample.length : 0,
    },
  };
}

/** Both lists are in descending order of the count, so they belong together whatever the order among equals. */
const paired = (values: readonly string[], counts: readonly number[]): PlotBin[] =>
  values
    .map((value, i) => ({ label: cut(value), count: counts[i] ?? 0 }))
    .sort((a, b) => b.count - a.count || (a.label < b.label ? -1 : 1));

const cut = (text: string) => text.slice(0, LONGEST_LABEL);

async function countThese(session: DuckdbSession, source: Source, name: string, values: readonly string[]) {
  if (values.length === 0) return [];
  const rows = await session.rows(
    `SELECT v, count(*) AS n FROM (SELECT ${name} AS v FROM ${source.sql})
     WHERE v IN (${values.map(quoteText).join(', ')}) GROUP BY 1 ORDER BY n DESC, v`,
  );
  return rows.map(({ v, n }) => ({ label: cut(String(v)), count: figure(n) }));
}
