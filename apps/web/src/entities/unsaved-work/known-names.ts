import { forEachRecord } from '@/shared/offline/for-each-record.ts';
import { OFFLINE_CACHE_DB } from '@/shared/offline/offline-cache-database.ts';

/** Names by the id of a profile, and by the id of the chat with them. */
export type KnownNames = ReadonlyMap<string, string>;

/** Answers of the server nest less deeply. */
const MAX_DEPTH = 8;

interface Named {
  id?: unknown;
  name?: unknown;
  vendor?: unknown;
  visitor?: unknown;
}

/**
 * The names in what was read: unsent work is kept with ids alone.
 * @param answers of the server: rows of profiles, and sessions with their people
 * @param ownId profile of the reader, who is no counterpart
 */
export function namesIn(answers: readonly unknown[], ownId: string): KnownNames {
  const names = new Map<string, string>();
  for (const answer of answers) collect(answer, ownId, names, 0);
  return names;
}

/** @returns the stored query results of a user on this device; empty without any. Never rejects. */
export async function cachedResponses(userId: string): Promise<unknown[]> {
  const answers: unknown[] = [];
  await Promise.all(
    ['queries', 'chats'].map((store) =>
      forEachRecord<{ userId: string; json: string }>(
        { database: OFFLINE_CACHE_DB, store },
        'readonly',
        ({ value }) => {
          if (value.userId === userId) answers.push(parsed(value.json));
        },
      ),
    ),
  );
  return answers;
}

function collect(value: unknown, ownId: string, names: Map<string, string>, depth: number): void {
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return;
  const { id, name, vendor, visitor } = value as Named;
  if (typeof id === 'string') {
    if (isText(name)) names.set(id, name);
    const other = [vendor, visitor].find((person) => isPerson(person) && person.id !== ownId);
    if (isPerson(other)) names.set(id, other.name);
  }
  for (const part of Object.values(value)) collect(part, ownId, names, depth + 1);
}

function isPerson(value: unknown): value is { id: string; name: string } {
  const { id, name } = (value ?? {}) as Named;
  return typeof id === 'string' && isText(name);
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}
