/**
 * A refusal of the storage protocol (supabase-protocol 5.1). The status that clients read is
 * `statusCode` in the body; the HTTP status is 400 for nearly all of them.
 */
export class StorageError extends Error {
  override readonly name = 'StorageError';
  readonly statusCode: number;
  readonly error: string;
  readonly code: string;

  constructor(statusCode: number, error: string, code: string, message: string) {
    super(message);
    this.statusCode = statusCode;
    this.error = error;
    this.code = code;
  }
}

/** The HTTP status of a refusal: statuses for caches, ranges and retries stay as they are. */
export function httpStatusOf({ statusCode }: StorageError): number {
  return statusCode >= 500 || statusCode === 416 ? statusCode : 400;
}

export const storageErrors = {
  noBucket: () => new StorageError(404, 'Bucket not found', 'NoSuchBucket', 'Bucket not found'),
  noObject: () => new StorageError(404, 'not_found', 'NoSuchKey', 'Object not found'),
  noRoute: (method: string, path: string) =>
    new StorageError(404, 'Not Found', 'NotFound', `Route ${method}:${path} not found`),
  exists: () => new StorageError(409, 'Duplicate', 'KeyAlreadyExists', 'The resource already exists'),
  accessDenied: (message = 'new row violates row-level security policy') =>
    new StorageError(403, 'Unauthorized', 'AccessDenied', message),
  /**
   * The code of the auth service, which clients know; Supabase's storage knows no second factors.
   */
  secondFactor: (message: string) => new StorageError(403, 'Unauthorized', 'insufficient_aal', message),
  noAuthorization: () =>
    new StorageError(400, 'Error', 'InvalidRequest', "headers must have required property 'authorization'"),
  mimeType: (type: string) =>
    new StorageError(415, 'invalid_mime_type', 'InvalidMimeType', `mime type ${type} is not supported`),
  contentMismatch: (type: string) =>
    new StorageError(
      415,
      'invalid_mime_type',
      'InvalidMimeType',
      `The content of the file is not of the declared type ${type}`,
    ),
  tooLarge: (message = 'The object exceeded the maximum allowed size') =>
    new StorageError(413, 'Payload too large', 'EntityTooLarge', message),
  /** A person's share is used up; deleting something helps. */
  quota: (message: string) => new StorageError(413, 'Payload too large', 'QuotaExceeded', message),
  /** The caller cannot fix the error; trying again later may help. */
  full: (message: string) => new StorageError(507, 'Insufficient Storage', 'InsufficientStorage', message),
  bucketName: (name: string) =>
    new StorageError(400, 'Invalid Input', 'InvalidBucketName', `Bucket name invalid: ${name}`),
  key: (key: string) => new StorageError(400, 'InvalidKey', 'InvalidKey', `Invalid key: ${key}`),
  notEmpty: () =>
    new StorageError(
      409,
      'ResourceNotEmpty',
      'ResourceNotEmpty',
      'The bucket you tried to delete is not empty',
    ),
  request: (message: string) => new StorageError(400, 'Error', 'InvalidRequest', message),
  range: () =>
    new StorageError(416, 'InvalidRange', 'InvalidRange', 'The requested range is not satisfiable'),
  unsupported: (message: string) => new StorageError(400, 'Error', 'FeatureNotEnabled', message),
  token: (code: 'InvalidJWT' | 'InvalidSignature' | 'ExpiredToken', message: string) =>
    new StorageError(400, code, code, message),
  noUpload: () => new StorageError(404, 'Not Found', 'NoSuchUpload', 'Upload not found'),
  uploadProtocol: () =>
    new StorageError(412, 'Precondition Failed', 'TusError', 'Tus-Resumable must be 1.0.0'),
  uploadOffset: () =>
    new StorageError(409, 'Conflict', 'TusError', 'Upload-Offset is not where the upload has got to'),
  uploadType: (type: string) =>
    new StorageError(415, 'Unsupported Media Type', 'TusError', `Content-Type must be ${type}`),
  uploadTooSlow: () =>
    new StorageError(408, 'RequestTimeout', 'RequestTimeout', 'The upload took too long, try again'),
  timeout: () =>
    new StorageError(544, 'DatabaseTimeout', 'DatabaseTimeout', 'The database took too long to answer'),
  internal: () => new StorageError(500, 'Internal Server Error', 'InternalError', 'Internal Server Error'),
};
