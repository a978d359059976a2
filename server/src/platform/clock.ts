/** Time arrives as a function, so that tests of windows, tokens and expiry move it by hand. */
export type Clock = () => Date;

export const systemClock: Clock = () => new Date();
