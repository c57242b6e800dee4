import type { EndedWork } from './settle-ended-session.ts';
import { typedDrafts } from './typed-drafts.ts';
import { type UnsavedLabels, unsavedFile, unsavedParts } from './unsaved-file.ts';
import { readUnsaved } from './unsaved-records.ts';

/**
 * Saves a user's unsent work to one file.
 * @param name of the file, without an extension
 * @throws {Error} when the browser returns less than it counted, because the user may delete the
 * rest once they have the file
 */
export async function downloadUnsaved(
  { owner, unsaved, names }: EndedWork,
  labels: UnsavedLabels,
  name: string,
): Promise<{ name: string; content: Blob }> {
  const { profileId } = owner;
  const records = profileId ? await readUnsaved(profileId) : { messages: [], notes: [], scans: [] };
  const { messages, notes, scans } = records;
  const missing =
    messages.length < unsaved.messages || notes.length < unsaved.notes || scans.length < unsaved.scans;
  if (missing) throw new Error('Some of the unsent work could not be read: try again');
  return unsavedFile(name, unsavedParts(records, typedDrafts(), names, labels));
}
