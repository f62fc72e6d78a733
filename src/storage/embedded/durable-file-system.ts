import { fsyncSync } from 'node:fs';
import type { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';

type EmscriptenOptions = Parameters<NodeFS['init']>[1];

/** What we lean on inside PGlite's Emscripten module (0.5.16); `Module.NODEFS` is its mount of a real directory. */
interface NodeMount {
  readonly stream_ops: { fsync?: (stream: OpenFile) => number };
  /** Turns a Node error into the errno that the engine understands. */
  tryFSOperation(operation: () => void): void;
}

interface OpenFile {
  /** The file descriptor in this process. */
  readonly nfd: number;
}

/**
 * PGlite's directory mount with fsync handed through to the real files and directories. As it comes, the mount has no
 * fsync operation and the engine's calls succeed without effect: a power cut then loses every acknowledged commit.
 */
export class DurableFileSystem extends NodeFS {
  readonly #sync: (descriptor: number) => void;

  /** `sync` is given by a test that counts. */
  constructor(dataDir: string, sync: (descriptor: number) => void = fsyncSync) {
    super(dataDir);
    this.#sync = sync;
  }

  override async init(engine: PGlite, options: EmscriptenOptions) {
    const { emscriptenOpts } = await super.init(engine, options);
    const handFsyncThrough = (module: { NODEFS: unknown }) => {
      const mount = nodeMount(module.NODEFS);
      mount.stream_ops.fsync = (stream) => {
        mount.tryFSOperation(() => this.#sync(stream.nfd));
        return 0;
      };
    };
    return {
      emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), handFsyncThrough] },
    };
  }
}

/** A release that moved these internals must fail here, loudly, and not run without fsync. */
function nodeMount(candidate: unknown): NodeMount {
  const mount = candidate as Partial<NodeMount> | undefined;
  if (typeof mount?.stream_ops !== 'object' || typeof mount.tryFSOperation !== 'function') {
    throw new TypeError(
      'PGlite no longer has NODEFS.stream_ops and tryFSOperation: fsync cannot be handed through.',
    );
  }
  return mount as NodeMount;
}

/**
 * The engine's start parameters: PGlite's own without `-F` (fsync off), and each setting that durability rests on said
 * out loud, so that nothing in the directory's postgresql.conf can turn it off.
 */
export function durableStartParameters(defaults: readonly string[]): string[] {
  const settings = ['fsync=on', 'synchronous_commit=on', 'full_page_writes=on', 'wal_sync_method=fsync'];
  return [
    ...defaults.filter((parameter) => parameter !== '-F'),
    ...settings.flatMap((setting) => ['-c', setting]),
  ];
}
