/** The peer: a bare Fastify route that does the same query with the same driver, and nothing else. */
import Fastify from 'fastify';
import pg from 'pg';

const [, , url, text, recordId, connections] = process.argv;
const pool = new pg.Pool({ connectionString: url, max: Number(connections) });
const app = Fastify({ logger: false });
app.get('/record', async () => {
  const { rows } = await pool.query({ name: 'record', text: text ?? '', values: [recordId] });
  return rows[0];
});
console.log(await app.listen({ host: '127.0.0.1', port: 0 }));
