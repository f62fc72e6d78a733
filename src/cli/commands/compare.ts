import { Command, Option } from 'commander';
import type { FunctionCode } from '../../domain/comparison/binding.ts';
import type { Selection } from '../../domain/comparison/resolution.ts';
import type { DuplicateKeyRule } from '../../domain/comparison/threshold.ts';
import type { TextOptions, Tolerance } from '../../domain/comparison/tolerance.ts';
import type { ColumnMapping } from '../../executor/one-shot/comparison-request.ts';
import {
  columnList,
  functions,
  mapping,
  memorySize,
  normalisation,
  oneOf,
  repeated,
  selection,
  wholeNumber,
} from '../compare/arguments/parse-flags.ts';
import { tolerance } from '../compare/arguments/parse-tolerance.ts';
import { type WhereTree, where } from '../compare/arguments/parse-where.ts';
import type { ReportFormat } from '../compare/render-report.ts';
import { settings } from '../configuration/settings.ts';

interface CompareFlags {
  /** False for `--no-key`. */
  readonly key?: readonly string[] | false;
  readonly map?: readonly ColumnMapping[];
  readonly ignore?: readonly string[];
  readonly as?: Readonly<Record<string, Selection>>;
  readonly tolerance?: Readonly<Record<string, Tolerance>>;
  readonly normalize?: Readonly<Record<string, TextOptions>>;
  readonly unordered?: readonly string[];
  readonly where?: WhereTree;
  readonly whereSource?: WhereTree;
  readonly whereTarget?: WhereTree;
  readonly functions?: readonly FunctionCode[];
  readonly scope?: string;
  readonly sourceScope?: string;
  readonly targetScope?: string;
  readonly duplicateKeys: DuplicateKeyRule;
  readonly exact?: true;
  readonly read?: readonly string[];
  readonly readSource?: readonly string[];
  readonly readTarget?: readonly string[];
  readonly evidence?: string;
  readonly evidenceRows: number;
  readonly examples: number;
  readonly format: ReportFormat;
  readonly output?: string;
  readonly memory?: number;
  readonly threads: number;
  readonly temp?: string;
  readonly progress: boolean;
}

