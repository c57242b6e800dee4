import { z } from 'zod';
import { flag, httpUrl, text, whole } from './variables.ts';

/** Storage quota of one person. */
export interface StorageQuota {
  files: number;
  bytes: number;
}

export interface StorageConfig {
  /** Largest file, in bytes; a bucket may take less. */
  maxFileBytes: number;
  /** Seconds in which a signed upload URL must be used. */
  uploadUrlSeconds: number;
  /** Longest life of a signed download URL, in seconds. */
  signedUrlMaxSeconds: number;
  /** The storage quotas of a user and of a guest. */
  userQuota: StorageQuota;
  guestQuota: StorageQuota;
  /** Bytes that all files together may have; null: no limit but the disk. */
  maxTotalBytes: number | null;
  /** Bytes that stay free on the disk; an upload that would leave less is refused. */
  minFreeBytes: number;
  /** An S3-compatible store for the files; null: the directory `storage` in `dataDir`. */
  s3: S3Config | null;
}

export interface S3Config {
  bucket: string;
  /** Null: Amazon's for the region. */
  endpoint: string | null;
  region: string;
  /** Null: whatever role the machine has. */
  credentials: { accessKeyId: string; secretAccessKey: string } | null;
  /** Whether the bucket is in the path and not in the host name. */
  forcePathStyle: boolean;
  /** The prefix of all files' names. */
  prefix: string;
}

const MIB = 1_048_576;
/** A petabyte. */
const MOST_BYTES = 999_999_999_999_999;
const MOST_FILES = 100_000_000;

export const storageVariables = {
  STORAGE_MAX_FILE_BYTES: whole(50 * MIB, 1024, MOST_BYTES),
  STORAGE_UPLOAD_URL_SECONDS: whole(7200, 1, 86_400 * 7),
  // Ten years: a longer time is a mistake.
  STORAGE_SIGNED_URL_MAX_SECONDS: whole(3600, 60, 315_360_000),
  STORAGE_MAX_FILES_PER_USER: whole(5000, 1, MOST_FILES),
  STORAGE_MAX_BYTES_PER_USER: whole(2048 * MIB, 1, MOST_BYTES),
  STORAGE_MAX_FILES_PER_GUEST: whole(300, 1, MOST_FILES),
  STORAGE_MAX_BYTES_PER_GUEST: whole(100 * MIB, 1, MOST_BYTES),
  STORAGE_MAX_TOTAL_BYTES: whole(0, 0, MOST_BYTES),
  STORAGE_MIN_FREE_BYTES: whole(512 * MIB, 0, MOST_BYTES),
  S3_BUCKET: text,
  S3_ENDPOINT: httpUrl,
  S3_REGION: z.string().default('us-east-1'),
  S3_ACCESS_KEY_ID: text,
  S3_SECRET_ACCESS_KEY: text,
  S3_FORCE_PATH_STYLE: flag(true),
  S3_PREFIX: z
    .string()
    .regex(/^[\w!.*'()/-]{1,200}$/, 'must consist of letters, digits and - _ . / at most')
    .default(''),
};

type StorageEnvironment = z.output<z.ZodObject<typeof storageVariables>>;

/** @returns what is wrong with the S3_ variables that belong together */
export function storageProblems(given: Record<string, string | undefined>): string[] {
  const problems: string[] = [];
  for (const name of Object.keys(given)) {
    if (name.startsWith('S3_') && name in storageVariables && !given.S3_BUCKET) {
      problems.push(`S3_BUCKET must be set when ${name} is`);
    }
  }
  if (Boolean(given.S3_ACCESS_KEY_ID) !== Boolean(given.S3_SECRET_ACCESS_KEY)) {
    problems.push('S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set together');
  }
  return problems;
}

export function storageConfig(env: StorageEnvironment): StorageConfig {
  return {
    maxFileBytes: env.STORAGE_MAX_FILE_BYTES,
    uploadUrlSeconds: env.STORAGE_UPLOAD_URL_SECONDS,
    signedUrlMaxSeconds: env.STORAGE_SIGNED_URL_MAX_SECONDS,
    userQuota: { files: env.STORAGE_MAX_FILES_PER_USER, bytes: env.STORAGE_MAX_BYTES_PER_USER },
    guestQuota: { files: env.STORAGE_MAX_FILES_PER_GUEST, bytes: env.STORAGE_MAX_BYTES_PER_GUEST },
    maxTotalBytes: env.STORAGE_MAX_TOTAL_BYTES || null,
    minFreeBytes: env.STORAGE_MIN_FREE_BYTES,
    s3: s3Config(env),
  };
}

function s3Config(env: StorageEnvironment): S3Config | null {
  if (!env.S3_BUCKET) return null;
  return {
    bucket: env.S3_BUCKET,
    endpoint: env.S3_ENDPOINT,
    region: env.S3_REGION,
    credentials:
      env.S3_ACCESS_KEY_ID && env.S3_SECRET_ACCESS_KEY
        ? { accessKeyId: env.S3_ACCESS_KEY_ID, secretAccessKey: env.S3_SECRET_ACCESS_KEY }
        : null,
    // Amazon itself wants the bucket in the host name.
    forcePathStyle: env.S3_FORCE_PATH_STYLE && env.S3_ENDPOINT !== null,
    prefix: env.S3_PREFIX,
  };
}
