import { type DeviceOwner, endedOwner, forgetOwner, markEnd } from '@/shared/auth/session-end.ts';
import { clearFormDrafts } from '@/shared/offline/draft-storage.ts';
import { clearCachedData, clearLocalData } from './clear-local-data.ts';
import { cachedResponses, type KnownNames, namesIn } from './known-names.ts';
import { typedDrafts } from './typed-drafts.ts';
import { countUnsaved, type UnsavedWork } from './unsaved-work.ts';

const NOTHING: UnsavedWork = { messages: 0, transcripts: 0, scans: 0, notes: 0, exports: 0 };

/** The unsent work to ask the user about after the server has ended the session. */
export interface EndedWork {
  owner: DeviceOwner;
  unsaved: UnsavedWork;
  /** Whether this tab holds text that was typed and neither sent nor saved. */
  typed: boolean;
  /** The recipients' names for the saved file, as far as they were known when the session ended. */
  names: KnownNames;
}

/**
 * Clears the device after the server has ended the session, like a logout (docs/adr/0053): cached
 * reads at once, and everything if no work is unsent. After a logout it deletes what was left.
 * @param answers query results that the page had in memory
 * @param wasHere whether this tab has had the session: its own data is then cleared, too
 * @returns the unsent work, which stays until the user answers; null when there is no question
 * @throws when the unsent work cannot be counted; nothing is deleted then, and the next call asks
 */
export async function settleEndedSession(
  answers: readonly unknown[],
  wasHere: boolean,
): Promise<EndedWork | null> {
  const owner = endedOwner();
  if (!owner) return null;
  const { userId, profileId, ended, guest } = owner;
  if (ended === 'left') {
    await forgetEnded(owner);
    return null;
  }
  const names = namesIn([...(await cachedResponses(userId)), ...answers], profileId ?? '');
  const unsaved = profileId ? await countUnsaved(profileId) : NOTHING;
  const typed = typedDrafts().length > 0;
  // A user may have logged in from another tab: the data on the device is in use again, or another
  // user's.
  if (endedOwner()?.userId !== userId) return null;
  // A guest cannot log in again to send texts of voice messages, and a file does not hold them.
  const transcripts = guest ? 0 : unsaved.transcripts;
  if (unsaved.messages + transcripts + unsaved.scans + unsaved.notes > 0 || typed) {
    markEnd('asking');
    // Once: a new attempt to log in may have begun, and what that remembers stays.
    if (wasHere || ended === 'open') await clearCachedData();
    return { owner, unsaved, typed, names };
  }
  await forgetEnded(owner);
  return null;
}

/** Deletes the rest, as logging out does. Never rejects. */
export async function forgetEnded({ profileId }: DeviceOwner): Promise<void> {
  if (profileId) return clearLocalData(profileId);
  // The author of the work on this device, if there is any, is unknown: it stays.
  clearFormDrafts();
  forgetOwner();
  await clearCachedData();
}
