import { findActiveSvg } from '../../security/active-svg.ts';
import { storageErrors } from '../errors.ts';
import { essenceOf, isOfType, SIGNATURE_BYTES } from '../rules/file-signature.ts';

/** Larger than any drawn picture; all of it must be looked at. */
const MAX_SVG_BYTES = 1_048_576;

/**
 * The same bytes, the first of which are checked before any is passed on.
 * @param declared Content-Type of the upload
 * @throws {StorageError} while it is read: InvalidMimeType when the file is of another type,
 * InvalidRequest for an SVG that would load or run something, EntityTooLarge for one too large to
 * check
 */
export async function* checkedContent(
  source: AsyncIterable<Uint8Array>,
  declared: string,
): AsyncGenerator<Uint8Array> {
  const isSvg = essenceOf(declared) === 'image/svg+xml';
  const wanted = isSvg ? MAX_SVG_BYTES + 1 : SIGNATURE_BYTES;
  const held: Uint8Array[] = [];
  let size = 0;
  let checked = false;
  for await (const chunk of source) {
    if (checked) {
      yield chunk;
      continue;
    }
    held.push(chunk);
    size += chunk.byteLength;
    if (size < wanted) continue;
    await check(Buffer.concat(held), declared, isSvg);
    checked = true;
    yield* held.splice(0);
  }
  if (checked) return;
  await check(Buffer.concat(held), declared, isSvg);
  yield* held;
}

async function check(head: Buffer, declared: string, isSvg: boolean): Promise<void> {
  if (!(await isOfType(head.subarray(0, SIGNATURE_BYTES), declared))) {
    throw storageErrors.contentMismatch(declared.slice(0, 200));
  }
  if (!isSvg) return;
  if (head.byteLength > MAX_SVG_BYTES) {
    throw storageErrors.tooLarge(`An SVG may have ${MAX_SVG_BYTES} bytes at most`);
  }
  const active = await findActiveSvg(head.toString('utf8'));
  if (active === null) throw storageErrors.contentMismatch(declared.slice(0, 200));
  if (active.length > 0) {
    throw storageErrors.request(
      `The SVG holds what a picture does not need: ${active.slice(0, 5).join(', ')}`,
    );
  }
}
