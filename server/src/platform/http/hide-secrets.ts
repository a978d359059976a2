const SECRET = /token|key|password|secret|code/i;

/** A request line as the log may keep it: query values that could let somebody in are left out. */
export const hideSecrets = (url: string): string =>
  url.replace(/([?&][^=&]*=)[^&]*/g, (pair, name: string) => (SECRET.test(name) ? `${name}hidden` : pair));
