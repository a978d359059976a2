/** `grantsChanged` is read as `grants changed`. */
export const inWords = (name: string): string => name.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
