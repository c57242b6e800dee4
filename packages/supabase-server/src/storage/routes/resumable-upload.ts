import { type Context, Hono } from 'hono';
import type { ServerEnv } from '../../http/request-info.ts';
import { findUpload, type ResumableUpload } from '../data/resumable-uploads.ts';
import type { StorageDeps } from '../deps.ts';
import { storageErrors } from '../errors.ts';
import { readCaller, readSigner, type StorageCaller, type StorageOperation } from '../http/caller.ts';
import { createErrorHandler } from '../http/error-response.ts';
import { type ObjectPath, requireObjectKey } from '../http/object-path.ts';
import { isBucketName } from '../rules/bucket-name.ts';
import { parseUploadMetadata } from '../rules/upload-metadata.ts';
import { verifyUpload } from '../services/file-tokens.ts';
import { appendPart, beginUpload, completeUpload, endUpload } from '../services/resumable-upload.ts';
import type { ExclusiveUploads } from '../upload/exclusive-uploads.ts';
import { requestSize } from '../upload/incoming-file.ts';

const VERSION = '1.0.0';
const EXTENSIONS = 'creation,creation-with-upload,termination,expiration';
const CONTENT_TYPE = 'application/offset+octet-stream';
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** A caller's proof of identity: key and token, or the token of an upload link in `x-signature`. */
export type UploadAuth = 'bearer' | 'signed';

/**
 * Uploads that continue after their connection was cut: the protocol TUS 1.0.0
 * (supabase-protocol 5.8).
 */
