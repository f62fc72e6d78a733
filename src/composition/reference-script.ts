import reference from '@scalar/fastify-api-reference';
import Fastify from 'fastify';

/**
 * The script of the documentation page. The package serves it only through its own routes, which would put a page
 * outside the operation table, so it is asked once in a server that nobody else can reach.
 */
export async function loadReferenceScript(): Promise<string> {
  const app = Fastify();
  await app.register(reference, { routePrefix: '/', configuration: { content: {} } });
  const answer = await app.inject('/js/scalar.js');
  await app.close();
  if (answer.statusCode !== 200)
    throw new Error('The documentation package does not serve its script any more.');
  return answer.body;
}
