import { Buffer } from 'node:buffer';
import { PASS_MAX_BYTES, PASS_MESSAGES } from '@dragoman/domain/cards/document-scan';
import { imageKind, type ReadableKind } from '@dragoman/domain/image-kind';
import { z } from 'zod';
import { BodyTooLargeError, readLimitedText } from '../http/limited-text.ts';

/** A picture as it was sent. */
export interface ScanImage {
  bytes: Uint8Array;
  kind: ReadableKind;
}

/** A request that gets an error response; the message is safe to show to the user. */
export class ScanRequestError extends Error {
  override readonly name = 'ScanRequestError';
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** Texts of specification 5.4. */
export const { tooLarge: TOO_LARGE, noImage: NO_IMAGE } = PASS_MESSAGES;
export const MOVES = 'Animated pictures cannot be read. Please upload a photo as JPEG, PNG, WebP or HEIC';

/** Base64 of the largest picture, and the rest of the body. */
const MAX_BODY_BYTES = Math.ceil(PASS_MAX_BYTES / 3) * 4 + 1024;

const bodySchema = z.object({ image: z.string() });

/** `data:image/jpeg;base64,`; the type is not believed, so any will do. */
const DATA_URL = /^data:[^,]{0,100};base64,/i;

/**
 * Reads {image: data URL} (specification 7.6) and looks at the picture's first bytes.
 * @throws {ScanRequestError} for what is no picture, and one of 5 MB or more
 */
export async function readScanRequest(request: Request): Promise<ScanImage> {
  const { image } = await readBody(request);
  const header = DATA_URL.exec(image)?.[0];
  if (header === undefined) throw new ScanRequestError(400, NO_IMAGE);
  const bytes = Buffer.from(image.slice(header.length), 'base64');
  if (bytes.byteLength >= PASS_MAX_BYTES) throw new ScanRequestError(413, TOO_LARGE);
  const kind = imageKind(bytes);
  if (kind === null) throw new ScanRequestError(400, NO_IMAGE);
  if (kind === 'gif') throw new ScanRequestError(415, MOVES);
  return { bytes, kind };
}

async function readBody(request: Request): Promise<{ image: string }> {
  try {
    const body = bodySchema.safeParse(JSON.parse(await readLimitedText(request, MAX_BODY_BYTES)));
    if (body.success) return body.data;
  } catch (error) {
    if (error instanceof BodyTooLargeError) throw new ScanRequestError(413, TOO_LARGE);
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new ScanRequestError(400, 'The request body must be JSON: {"image": "data:image/jpeg;base64,…"}');
}