export function resumableUploadRoutes(
  deps: StorageDeps,
  uploads: ExclusiveUploads,
  auth: UploadAuth,
): Hono<ServerEnv> {
  const routes = new Hono<ServerEnv>();
  // TUS clients understand the status itself, such as 404 for an upload that has expired.
  routes.onError(createErrorHandler(deps.log, ({ statusCode }) => statusCode));
  routes.use(async (c, next) => {
    c.header('Tus-Resumable', VERSION);
    c.header('Cache-Control', 'no-store');
    if (c.req.method !== 'OPTIONS' && c.req.header('tus-resumable') !== VERSION) {
      c.header('Tus-Version', VERSION);
      throw storageErrors.uploadProtocol();
    }
    await next();
  });

  routes.options('*', (c) => {
    c.header('Tus-Version', VERSION);
    c.header('Tus-Extension', EXTENSIONS);
    c.header('Tus-Max-Size', String(deps.config.storage.maxFileBytes));
    return c.body(null, 204);
  });

  routes.post('/', async (c) => {
    const metadata = c.req.header('upload-metadata') ?? '';
    const length = readWhole(c, 'upload-length');
    const path = pathOf(metadata);
    const { caller, upsert } = await readAccess(c, path, 'storage.tus.upload.create');
    const id = await beginUpload(deps, { path, length, metadata, upsert }, caller);
    c.header('Location', `${new URL(c.req.url).pathname}/${id}`);
    const brings = c.req.header('content-type') === CONTENT_TYPE && requestSize(c.env.incoming) !== 0;
    if (brings || length === 0) await receive(c, id, 0, caller);
    return c.body(null, 201);
  });

  // Some networks let no PATCH pass.
  routes.on(['PATCH', 'POST'], '/:id', async (c) => {
    if (c.req.method === 'POST' && c.req.header('x-http-method-override') !== 'PATCH') {
      throw storageErrors.noRoute(c.req.method, c.req.path);
    }
    if (c.req.header('content-type') !== CONTENT_TYPE) throw storageErrors.uploadType(CONTENT_TYPE);
    const offset = readWhole(c, 'upload-offset');
    const { id, caller } = await readOwnUpload(c, 'storage.tus.upload.part');
    await receive(c, id, offset, caller);
    return c.body(null, 204);
  });

  // Serves HEAD.
  routes.get('/:id', async (c) => {
    if (c.req.method !== 'HEAD') throw storageErrors.noRoute(c.req.method, c.req.path);
    const { id, caller } = await readOwnUpload(c, 'storage.tus.upload.get');
    const upload = await uploads.run(id, nothing, async () => {
      const current = await requireUpload(id);
      // The request that brought the last bytes has failed after that.
      if (!current.finished && current.offset === current.length) await completeUpload(deps, current, caller);
      return current;
    });
    announce(c, upload, upload.offset);
    c.header('Upload-Length', String(upload.length));
    c.header('Upload-Metadata', upload.metadata);
    return c.body(null, 200);
  });

  routes.delete('/:id', async (c) => {
    const { id } = await readOwnUpload(c, 'storage.tus.upload.delete');
    await uploads.run(id, nothing, async () => {
      if ((await requireUpload(id)).finished) throw storageErrors.request('The upload is finished');
      await endUpload(deps, id);
    });
    return c.body(null, 204);
  });

  /** Receives the request's bytes, and creates the object after the last ones. */
  async function receive(c: Context<ServerEnv>, id: string, offset: number, caller: StorageCaller) {
    const request = c.env.incoming;
    await uploads.run(
      id,
      () => request.destroy(),
      async () => {
        const upload = await requireUpload(id);
        if (upload.finished || offset !== upload.offset) throw storageErrors.uploadOffset();
        const reached = await appendPart(deps, upload, request);
        if (reached === upload.length) await completeUpload(deps, upload, caller);
        announce(c, upload, reached);
      },
    );
  }

  async function readOwnUpload(
    c: Context<ServerEnv>,
    operation: StorageOperation,
  ): Promise<{ id: string; caller: StorageCaller }> {
    const id = c.req.param('id') ?? '';
    if (!UUID.test(id)) throw storageErrors.noUpload();
    const upload = await requireUpload(id);
    const { caller } = await readAccess(c, { bucket: upload.bucket_id, key: upload.name }, operation);
    if (upload.role !== caller.scope.role || upload.owner_id !== caller.owner.id)
      throw storageErrors.noUpload();
    return { id, caller };
  }

  async function requireUpload(id: string): Promise<ResumableUpload> {
    const upload = await findUpload(deps.db, id);
    if (!upload) throw storageErrors.noUpload();
    return upload;
  }

  async function readAccess(
    c: Context<ServerEnv>,
    path: ObjectPath,
    operation: StorageOperation,
  ): Promise<{ caller: StorageCaller; upsert: boolean }> {
    if (auth === 'bearer') {
      const caller = await readCaller(c, deps.authenticator, operation);
      return { caller, upsert: c.req.header('x-upsert') === 'true' };
    }
    const token = c.req.header('x-signature');
    if (!token) throw storageErrors.token('InvalidSignature', 'Missing x-signature header');
    const { upsert, signer } = await verifyUpload(deps.signingKeys, path, token);
    const caller = await readSigner(c, deps.db, signer, operation);
    if (!caller) throw storageErrors.accessDenied('The account that signed this link has ended its session');
    return { caller, upsert };
  }

  return routes;
}

function nothing(): void {}

function announce(c: Context, { expires_at }: ResumableUpload, offset: number): void {
  c.header('Upload-Offset', String(offset));
  c.header('Upload-Expires', expires_at.toUTCString());
}

/** @throws {StorageError} InvalidRequest without the header, or for anything but a whole number */
function readWhole(c: Context, header: string): number {
  const text = c.req.header(header) ?? '';
  if (!/^\d{1,15}$/.test(text)) throw storageErrors.request(`headers/${header} must be a number of bytes`);
  return Number(text);
}

/** @throws {StorageError} NoSuchBucket, InvalidKey, InvalidRequest */
function pathOf(metadata: string): ObjectPath {
  const { bucketName, objectName } = parseUploadMetadata(metadata);
  if (!isBucketName(bucketName)) throw storageErrors.noBucket();
  return { bucket: bucketName, key: requireObjectKey(objectName) };
}
