import { runTraps } from '../dialects/traps/run-traps.ts';

runTraps('databricks', { atOnce: 2 });
