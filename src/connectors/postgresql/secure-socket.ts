import type { Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { databaseFailure, type FailureContext } from '../database/database-failure.ts';
import type { Endpoint } from '../outbound/endpoint.ts';

/** Length 8 and the code of an SSLRequest (PostgreSQL documentation, Message Formats). */
const sslRequest = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);
const acceptsTls = 'S'.charCodeAt(0);

/** A socket that is encrypted as the settings demand. Nothing but the request for it has been sent yet. */
export async function secureSocket(
  socket: Socket,
  endpoint: Endpoint,
  context: FailureContext,
  signal: AbortSignal,
): Promise<Socket> {
  if (context.address.tls.mode === 'disable') return socket;
  const answer = await askForTls(socket, signal);
  // More than one byte was not sent by the server but by someone in between, to be taken for encrypted later.
  if (answer.length !== 1 || answer[0] !== acceptsTls) {
    socket.destroy();
    throw databaseFailure('tlsNotOffered', context);
  }
  return await encrypt(socket, endpoint, context, signal);
}

function askForTls(socket: Socket, signal: AbortSignal): Promise<Buffer> {
  const answer = untilEvent<Buffer>(socket, 'data', signal);
  socket.write(sslRequest);
  return answer.then((bytes) => {
    socket.pause();
    return bytes;
  });
}

async function encrypt(
  socket: Socket,
  endpoint: Endpoint,
  context: FailureContext,
  signal: AbortSignal,
): Promise<Socket> {
  const { tls } = context.address;
  const verify = tls.mode === 'verify-full';
  const secure = connectTls({
    socket,
    rejectUnauthorized: verify,
    // The name is checked, not the address that it was resolved to; an address has no name to announce.
    host: endpoint.name,
    ...(endpoint.serverName === null ? {} : { servername: endpoint.serverName }),
    ...(tls.authorities === null ? {} : { ca: tls.authorities }),
  });
  try {
    await untilEvent(secure, 'secureConnect', signal);
    return secure;
  } catch (cause) {
    secure.destroy();
    if (signal.aborted) throw cause;
    throw databaseFailure('certificateNotTrusted', context, cause);
  }
}

function untilEvent<T>(socket: Socket, event: string, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const settle = () => {
      socket.off(event, succeed);
      socket.off('error', fail);
      socket.off('close', closed);
      signal.removeEventListener('abort', aborted);
    };
    const succeed = (value: T) => {
      settle();
      resolve(value);
    };
    const fail = (error: Error) => {
      settle();
      reject(error);
    };
    const closed = () =>
      fail(Object.assign(new Error('The server closed the connection.'), { code: 'ECONNRESET' }));
    const aborted = () => {
      socket.destroy();
      fail(signal.reason);
    };
    socket.once(event, succeed);
    socket.once('error', fail);
    socket.once('close', closed);
    signal.addEventListener('abort', aborted);
    if (signal.aborted) aborted();
  });
}
