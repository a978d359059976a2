/**
 * From a file of daily series to a leaderboard in quick mode, through the real server and its worker on two cores: ten
 * series of three years, to be there within 60 s. With `thousand` as an argument a thousand series of two years, to be
 * there within 10 minutes and 4 GB.
 */
import { startInstallation } from '../../conformance/support/installation.ts';
import { peakMemory } from '../data/peak-memory.ts';
import { congruential, load, round } from '../measure.ts';
import { record } from '../record.ts';
import { projectClient } from './client.ts';

const large = process.argv.includes('thousand');
const [series, days] = large ? [1000, 730] : [10, 1095];

/** Sales with a week, a year, a trend, promotions and noise, all of them different from series to series. */
function daily(): string {
  const lines = ['date,store,sales,promotion'];
  const random = congruential(42);
  for (let one = 0; one < series; one++) {
    const [level, week, year, trend] = [50 + 400 * random(), 0.1 + 0.3 * random(), 0.3 * random(), 0.5 * random()];
    for (let day = 0; day < days; day++) {
      const date = new Date(Date.UTC(2022, 0, 1 + day)).toISOString().slice(0, 10);
      const promotion = random() < 0.08 ? 1 : 0;
      const shape =
        (1 + week * Math.sin((2 * Math.PI * (day + one)) / 7)) * (1 + year * Math.sin((2 * Math.PI * day) / 365.25));
      const sales = level * shape * (1 + (trend * day) / days) * (1 + 0.25 * promotion) * (0.9 + 0.2 * random());
      lines.push(`${date},store ${one},${sales.toFixed(2)},${promotion}`);
    }
  }
  return `${lines.join('\n')}\n`;
}

const server = await startInstallation({ ALMANAC_CHECK_REPLIES: 'false', ALMANAC_WORKERS: '2' });
try {
  const client = projectClient(server);
  const csv = daily();
  const before = load();
  const started = performance.now();
  const project = await client.project(csv);
  const read = performance.now();
  const columns = { datetimePartitionColumn: 'date', multiseriesIdColumns: ['store'] };
  const windows = { forecastWindowStart: 1, forecastWindowEnd: 7 };
  const aim = { target: 'sales', mode: 'quick', useTimeSeries: true, cvMethod: 'datetime', ...windows };
  await client.model(project, columns, aim);
  const seconds = (performance.now() - started) / 1000;
  const { data, totalCount } = await client.get(`${project}modelRecords/?sortByPartition=backtesting`);
  const { serve, work } = peakMemory(String(server.env.ALMANAC_DATA_DIR));
  const seen = {
    megabytes: round(csv.length / 1e6, 1),
    ...{ models: totalCount as number, bestModel: data[0].modelType as string },
    bestMase: data[0].metrics.MASE.backtesting as number,
    projectSeconds: round((read - started) / 1000, 1),
    leaderboardSeconds: round(seconds, 1),
    ...{ serveMb: serve, workerMb: work, before },
  };
  record({
    name: large ? 'leaderboard-thousand' : 'leaderboard',
    title: `From a file to a leaderboard, quick mode, ${series.toLocaleString('en')} daily series of ${days / 365} years`,
    work: {
      ...{ series, days, csvMegabytes: seen.megabytes, models: seen.models, bestModel: seen.bestModel },
      loadBefore: seen.before,
    },
    figures: [
      { id: 'project', what: 'File to project', value: seen.projectSeconds, unit: 's' },
      {
        id: 'leaderboard',
        what: 'File to leaderboard',
        value: seen.leaderboardSeconds,
        unit: 's',
        must: large ? '< 600' : '< 60',
      },
      { id: 'mase', what: 'MASE of the best model over all backtests', value: seen.bestMase, unit: '' },
      { id: 'server-memory', what: 'Peak memory of the server', value: seen.serveMb, unit: 'MB' },
      {
        id: 'worker-memory',
        what: 'Peak memory of the largest worker',
        value: seen.workerMb,
        unit: 'MB',
        ...(large && { must: '< 4000' }),
      },
    ],
  });
} finally {
  await server.stop();
}
