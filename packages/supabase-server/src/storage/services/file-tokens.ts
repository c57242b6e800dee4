import { z } from 'zod';
import { type SigningKeys, TokenError } from '../../keys/signing-keys.ts';
import type { Signer } from '../data/signers.ts';
import { storageErrors } from '../errors.ts';
import type { ObjectPath } from '../http/object-path.ts';

/**
 * Tokens of one purpose are never valid for the other, nor for a session: see {@link
 * SigningKeys.verifyPurpose}.
 */
const DOWNLOAD = 'storage.download';
const UPLOAD = 'storage.upload';

const signer = z.object({ role: z.string(), sub: z.string().nullable(), session: z.uuid().nullable() });
const downloadSchema = z.object({ url: z.string(), exp: z.number(), signer });
const uploadSchema = z.object({ url: z.string(), upsert: z.boolean(), signer });

/** The content of a download URL: the subject of row-level security, and the expiry. */
export interface DownloadGrant {
  signer: Signer;
  until: Date;
}

/**
 * The content of an upload URL: the subject of row-level security, and whether it may overwrite.
 */
export interface UploadGrant {
  signer: Signer;
  upsert: boolean;
}

/** @param seconds life of the token */
export function signDownload(
  signingKeys: SigningKeys,
  path: ObjectPath,
  signer: Signer,
  seconds: number,
): Promise<string> {
  return signingKeys.sign({ aud: DOWNLOAD, url: urlOf(path), signer, ...lifetime(seconds) });
}

/**
 * @throws {StorageError} InvalidJWT, ExpiredToken, InvalidSignature
 */
export async function verifyDownload(
  signingKeys: SigningKeys,
  path: ObjectPath,
  token: string | undefined,
): Promise<DownloadGrant> {
  const { exp, signer } = await verify(signingKeys, DOWNLOAD, downloadSchema, path, token);
  return { signer, until: new Date(exp * 1000) };
}

/** @param seconds life of the token */
export function signUpload(
  signingKeys: SigningKeys,
  path: ObjectPath,
  grant: UploadGrant,
  seconds: number,
): Promise<string> {
  return signingKeys.sign({ aud: UPLOAD, url: urlOf(path), ...grant, ...lifetime(seconds) });
}

/** @throws {StorageError} InvalidJWT, ExpiredToken, InvalidSignature */
export async function verifyUpload(
  signingKeys: SigningKeys,
  path: ObjectPath,
  token: string | undefined,
): Promise<UploadGrant> {
  const { upsert, signer } = await verify(signingKeys, UPLOAD, uploadSchema, path, token);
  return { upsert, signer };
}

async function verify<Schema extends z.ZodType<{ url: string }>>(
  signingKeys: SigningKeys,
  purpose: string,
  schema: Schema,
  path: ObjectPath,
  token: string | undefined,
): Promise<z.output<Schema>> {
  if (!token) throw storageErrors.request("querystring must have required property 'token'");
  const parsed = schema.safeParse(await claimsOf(signingKeys, token, purpose));
  if (!parsed.success) throw storageErrors.token('InvalidJWT', 'The token was not made for this call');
  if (parsed.data.url !== urlOf(path)) {
    throw storageErrors.token('InvalidSignature', 'The token was made for another object');
  }
  return parsed.data;
}

async function claimsOf(
  signingKeys: SigningKeys,
  token: string,
  purpose: string,
): Promise<Record<string, unknown>> {
  try {
    return await signingKeys.verifyPurpose(token, purpose);
  } catch (error) {
    if (!(error instanceof TokenError)) throw error;
    if (error.fault === 'expired') {
      throw storageErrors.token('ExpiredToken', '"exp" claim timestamp check failed');
    }
    throw storageErrors.token('InvalidJWT', error.message);
  }
}

function urlOf({ bucket, key }: ObjectPath): string {
  return `${bucket}/${key}`;
}

function lifetime(seconds: number): { iat: number; exp: number } {
  const iat = Math.floor(Date.now() / 1000);
  return { iat, exp: iat + seconds };
}
