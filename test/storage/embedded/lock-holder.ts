/** Takes the lock of the directory in its first argument, says so, and holds it until it is killed. */
import { dataDirectory } from '../../../src/storage/embedded/data-directory.ts';
import { ExclusiveLock } from '../../../src/storage/embedded/exclusive-lock.ts';

const lock = ExclusiveLock.acquire(dataDirectory(process.argv[2] ?? ''));
console.log('held');
setInterval(() => lock, 60_000);