/** `plumbline compare`: two datasets, once, without a service. */
export function compareCommand(): Command {
  return (
    new Command('compare')
      .summary('compare two datasets, without a service')
      .description(
        'Compares two datasets and says what differs. A dataset is a file, a folder or a quoted pattern of CSV, TSV, JSON, NDJSON or Parquet files, where text may be packed with gzip or zstd; or a table of a database, postgresql://user@host/database?table=orders, mysql:// likewise, trino://user@host/catalog?schema=sales&table=orders, or databricks://host/catalog?warehouse=id&schema=sales&table=orders, whose password or token is best given as PLUMBLINE_SOURCE_PASSWORD or PLUMBLINE_TARGET_PASSWORD. Two tables of one Trino or Databricks are compared there; of other tables rows are hashed where they are, and only those that differ are fetched, wherever that is exact.',
      )
      .argument('<source>', 'the dataset that is right')
      .argument('<target>', 'the dataset that must be true to it')
      .optionsGroup('What is compared:')
      .option('-k, --key <columns>', 'columns that identify a row; found if not given', columnList)
      .option('--no-key', 'compare whole rows as a multiset')
      .option('-m, --map <source=target>', 'pair columns of different names; repeatable', mapping)
      .option('-i, --ignore <columns>', 'leave columns out; repeatable', columnList)
      .option(
        '--as <column=how>',
        'read as text, numeric or datetime[:format]; repeatable, * for all',
        selection,
      )
      .option(
        '-t, --tolerance <column=amount>',
        'allow 0.01, 1% or 2s of difference; repeatable, * for all',
        tolerance,
      )
      .option(
        '--normalize <column=rules>',
        'overlook case, trim and nfc in texts; repeatable, * for all',
        normalisation,
      )
      .option('--unordered <columns>', 'ignore the order of lists; repeatable', columnList)
      .option('-w, --where <condition>', 'only rows such as "status = \'open\' and amount >= 10"', where)
      .option('--where-source <condition>', 'only these rows of the source', where)
      .option('--where-target <condition>', 'only these rows of the target', where)
      .option(
        '-f, --functions <codes>',
        'compare functions of columns (COUNT,SUM,… or all) in place of rows',
        functions,
      )
      .option('--scope <collection>', 'compare the items of a collection, such as orders[].lines[]')
      .option('--source-scope <collection>', 'the same for the source alone')
      .option('--target-scope <collection>', 'the same for the target alone')
      .addOption(
        new Option(
          '--duplicate-keys <rule>',
          'whether repeated keys by themselves are a difference; their rows are compared as multisets either way',
        )
          .choices(['allow', 'fail'])
          .default('allow'),
      )
      .option('--exact', 'join every row instead of skipping those whose 128-bit hashes agree')
      .optionsGroup('How data is read:')
      .option(
        '--read <name=value>',
        'format, encoding, delimiter, quote, escape, header, null or zone of both; repeatable',
        repeated,
      )
      .option('--read-source <name=value>', 'the same for the source; repeatable', repeated)
      .option('--read-target <name=value>', 'the same for the target; repeatable', repeated)
      .optionsGroup('What comes out:')
      .option(
        '--format <format>',
        'text, json, junit, markdown or html',
        oneOf('text', 'json', 'junit', 'markdown', 'html'),
        'text',
      )
      .option('-o, --output <file>', 'write the report to a file')
      .option('-e, --evidence <file>', 'write the differing rows to a .parquet, .csv, .json or .ndjson file')
      .option('--evidence-rows <number>', 'rows of evidence for each column at most', wholeNumber, 1000)
      .option('--examples <number>', 'differing rows shown for each column', wholeNumber, 3)
      .option('--no-progress', 'no progress line on a terminal')
      .optionsGroup('What it may use:')
      .option('--memory <size>', 'memory before data is spilled to disk, such as 1GiB', memorySize)
      .option('--threads <number>', 'threads; 0 for one per processor', wholeNumber, 0)
      .option('--temp <folder>', 'where to spill to')
      .addHelpText('after', '\nExit code: 0 equal, 1 different, 2 not, or not fully, compared.\n')
      // Commander would end with 1, which says that the data differs.
      .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2))
      .action(async (source: string, target: string, flags: CompareFlags) => {
        // The engine is loaded only by those who compare.
        const { runCompare } = await import('../compare/run-compare.ts');
        process.exitCode = await runCompare(callOf(source, target, flags));
      })
  );
}

function callOf(source: string, target: string, flags: CompareFlags) {
  const reading = flags.read ?? [];
  return {
    request: {
      datasets: {
        source: {
          location: source,
          reading: [...reading, ...(flags.readSource ?? [])],
          password: settings.PLUMBLINE_SOURCE_PASSWORD.parse(process.env.PLUMBLINE_SOURCE_PASSWORD),
          scope: flags.sourceScope ?? flags.scope,
        },
        target: {
          location: target,
          reading: [...reading, ...(flags.readTarget ?? [])],
          password: settings.PLUMBLINE_TARGET_PASSWORD.parse(process.env.PLUMBLINE_TARGET_PASSWORD),
          scope: flags.targetScope ?? flags.scope,
        },
      },
      keys: flags.key === false ? [] : (flags.key ?? null),
      mappings: flags.map ?? [],
      ignored: flags.ignore ?? [],
      selections: flags.as ?? {},
      tolerances: flags.tolerance ?? {},
      textOptions: flags.normalize ?? {},
      unordered: flags.unordered ?? [],
      filters: {
        both: flags.where ?? null,
        source: flags.whereSource ?? null,
        target: flags.whereTarget ?? null,
      },
      functions: flags.functions ?? [],
      duplicateKeys: flags.duplicateKeys,
      verification: flags.exact ? ('exact' as const) : ('hashed' as const),
      evidenceRows: flags.evidenceRows,
      evidenceFile: flags.evidence ?? null,
      examples: flags.examples,
    },
    memoryLimitBytes: flags.memory ?? null,
    threads: flags.threads,
    temporaryDirectory: flags.temp ?? null,
    format: flags.format,
    outputFile: flags.output ?? null,
    progress: flags.progress,
  };
}
