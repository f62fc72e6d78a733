/** Opens the database in its first argument from the template in its second, and holds it open. Meant to be killed. */
import { openEmbeddedDatabase } from '../../../src/storage/embedded/embedded-database.ts';

const [dataDir = '', template = ''] = process.argv.slice(2);
await openEmbeddedDatabase({ dataDir, serviceRole: 'nobody', template });
