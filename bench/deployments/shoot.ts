/** The second process: sends one request over and over on 32 kept connections, and prints what it saw as JSON. */
import autocannon from 'autocannon';

const [, , url, body, headers, seconds] = process.argv;
const result = await autocannon({
  url: url ?? '',
  method: 'POST',
  body: body ?? '',
  headers: { 'content-type': 'application/json', ...(JSON.parse(headers ?? '{}') as Record<string, string>) },
  connections: 32,
  duration: Number(seconds),
});
if (result.non2xx > 0 || result.errors > 0)
  throw new Error(`${url}: ${result.non2xx} refused, ${result.errors} errors`);
console.log(JSON.stringify({ perSecond: result.requests.average, p50: result.latency.p50, p99: result.latency.p99 }));
