/** The upstream of the gateway's benchmarks in a process of its own: says where it listens. */
import { startLlm } from '../../conformance/providers/llm/llm.ts';

console.log((await startLlm()).url);
