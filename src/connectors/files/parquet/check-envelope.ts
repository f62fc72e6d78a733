import { open } from 'node:fs/promises';
import { AppError } from '../../../domain/app-error.ts';
import { unreadable } from '../locate-files.ts';

/** Magic, footer length, magic: the least that a Parquet file is made of. */
const leastBytes = 12;

/** Checks that the file begins and ends as Parquet does; a copy that broke off does not. */
export async function checkParquetEnvelope(file: string): Promise<void> {
  const { size, head, tail } = await readEnds(file);
  if (size === 0) throw broken(file, 'is empty. Export it again');
  if (head !== 'PAR1' && head !== 'PARE') {
    throw broken(
      file,
      'is not Parquet: its first four bytes are not PAR1. Declare its format (format=csv or json), or check that it is the right file',
    );
  }
  if (head === 'PARE' || tail?.magic === 'PARE')
    throw broken(file, 'is encrypted Parquet, which is not read. Decrypt it first');
  if (tail === null || tail.magic !== 'PAR1') {
    throw broken(
      file,
      `is incomplete Parquet: it ends at byte ${size} without the closing PAR1. Get a whole copy of it`,
    );
  }
  if (tail.footerBytes > size - leastBytes) {
    throw broken(
      file,
      `is damaged Parquet: its last bytes, from ${size - 8} on, promise a footer of ${tail.footerBytes} bytes, which is more than there is. Get a good copy of it`,
    );
  }
}

async function readEnds(file: string) {
  try {
    await using handle = await open(file, 'r');
    const { size } = await handle.stat();
    const head = await read(handle, 0, 4);
    if (size < leastBytes) return { size, head: head.toString('latin1'), tail: null };
    const end = await read(handle, size - 8, 8);
    const tail = { footerBytes: end.readUInt32LE(0), magic: end.toString('latin1', 4) };
    return { size, head: head.toString('latin1'), tail };
  } catch (cause) {
    throw unreadable(file, cause);
  }
}

async function read(
  handle: Awaited<ReturnType<typeof open>>,
  position: number,
  length: number,
): Promise<Buffer> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, position);
  return buffer.subarray(0, bytesRead);
}

function broken(file: string, what: string): AppError {
  return new AppError('dataset_unreadable', { detail: `${file} ${what}.` });
}
