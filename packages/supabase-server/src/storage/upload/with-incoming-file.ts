import type { Context } from 'hono';
import type { ServerEnv } from '../../http/request-info.ts';
import type { IncomingFile } from './incoming-file.ts';
import { readMultipartUpload } from './multipart-upload.ts';
import { readRawUpload } from './raw-upload.ts';

/**
 * Hands the request's file to `work`, from a form or from the bare body, and lets go of it when
 * that fails.
 * @throws {StorageError} when the request holds no file
 */
export async function withIncomingFile(
  c: Context<ServerEnv>,
  work: (file: IncomingFile) => Promise<Response>,
): Promise<Response> {
  const isForm = /^multipart\/form-data\b/i.test(c.req.header('content-type') ?? '');
  const file = isForm ? await readMultipartUpload(c.env.incoming) : readRawUpload(c.env.incoming);
  try {
    return await work(file);
  } catch (error) {
    file.abandon();
    throw error;
  }
}
