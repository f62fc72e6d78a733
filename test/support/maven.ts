import { execFileSync, spawnSync } from 'node:child_process';

/** A goal of Maven as it is set up on the machine, which knows where packages come from. */
export function runMaven(goal: string, ...settings: readonly string[]): void {
  if (spawnSync('mvn', ['--version']).status !== 0)
    throw new Error('Maven is not installed: install the package maven.');
  execFileSync('mvn', ['-B', '-q', goal, ...settings], { stdio: 'inherit' });
}
