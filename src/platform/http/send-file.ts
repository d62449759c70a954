import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Request, Response } from 'express';

/** Sends the content of a file after the headers that the handler has set. @param content - undefined for HEAD */
export async function sendFile(
  content: Readable | undefined,
  request: Request,
  response: Response,
): Promise<void> {
  if (!content) {
    response.end();
    return;
  }
  try {
    await pipeline(content, response);
  } catch (error) {
    if (!request.destroyed) throw error; // a client that disconnects is not a failure
  }
}
