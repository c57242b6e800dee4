import { type BusinessCard, type EntrancePass, PASS_MAX_BYTES } from '@dragoman/domain/cards/document-scan';
import {
  businessCardAnswer,
  entrancePassAnswer,
  pictureTextAnswer,
  type ScanAnswer,
} from '@dragoman/domain/cards/document-scan-response';
import { FunctionsHttpError, FunctionsRelayError } from '@supabase/functions-js';
import type { Supabase } from '@/shared/api/supabase.ts';
import { readDataUrl, shrinkPicture } from '@/shared/browser/pictures.ts';

/** The longer side of a sent picture, in pixels: small print stays readable, and so do codes. */
const SENT_SIDE = 2000;
const SENT_QUALITY = 0.85;
/**
 * A server under load takes seconds, and a picture on a fair's network some more; beyond this users
 * give up.
 */
const TIMEOUT_MS = 45_000;

/** A token that was being renewed, too many scans at once, a machine that is busy or away. */
const AGAIN_STATUS: ReadonlySet<number> = new Set([401, 408, 425, 429, 502, 503, 504]);

/**
 * The outcome of a scan; `refused` with the function's message, empty if it gave none, its HTTP
 * status, and whether a retry may help.
 */
export type ScanOutcome<Found> =
  | { kind: 'read'; found: Found }
  | { kind: 'refused'; message: string; again?: boolean; status?: number }
  | { kind: 'unreachable' };

/** Reads a business card with `process-business-card` (specification 7.6). Never rejects. */
export async function scanBusinessCard(
  supabase: Supabase,
  picture: Blob,
): Promise<ScanOutcome<BusinessCard>> {
  return readBusinessCard(supabase, await smallPicture(picture));
}

/** Like {@link scanBusinessCard}, of a picture that {@link smallPicture} has made ready before. */
export function readBusinessCard(
  supabase: Supabase,
  picture: Blob | null,
): Promise<ScanOutcome<BusinessCard>> {
  return scan(supabase, 'process-business-card', picture, businessCardAnswer);
}

/** Reads an entrance pass with `process-entrance-pass` (specification 7.6). Never rejects. */
export async function scanEntrancePass(
  supabase: Supabase,
  picture: Blob,
): Promise<ScanOutcome<EntrancePass>> {
  return scan(supabase, 'process-entrance-pass', await smallPicture(picture), entrancePassAnswer);
}

/** Reads the text in a picture with `read-picture` (specification 7.10). Never rejects. */
export async function readPictureText(
  supabase: Supabase,
  picture: Blob,
): Promise<ScanOutcome<{ text: string }>> {
  return scan(supabase, 'read-picture', await smallPicture(picture), pictureTextAnswer);
}

async function scan<Found>(
  supabase: Supabase,
  name: string,
  picture: Blob | null,
  read: (body: unknown) => ScanAnswer<Found>,
): Promise<ScanOutcome<Found>> {
  const image = picture && (await readDataUrl(picture).catch(() => null));
  if (image === null) return { kind: 'refused', message: '' };
  const functions = await supabase.functions().catch(() => null);
  if (!functions) return { kind: 'unreachable' };
  const { data, error } = await functions.invoke(name, { body: { image }, timeout: TIMEOUT_MS });
  // No function of that name, or one that crashed: the relay's words are for operators.
  if (error instanceof FunctionsRelayError) return { kind: 'refused', message: '' };
  if (error && !(error instanceof FunctionsHttpError)) return { kind: 'unreachable' };
  const answer = read(error ? await bodyOf(error.context) : data);
  if (answer.success) return { kind: 'read', found: answer.found };
  return {
    kind: 'refused',
    message: answer.error,
    ...(error && { status: error.context.status }),
    again: error !== null && AGAIN_STATUS.has(error.context.status),
  };
}

/**
 * A picture as it is sent: smaller, upright, and without what the camera wrote about place and
 * time. One that this browser cannot draw (HEIC, most often) stays as it is.
 * @returns null for a picture that is too large for the functions, and one that can neither be
 * drawn nor read; never rejects
 */
export async function smallPicture(picture: Blob): Promise<Blob | null> {
  const small = await shrinkPicture(picture, SENT_SIDE, SENT_QUALITY).catch(() => null);
  return small && small.size < PASS_MAX_BYTES ? small : null;
}

function bodyOf(response: Response): Promise<unknown> {
  return response.json().catch(() => null);
}
