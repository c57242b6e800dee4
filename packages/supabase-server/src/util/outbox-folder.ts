import { randomBytes } from 'node:crypto';
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { z } from 'zod';
import { makeFolders } from './make-folders.ts';

/** Messages kept; the oldest go first. */
const MAX_MESSAGES = 1000;
/** Sweeping reads the folder: once in this many messages is enough to stay near the bound. */
const MESSAGES_BETWEEN_SWEEPS = 100;

/**
 * Messages that are kept as JSON files instead of being sent. They sign people in: only this
 * account may read them.
 */
export interface OutboxFolder<Message> {
  keep(message: Message): Promise<void>;
  /** Newest first; none when there is no folder yet. */
  list(limit?: number): Promise<Array<Message & { sentAt: string }>>;
  /**
   * Deletes the messages to all other recipients.
   * @param findKept gets the recipients of all messages, and gives those that keep theirs
   * @returns how many were deleted
   */
  keepOnly(findKept: (recipients: readonly string[]) => Promise<ReadonlySet<string>>): Promise<number>;
}

/** @param schema of what a file holds: the message and `sentAt`, in ISO 8601 */
export function openOutboxFolder<Message extends { to: string }>(
  folder: string,
  schema: z.ZodType<Message & { sentAt: string }>,
): OutboxFolder<Message> {
  let messages = 0;
  // Names sort by time; messages of one millisecond keep their order too.
  let sequence = 0;

  async function read(name: string): Promise<Message & { sentAt: string }> {
    return schema.parse(JSON.parse(await readFile(path.join(folder, name), 'utf8')));
  }

  return {
    async keep(message) {
      await makeFolders(folder, 0o700);
      const sentAt = new Date().toISOString();
      sequence = (sequence + 1) % 1_000_000;
      const order = String(sequence).padStart(6, '0');
      const file = path.join(
        folder,
        `${sentAt.replaceAll(/[:.]/g, '-')}-${order}-${randomBytes(4).toString('hex')}.json`,
      );
      // Renamed when complete, so that readers never see half a message.
      await writeFile(`${file}.part`, `${JSON.stringify({ ...message, sentAt }, null, 2)}\n`, {
        mode: 0o600,
      });
      await rename(`${file}.part`, file);
      if (++messages % MESSAGES_BETWEEN_SWEEPS === 0) await sweep(folder);
    },
    async list(limit = MAX_MESSAGES) {
      const names = (await namesIn(folder)).reverse().slice(0, limit);
      return Promise.all(names.map((name) => read(name)));
    },
    async keepOnly(findKept) {
      const messages = await Promise.all(
        (await namesIn(folder)).map(async (name) => ({ name, to: (await read(name)).to })),
      );
      if (messages.length === 0) return 0;
      const kept = await findKept([...new Set(messages.map(({ to }) => to))]);
      const orphans = messages.filter(({ to }) => !kept.has(to));
      await Promise.all(orphans.map(({ name }) => rm(path.join(folder, name), { force: true })));
      return orphans.length;
    },
  };
}

async function sweep(folder: string): Promise<void> {
  const names = await namesIn(folder);
  const old = names.slice(0, Math.max(0, names.length - MAX_MESSAGES));
  await Promise.all(old.map((name) => rm(path.join(folder, name), { force: true })));
}

/** Oldest first. */
async function namesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return names.filter((name) => name.endsWith('.json')).sort();
}
