import { Hono, type MiddlewareHandler } from 'hono';
import type { ServerEnv } from '../http/request-info.ts';
import type { ServerContext } from '../server-context.ts';
import { buildStorageDeps } from './deps.ts';
import { storageErrors } from './errors.ts';
import type { FileStore } from './files/file-store.ts';
import { createErrorHandler } from './http/error-response.ts';
import { copyObjectRoute } from './routes/copy-object.ts';
import { createBucketRoute } from './routes/create-bucket.ts';
import { deleteBucketRoute, emptyBucketRoute } from './routes/delete-bucket.ts';
import { getObjectRoute } from './routes/get-object.ts';
import { getSignedObjectRoute } from './routes/get-signed-object.ts';
import { listObjectPagesRoute, listObjectsRoute } from './routes/list-objects.ts';
import { moveObjectRoute } from './routes/move-object.ts';
import { objectInfoRoute } from './routes/object-info.ts';
import { getBucketRoute, listBucketsRoute } from './routes/read-buckets.ts';
import { removeObjectRoute, removeObjectsRoute } from './routes/remove-objects.ts';
import { resumableUploadRoutes } from './routes/resumable-upload.ts';
import { signDownloadRoute, signDownloadsRoute } from './routes/sign-download.ts';
import { signUploadRoute } from './routes/sign-upload.ts';
import { updateBucketRoute } from './routes/update-bucket.ts';
import { uploadObjectRoute } from './routes/upload-object.ts';
import { uploadSignedRoute } from './routes/upload-signed.ts';
import { createExclusiveUploads } from './upload/exclusive-uploads.ts';

export interface StorageService {
  routes: Hono<ServerEnv>;
  /** The bytes of stored objects, by their version; null where another server keeps them. */
  files: Pick<FileStore, 'read'> | null;
  /** Schedules the deletion of removed objects' bytes. */
  sweep(): void;
  /** Stops the cleanup of removed files; the next start finishes it. */
  close(): Promise<void>;
}

/**
 * The storage service, Supabase Storage's protocol (supabase-protocol 5), to be mounted at
 * /storage/v1. GET routes answer HEAD too.
 */
export async function createStorageService(ctx: ServerContext): Promise<StorageService> {
  const routes = new Hono<ServerEnv>();
  routes.onError(createErrorHandler(ctx.log));
  if (!(await isStorageOurs(ctx))) {
    routes.all('*', () => {
      throw storageErrors.unsupported('The files of this database are served by its own Supabase');
    });
    return { routes, files: null, sweep: () => undefined, close: async () => undefined };
  }
  const deps = await buildStorageDeps(ctx);

  for (const path of ['/bucket', '/bucket/*', '/object/list/*', '/object/list-v2/*'])
    routes.use(path, noStore);
  // A GET of the same path is the file itself, which says how long it may be kept.
  routes.on('POST', ['/object/sign/*', '/object/upload/sign/*'], noStore);
  routes.get('/bucket', listBucketsRoute(deps));
  routes.post('/bucket', createBucketRoute(deps));
  routes.get('/bucket/:id', getBucketRoute(deps));
  routes.put('/bucket/:id', updateBucketRoute(deps));
  routes.delete('/bucket/:id', deleteBucketRoute(deps));
  routes.post('/bucket/:id/empty', emptyBucketRoute(deps));

  // Fixed words at the place of a bucket's name: registered before the routes that take any bucket.
  routes.post('/object/list/:bucket', listObjectsRoute(deps));
  routes.post('/object/list-v2/:bucket', listObjectPagesRoute(deps));
  routes.post('/object/move', moveObjectRoute(deps));
  routes.post('/object/copy', copyObjectRoute(deps));
  routes.post('/object/sign/:bucket', signDownloadsRoute(deps));
  routes.post('/object/sign/:bucket/*', signDownloadRoute(deps));
  routes.get('/object/sign/:bucket/*', getSignedObjectRoute(deps));
  routes.post('/object/upload/sign/:bucket/*', signUploadRoute(deps));
  routes.put('/object/upload/sign/:bucket/*', uploadSignedRoute(deps));
  for (const access of ['public', 'authenticated'] as const) {
    routes.get(`/object/info/${access}/:bucket/*`, objectInfoRoute(deps, `object/info/${access}`, access));
    routes.get(`/object/${access}/:bucket/*`, getObjectRoute(deps, `object/${access}`, access));
  }
  routes.get('/object/info/:bucket/*', objectInfoRoute(deps, 'object/info', 'any'));

  const uploads = createExclusiveUploads();
  routes.route('/upload/resumable/sign', resumableUploadRoutes(deps, uploads, 'signed'));
  routes.route('/upload/resumable', resumableUploadRoutes(deps, uploads, 'bearer'));

  routes.delete('/object/:bucket', removeObjectsRoute(deps));
  routes.get('/object/:bucket/*', getObjectRoute(deps, 'object', 'any'));
  routes.post('/object/:bucket/*', uploadObjectRoute(deps));
  routes.put('/object/:bucket/*', uploadObjectRoute(deps));
  routes.delete('/object/:bucket/*', removeObjectRoute(deps));

  routes.all('/render/*', () => {
    throw storageErrors.unsupported('This server does not transform images');
  });
  // purgeCache(): files are read from their store each time.
  routes.delete('/cdn/*', () => {
    throw storageErrors.unsupported('This server has no content delivery network');
  });
  routes.all('*', (c) => {
    throw storageErrors.noRoute(c.req.method, c.req.path);
  });
  return {
    routes,
    files: deps.store,
    sweep: deps.orphanedFileCleanup.wake,
    close: () => deps.orphanedFileCleanup.close(),
  };
}

/** Names of files, and links to them, are for the caller alone. */
const noStore: MiddlewareHandler<ServerEnv> = (c, next) => {
  c.header('Cache-Control', 'no-store');
  return next();
};

/** The schema `storage` of a Supabase belongs to its own storage server. */
async function isStorageOurs({ db }: ServerContext): Promise<boolean> {
  const [row] = await db.query<{ ours: boolean }>(
    `select to_regclass('storage.unowned_files') is not null as ours`,
  );
  return row?.ours ?? false;
}
