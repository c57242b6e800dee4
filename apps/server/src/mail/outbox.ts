import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import type { Mail, Mailer } from './mailer.ts';

/** Mails kept; the oldest go first. */
const MAX_MAILS = 1000;
/** Sweeping reads the folder: once in this many mails is enough to stay near the bound. */
const MAILS_BETWEEN_SWEEPS = 100;

const mailSchema = z.object({
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  sentAt: z.iso.datetime(),
});

export interface KeptMail extends Mail {
  /** ISO 8601. */
  sentAt: string;
}

function folderOf(dataDir: string): string {
  return path.join(dataDir, 'mails');
}

/** Keeps mails as JSON files instead of sending them. They hold links that sign people in: only this account may read them. */
export function createOutboxMailer(dataDir: string): Mailer {
  const folder = folderOf(dataDir);
  let mails = 0;
  // Names sort by time; mails of one millisecond keep their order too.
  let sequence = 0;
  return {
    async send(mail) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const sentAt = new Date().toISOString();
      sequence = (sequence + 1) % 1_000_000;
      const order = String(sequence).padStart(6, '0');
      const file = path.join(
        folder,
        `${sentAt.replaceAll(/[:.]/g, '-')}-${order}-${randomBytes(4).toString('hex')}.json`,
      );
      const kept: KeptMail = { ...mail, sentAt };
      // Renamed when complete, so that nobody reads half a mail.
      await writeFile(`${file}.part`, `${JSON.stringify(kept, null, 2)}\n`, { mode: 0o600 });
      await rename(`${file}.part`, file);
      if (++mails % MAILS_BETWEEN_SWEEPS === 0) await sweep(folder);
    },
  };
}

/** The kept mails, newest first; none when there is no folder yet. */
export async function listOutbox(dataDir: string, limit = MAX_MAILS): Promise<KeptMail[]> {
  const folder = folderOf(dataDir);
  const names = (await namesIn(folder)).reverse().slice(0, limit);
  return Promise.all(
    names.map(async (name) => mailSchema.parse(JSON.parse(await readFile(path.join(folder, name), 'utf8')))),
  );
}

async function sweep(folder: string): Promise<void> {
  const names = await namesIn(folder);
  const old = names.slice(0, Math.max(0, names.length - MAX_MAILS));
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
