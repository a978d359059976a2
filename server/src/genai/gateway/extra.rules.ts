/** What is told with an answer and is not the upstream's: `citations`. */
export type Extra = Readonly<Record<string, unknown>>;

const fieldsOf = (extra: Extra): string => JSON.stringify(extra).slice(1, -1);

/** At the end of the object, where readers look last: of two fields of one name that one counts. */
export function withExtra(body: Buffer, extra: Extra): Buffer {
  const end = body.lastIndexOf(0x7d);
  return Buffer.concat([body.subarray(0, end), Buffer.from(`,${fieldsOf(extra)}`), body.subarray(end)]);
}

/** A first event of a stream, which adds no words: some readers take it for granted that every event has a choice. */
export function firstEvent(model: string, extra: Extra): Buffer {
  const choice = '{"index":0,"delta":{"role":"assistant","content":""},"finish_reason":null}';
  const head = `"id":"citations","object":"chat.completion.chunk","created":0,"model":${JSON.stringify(model)}`;
  return Buffer.from(`data: {${head},"choices":[${choice}],${fieldsOf(extra)}}\n\n`);
}
