/** The service with a slice of its demo. Its leases are short, so that what was killed in the middle goes on soon. */
import { readSettings } from '../../src/cli/configuration/read-settings.ts';
import { serve } from '../../src/composition/serve.ts';

/** Enough for every planted defect: the flights of New Year's Day. */
const demoFlights = 15_000;

const [leaseSeconds] = process.argv.slice(2).map(Number);
const service = await serve(readSettings(process.env), {
  demo: true,
  demoFlights,
  executor: true,
  ...(leaseSeconds !== undefined && {
    interference: {
      storage: (storage) => ({
        ...storage,
        claimWork: (input) => storage.claimWork({ ...input, leaseSeconds }),
      }),
    },
  }),
});
process.stdout.write(`serving ${service.publicUrl} with demo ${service.demo.state}\n`);
if (service.demo.state === 'preparing') {
  const end = await service.demo.ended;
  process.stdout.write(
    `ended ${end.outcome === 'finished' ? end.run.runUuid : JSON.stringify(end.failure)}\n`,
  );
}
process.on('SIGTERM', () => void service.stop().then(() => process.exit(0)));
