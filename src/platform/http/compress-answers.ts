import { constants } from 'node:zlib';
import compression from 'compression';
import type { RequestHandler } from 'express';

/** Smallest answer that is compressed. */
const MIN_BYTES = 2_048;

/** The fastest level: the next ones take up to ten times as long for a tenth of the bytes. */
const FASTEST = 1;

/** Bytes that the event loop takes from the coder at a time; with 16 KiB a large answer takes it twice as often. */
const CHUNK_BYTES = 65_536;

/** Keeps the memory of a coder below half a MiB; larger windows save nothing at this level. */
const WINDOW_BITS = 18;

/**
 * Compresses texts for clients that accept it, in the threads of zlib and as fast as they are read. The entity tag
 * stays that of the content (ADR 38). Workbooks are compressed already, and a part of a file is sent as it is.
 */
export function compressAnswers(): RequestHandler {
  return compression({
    threshold: MIN_BYTES,
    level: FASTEST,
    chunkSize: CHUNK_BYTES,
    brotli: {
      chunkSize: CHUNK_BYTES,
      params: {
        [constants.BROTLI_PARAM_QUALITY]: FASTEST,
        [constants.BROTLI_PARAM_LGWIN]: WINDOW_BITS,
      },
    },
    filter: (request, response) =>
      !response.hasHeader('Content-Range') && compression.filter(request, response),
  });
}
