// Runs a TypeScript program of ours: the Node that Almanac runs under takes it as it is, an older one needs a loader.
import { chosenNode, endLike, run } from '../bin/runtime.js';

const node = chosenNode();
const loader = node === process.execPath && Number(process.versions.node.split('.')[0]) < 24 ? ['--import', 'tsx'] : [];
endLike(await run(node, [...loader, ...process.argv.slice(2)]));
