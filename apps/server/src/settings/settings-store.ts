import { isDeepStrictEqual } from 'node:util';
import type { Database } from '@dragoman/supabase-server/db/database';
import type { Logger } from '@dragoman/supabase-server/util/logger';
import { SETTING_KEYS, type SettingKey, type Settings, settingsShape } from './settings-schema.ts';

const NOTIFY_CHANNEL = 'dragoman_settings';

/** Another number for each change of a setting; 0 while it has the environment's value. */
export type Revisions = Record<SettingKey, number>;

/** The event admins' settings as this process knows them. */
export interface SettingsStore {
  /**
   * The settings of this moment: the event admins' values, else the environment's. The same object
   * until one changes.
   */
  current(): Settings;
  revisions(): Revisions;
  /**
   * Changes one setting, here and, in a moment, in every process. `undefined` gives it the
   * environment's value again.
   * @param seen the revision that the change was made from; another one meanwhile is not written
   * over
   * @throws {SettingConflictError} @throws {z.ZodError} for a value that it may not have
   */
  set<Key extends SettingKey>(key: Key, value: Settings[Key] | undefined, seen?: number): Promise<void>;
  /**
   * Calls `listener` after each change, also of another process. `set` waits for the listeners, so
   * that all later responses of this process show the change.
   * @param listener never rejects
   * @returns a function that ends it
   */
  onChange(listener: () => void | Promise<void>): () => void;
}

/** The setting has changed since it was read. */
export class SettingConflictError extends Error {
  override readonly name = 'SettingConflictError';
}

export interface SettingsDeps {
  db: Pick<Database, 'query' | 'execute' | 'listen'>;
  log: Pick<Logger, 'error' | 'warn'>;
  /** Values that apply until an event admin changes them. */
  defaults: Pick<Settings, 'retentionDays' | 'guestsEnabled'>;
}

/**
 * Reads the settings and follows them: a change in any process, or by an operator's own statement,
 * reaches this one by NOTIFY. The connection that listens is the database's, which closes it.
 * @throws when the database cannot be read
 */
export async function openSettings({ db, log, defaults }: SettingsDeps): Promise<SettingsStore> {
  const initial: Settings = { ...defaults, announcement: null, brand: {} };
  const listeners = new Set<() => void | Promise<void>>();
  let known: { settings: Settings; revisions: Revisions } = { settings: initial, revisions: noRevisions() };
  let reading: Promise<void> | null = null;
  let changedMeanwhile = false;

  async function readOnce(): Promise<void> {
    const rows = await db.query<{ key: string; value: unknown; revision: number }>(
      'select key, value, revision from dragoman.settings',
    );
    const settings = { ...initial };
    const revisions = noRevisions();
    for (const { key, value, revision } of rows) {
      if (!isSettingKey(key)) continue;
      revisions[key] = revision;
      const parsed = settingsShape[key].safeParse(value);
      if (parsed.success) Object.assign(settings, { [key]: parsed.data });
      // Written by hand, or by another version.
      else log.warn({ setting: key }, 'a stored setting cannot be used; the default holds');
    }
    if (isDeepStrictEqual({ settings, revisions }, known)) return;
    known = { settings, revisions };
    await Promise.all([...listeners].map((listener) => listener()));
  }

  /** A change that comes while the settings are read is read as well, afterwards. */
  function read(): Promise<void> {
    changedMeanwhile = reading !== null;
    reading ??= (async () => {
      do {
        changedMeanwhile = false;
        await readOnce();
      } while (changedMeanwhile);
    })().finally(() => {
      reading = null;
    });
    return reading;
  }

  function follow(): void {
    read().catch((error: unknown) => {
      // The next connection, or the next change, reads again; until then the last ones hold.
      const { name, code } = error as { name?: unknown; code?: unknown };
      log.error({ err: { name, code } }, 'the settings could not be read again');
    });
  }

  await read();
  await db.listen(NOTIFY_CHANNEL, follow, follow);
  return {
    current: () => known.settings,
    revisions: () => known.revisions,
    async set(key, value, seen) {
      if (value === undefined) await remove(db, key, seen);
      else await write(db, key, settingsShape[key].parse(value), seen);
      await read();
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

async function write(
  db: SettingsDeps['db'],
  key: SettingKey,
  value: unknown,
  seen: number | undefined,
): Promise<void> {
  const text = JSON.stringify(value);
  const written =
    seen === 0
      ? await db.execute(
          'insert into dragoman.settings (key, value) values ($1, $2::jsonb) on conflict (key) do nothing',
          [key, text],
        )
      : seen === undefined
        ? await db.execute(
            `insert into dragoman.settings as kept (key, value) values ($1, $2::jsonb)
             on conflict (key) do update set value = excluded.value, revision = excluded.revision, changed_at = now()`,
            [key, text],
          )
        : await db.execute(
            `update dragoman.settings set value = $2::jsonb, revision = default, changed_at = now()
             where key = $1 and revision = $3`,
            [key, text, seen],
          );
  if (written === 0) throw new SettingConflictError(`${key} was changed meanwhile`);
}

/** The row goes, so that a later environment's value holds. */
async function remove(db: SettingsDeps['db'], key: SettingKey, seen: number | undefined): Promise<void> {
  const removed = await db.execute(
    'delete from dragoman.settings where key = $1 and ($2::int is null or revision = $2)',
    [key, seen ?? null],
  );
  if (removed > 0 || seen === undefined) return;
  const [kept] = await db.query('select 1 from dragoman.settings where key = $1', [key]);
  // The caller saw no value, and there is still none.
  if (!kept && seen === 0) return;
  throw new SettingConflictError(`${key} was changed meanwhile`);
}

function isSettingKey(key: string): key is SettingKey {
  return Object.hasOwn(settingsShape, key);
}

function noRevisions(): Revisions {
  return Object.fromEntries(SETTING_KEYS.map((key) => [key, 0])) as Revisions;
}
