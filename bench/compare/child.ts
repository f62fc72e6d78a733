/** Runs one contender in a process of its own and prints what it took: `child.ts NAME SOURCE TARGET LIMITS`. */
import { type ContenderName, contenders, type Limits } from './contenders.ts';

const [name = '', source = '', target = '', limits = '{}'] = process.argv.slice(2);
const contender = contenders[name as ContenderName];
const started = performance.now();
await contender({ source, target }, JSON.parse(limits) as Limits);
const wallSeconds = (performance.now() - started) / 1000;
const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
console.log(
  JSON.stringify({ wallSeconds, cpuSeconds: (userCPUTime + systemCPUTime) / 1e6, peakBytes: maxRSS * 1024 }),
);
process.exit(0);
