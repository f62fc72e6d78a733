import { runTraps } from '../dialects/traps/run-traps.ts';

runTraps('trino');
