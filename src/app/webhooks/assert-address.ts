import { AppError } from '../../domain/app-error.ts';
import type { AppContext } from '../context.ts';

/** Refuses an address that this deployment would not call, before it is kept. Not in a transaction: names are looked up. */
export async function assertAddress(ctx: Pick<AppContext, 'poster'>, url: string): Promise<void> {
  const parsed = URL.parse(url);
  if (parsed === null || !/^https?:$/.test(parsed.protocol)) {
    throw refused('Must be an address that begins with https://.');
  }
  if (parsed.username !== '' || parsed.password !== '' || parsed.hash !== '') {
    throw refused('Must have neither a user nor a password nor a part behind `#`.');
  }
  const failure = await ctx.poster.examine(url);
  if (failure === null) return;
  if (failure === 'host_unknown') throw refused('The host of the address is not known. Check its spelling.');
  // Which addresses a name has is nobody's business who may not call them, so it is not told.
  throw refused(
    'This deployment does not call the address. Use https and a host on the public internet, or ask its operator to list the host in PLUMBLINE_WEBHOOK_HOSTS.',
  );
}

function refused(detail: string): AppError {
  return new AppError('webhook_address_refused', {
    detail,
    errors: [{ pointer: '/url', code: 'webhook_address_refused', detail }],
  });
}
