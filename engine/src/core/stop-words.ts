/** Words that English texts of any subject share; they say little about a target. */
const ENGLISH = new Set(
  (
    'a about above after again against all am an and any are as at be because been before being below between both but by ' +
    'can cannot could did do does doing down during each few for from further had has have having he her here hers herself ' +
    'him himself his how i if in into is it its itself just me more most my myself no nor not now of off on once only or ' +
    'other our ours ourselves out over own same she should so some such than that the their theirs them themselves then ' +
    'there these they this those through to too under until up very was we were what when where which while who whom why ' +
    'will with would you your yours yourself yourselves s t d ll m re ve don didn doesn isn wasn won'
  ).split(' '),
);

/** Whether every word of an n-gram is a stop word. Only English ones are known. */
export const isStopWord = (ngram: string): boolean => ngram.split(' ').every((word) => ENGLISH.has(word));
