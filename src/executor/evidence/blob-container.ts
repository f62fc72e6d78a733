import { createWriteStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { rootCertificates } from 'node:tls';
import type { TlsSettings } from '@azure/core-rest-pipeline';
import type { TokenCredential } from '@azure/identity';
import { ContainerClient, type StoragePipelineOptions } from '@azure/storage-blob';
import { blobFailure, endlessList, isBrokenOff, refusalCode, tooSlow } from './blob-failure.ts';

export interface BlobContainerOptions {
  /** `https://ACCOUNT.blob.core.windows.net/CONTAINER`: the only address that is ever called. */
  readonly url: string;
  readonly credential: TokenCredential;
  /** Certificates of authorities that are trusted besides the usual ones. */
  readonly authorities?: string | undefined;
  readonly limits?: BlobLimits;
}

export interface BlobLimits {
  /** How long a call may take that moves next to nothing, with all tries. */
  readonly callMs: number;
  /** The same for a file: 1 GiB, the most that is ever read, at some 2 MB/s. */
  readonly transferMs: number;
  /** What fails is tried again at once, after this long, and after three times as long once more. */
  readonly pauseMs: number;
}

/** The client's own pauses begin at 4 s, and a person may be waiting. */
const usualLimits: BlobLimits = { callMs: 60_000, transferMs: 600_000, pauseMs: 1_000 };

/** As many as the client makes by itself; with the pauses above it takes 4 s to give up. */
const maxTries = 4;

/** A larger file is sent in blocks: little enough that sending one again costs nothing much. */
const blockBytes = 8 * 1024 * 1024;

/** The most blobs that the service puts on a page. */
const pageBlobs = 5_000;
/** 100 million blobs: far more than a store holds before a sweep of it means anything. */
const maxPages = 20_000;

/** One container of Azure's Blob service, with limits to everything and failures in our words. */
export class BlobContainer {
  readonly #client: ContainerClient;
  readonly #place: string;
  readonly #limits: BlobLimits;

  constructor({ url, credential, authorities, limits = usualLimits }: BlobContainerOptions) {
    // Not in its type, but handed on with the rest of the options to the pipeline, whose option it is.
    const options: StoragePipelineOptions & { readonly tlsOptions?: TlsSettings } = {
      retryOptions: { maxTries, retryDelayInMs: limits.pauseMs, maxRetryDelayInMs: 3 * limits.pauseMs },
      ...(authorities !== undefined && { tlsOptions: { ca: [...rootCertificates, authorities] } }),
    };
    this.#client = new ContainerClient(url, credential, options);
    this.#place = url;
    this.#limits = limits;
  }

  /** Writes a text unless something of that name is there. */
  async putNew(name: string, content: string): Promise<void> {
    const blob = this.#client.getBlockBlobClient(name);
    await this.#call(async (abortSignal) => {
      const conditions = { ifNoneMatch: '*' };
      await blob
        .upload(content, Buffer.byteLength(content), { conditions, abortSignal })
        .catch((error: unknown) => {
          if (!/^(BlobAlreadyExists|ConditionNotMet)$/.test(refusalCode(error) ?? '')) throw error;
        });
    });
  }

  /** The first bytes of a blob as text; null where there is none. */
  getText(name: string, maxBytes: number): Promise<string | null> {
    const blob = this.#client.getBlobClient(name);
    return this.#call((abortSignal) =>
      unlessAbsent(async () => {
        const { readableStreamBody } = await blob.download(0, maxBytes, { abortSignal });
        return readableStreamBody === undefined ? '' : await text(readableStreamBody);
      }),
    );
  }

  /** A blob is there whole or not at all, and replaces what was there. */
  async uploadFile(name: string, file: string, signal: AbortSignal): Promise<void> {
    const blob = this.#client.getBlockBlobClient(name);
    await this.#transfer(signal, async (abortSignal) => {
      const sizes = { blockSize: blockBytes, maxSingleShotSize: blockBytes, concurrency: 1 };
      await blob.uploadFile(file, { ...sizes, abortSignal });
    });
  }

  /** Resolves to the size of the blob, and null where there is none; one that is larger than `maxBytes` is not fetched. */
  downloadFile(
    name: string,
    { file, maxBytes }: { readonly file: string; readonly maxBytes: number },
    signal: AbortSignal,
  ): Promise<number | null> {
    const blob = this.#client.getBlobClient(name);
    const fetch = async (abortSignal: AbortSignal): Promise<number> => {
      const answer = await blob.download(0, undefined, { abortSignal });
      const { contentLength: size = 0, readableStreamBody: body } = answer;
      if (body === undefined) throw new TypeError('The client gave no body.');
      if (size > maxBytes) (body as Readable).destroy();
      else await pipeline(body, createWriteStream(file, { mode: 0o600 }));
      return size;
    };
    return this.#transfer(signal, (abortSignal) =>
      unlessAbsent(async () => {
        for (let tries = 1; ; tries += 1) {
          try {
            return await fetch(abortSignal);
          } catch (error) {
            // The client goes on where it was only after some failures; a connection that is cut is not among them.
            if (!isBrokenOff(error) || abortSignal.aborted || tries === maxTries) throw error;
          }
        }
      }),
    );
  }

  /** One that is gone already is deleted. */
  async delete(name: string): Promise<void> {
    const blob = this.#client.getBlobClient(name);
    await this.#call((abortSignal) =>
      unlessAbsent(() => blob.delete({ deleteSnapshots: 'include', abortSignal })),
    );
  }

  /** Names that begin so, in order. */
  async *list(prefix: string): AsyncGenerator<string> {
    let continuationToken: string | undefined;
    for (let pages = 0; pages < maxPages; pages += 1) {
      const page = await this.#call(async (abortSignal) => {
        const settings = { maxPageSize: pageBlobs, ...(continuationToken && { continuationToken }) };
        return (await this.#client.listBlobsFlat({ prefix, abortSignal }).byPage(settings).next()).value;
      });
      for (const { name } of page?.segment.blobItems ?? []) yield name;
      continuationToken = page?.continuationToken;
      if (!continuationToken) return;
    }
    throw endlessList(this.#place);
  }

  async #call<Answer>(work: Work<Answer>): Promise<Answer> {
    return this.#limited(this.#limits.callMs, work);
  }

  async #transfer<Answer>(signal: AbortSignal, work: Work<Answer>): Promise<Answer> {
    try {
      return await this.#limited(this.#limits.transferMs, (limit) => work(AbortSignal.any([signal, limit])));
    } catch (error) {
      signal.throwIfAborted();
      throw error;
    }
  }

  async #limited<Answer>(limitMs: number, work: Work<Answer>): Promise<Answer> {
    const limit = AbortSignal.timeout(limitMs);
    try {
      return await work(limit);
    } catch (error) {
      throw limit.aborted ? tooSlow(this.#place, limitMs) : blobFailure(error, this.#place);
    }
  }
}

type Work<Answer> = (abortSignal: AbortSignal) => Promise<Answer>;

async function unlessAbsent<Answer>(work: () => Promise<Answer>): Promise<Answer | null> {
  try {
    return await work();
  } catch (error) {
    if (refusalCode(error) === 'BlobNotFound') return null;
    throw error;
  }
}
