declare module 'autocannon' {
  interface Options {
    readonly url: string;
    readonly method?: string;
    readonly body?: string;
    readonly headers?: Readonly<Record<string, string>>;
    readonly connections: number;
    readonly duration: number;
  }
  interface Result {
    readonly non2xx: number;
    readonly errors: number;
    readonly requests: { readonly average: number };
    readonly latency: { readonly p50: number; readonly p99: number };
  }
  function autocannon(options: Options): Promise<Result>;
  export = autocannon;
}
