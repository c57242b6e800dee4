/** The prefix of the session-storage keys under which this tab keeps typed text. */
export const DRAFT_PREFIX = 'dragoman-draft-';

/** The key of a form's draft that is no field: the id of the row that the form adds. */
export const ROW_ID = ':row';

/** Forgets every draft; part of signing out. */
export function clearFormDrafts(): void {
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(DRAFT_PREFIX)) remove(key);
  } catch {
    // Without storage there are no drafts.
  }
}

/** @returns the names of the stored drafts that begin so; none without storage */
export function draftNames(start: string): string[] {
  try {
    return Object.keys(sessionStorage)
      .filter((key) => key.startsWith(DRAFT_PREFIX + start))
      .map((key) => key.slice(DRAFT_PREFIX.length));
  } catch {
    return [];
  }
}

/** @returns the draft stored under a name, or null. The storage is untrusted. */
export function readDraft(name: string): Record<string, never> | null {
  try {
    return JSON.parse(sessionStorage.getItem(DRAFT_PREFIX + name) ?? 'null');
  } catch {
    return null;
  }
}

/** Keeps something of a form beside its values, in this tab only: the step of a wizard, say. */
export function writeDraft(name: string, values: unknown): void {
  try {
    sessionStorage.setItem(DRAFT_PREFIX + name, JSON.stringify(values));
  } catch {
    // A full or forbidden storage costs the draft, nothing else.
  }
}

export function forgetDraft(name: string): void {
  remove(DRAFT_PREFIX + name);
}

function remove(key: string): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // As above.
  }
}
