import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createClient } from '@supabase/supabase-js';
import WebSocket from 'ws';
import type { ReplayedImage } from '../../../scripts/image/replay.ts';
import { PROJECT_ROOT } from '../../../scripts/lib/project.ts';
import { meetPeople, PASSWORD } from '../../fixtures/people.ts';
import { createVolume, inVolume, isRoot, type RunningImage, runImage } from './running-image.ts';

const PICTURES = path.join(PROJECT_ROOT, 'apps/server/test/functions/pictures');
const RECORDINGS = path.join(PROJECT_ROOT, 'packages/local-engines/src/speech/testing/fixtures');

/** Cards that need Tesseract's three languages, and the decoders of pictures and codes. */
const CARDS = [
  ['card-english.jpg', 'Imogen Hartley'],
  ['card-chinese.jpg', null],
  ['card-arabic.webp', null],
  ['card-phone.heic', null],
  ['card-with-code.png', null],
] as const;

/**
 * Uses the replayed image as people and operators do: pages, chats, cards, backup and restore.
 * @param folder an empty folder for volumes
 * @param report gets a line for each part that works
 * @throws at the first part that does not work
 */
export async function smokeTest(
  image: ReplayedImage,
  folder: string,
  report: (line: string) => void,
): Promise<void> {
  const first = await runImage(image, createVolume(path.join(folder, 'volume')));
  report('starts, and the health check passes');
  let chat: Chat;
  try {
    if (isRoot()) first.exec('sh', ['-c', '! touch package.json apps/x node_modules/x 2>/dev/null']);
    report(isRoot() ? 'cannot write its own files' : 'own files are not protected: this account owns them');
    await checkPages(first.origin);
    report('serves the pages and their scripts');
    chat = await checkChat(first.origin);
    report('two people chat');
    await checkCards(first.origin);
    report('reads cards in three languages, HEIC pictures and codes');
    first.exec('node', ['--input-type=module', '-e', loadsPackages()], 'apps/server');
    report('loads every package of the server, and decodes AAC and MP3');
    first.exec('npm', ['run', 'backup', '--', inVolume(first, 'fair.zip')]);
    report('npm run backup');
    for (const command of ['mail', 'models']) first.exec('npm', ['run', command]);
  } finally {
    await first.stop();
  }
  report('stops with SIGTERM');
  for (const command of ['keys', 'admins']) first.exec('npm', ['run', command]);
  report('npm run admins, keys, mail and models');
  await checkRestore(image, first, path.join(folder, 'restored'), chat);
  report('npm run restore into an empty volume, and the chat is there');
}

async function checkPages(origin: string): Promise<void> {
  const page = await (await fetch(origin)).text();
  const script = /<script[^>]+src="([^"]+\.js)"/.exec(page)?.[1];
  assert.ok(script, 'The landing page names no script.');
  assert.equal((await fetch(new URL(script, origin))).status, 200);
  // The first script is too small to be stored compressed, and the page contains its style sheet. A
  // page that the server does not render names one.
  const login = await (await fetch(new URL('/login', origin))).text();
  const styles = /<link[^>]+href="([^"]+\.css)"/.exec(login)?.[1];
  assert.ok(styles, 'The login page names no style sheet.');
  const answer = await fetch(new URL(styles, origin), { headers: { 'accept-encoding': 'br' } });
  assert.deepEqual([answer.status, answer.headers.get('content-encoding')], [200, 'br']);
}

interface Chat {
  /** The account that reads it. */
  email: string;
  said: string[];
}

async function checkChat(origin: string): Promise<Chat> {
  const people = await meetPeople(origin);
  const vendor = await people.vendor();
  const visitor = await people.visitor({ language: 'zh' });
  const session = await people.meet(vendor, visitor);
  await people.sendMessage(vendor, session, { content: 'How many lamps do you need?' });
  await people.sendMessage(visitor, session, { content: '三千' });
  const said = (await people.messages(visitor, session)).map(({ content }) => content);
  assert.deepEqual(said, ['How many lamps do you need?', '三千']);
  return { email: visitor.email, said };
}

async function checkCards(origin: string): Promise<void> {
  const { client } = await (await meetPeople(origin)).visitor();
  for (const [file, name] of CARDS) {
    const bytes = readFileSync(path.join(PICTURES, file)).toString('base64');
    const image = `data:image/${path.extname(file).slice(1).replace('jpg', 'jpeg')};base64,${bytes}`;
    const { data, error } = await client.functions.invoke('process-business-card', { body: { image } });
    if (error) throw new Error(`${file} was not read: ${await (error.context as Response).text()}`);
    assert.equal(data.success, true, `${file} was not read`);
    if (name) assert.equal(data.data.name, name);
  }
}

/** A program that loads each package of the server, as the image has them. */
function loadsPackages(): string {
  const { dependencies } = JSON.parse(
    readFileSync(path.join(PROJECT_ROOT, 'apps/server/package.json'), 'utf8'),
  ) as { dependencies: Record<string, string> };
  // Bundled, or only files of them are read.
  const others = /^(?:@dragoman|@tesseract\.js-data|@browsermt|@ricky0123)\//;
  const packages = Object.keys(dependencies).filter((name) => !others.test(name));
  const recordings = ['aac.m4a', 'en.mp3'].map((name) => path.join(RECORDINGS, name));
  return `
    import { readFileSync } from 'node:fs';
    for (const name of ${JSON.stringify(packages)}) await import(name);
    const { OfflineAudioContext } = await import('node-web-audio-api');
    for (const file of ${JSON.stringify(recordings)}) {
      const { buffer, byteOffset, byteLength } = readFileSync(file);
      const sound = await new OfflineAudioContext(1, 1, 16000).decodeAudioData(buffer.slice(byteOffset, byteOffset + byteLength));
      if (sound.duration < 0.1) throw new Error(file + ' has no sound');
    }
    process.exit(0);`;
}

async function checkRestore(
  image: ReplayedImage,
  first: RunningImage,
  folder: string,
  chat: Chat,
): Promise<void> {
  const volume = createVolume(folder);
  const idle = await runImage(image, volume, false);
  idle.exec('cp', [inVolume(first, 'master.key'), inVolume(idle, 'master.key')]);
  idle.exec('npm', ['run', 'restore', '--', inVolume(first, 'fair.zip')]);
  const again = await runImage(image, volume);
  try {
    const { supabaseKey } = (await (await fetch(`${again.origin}/config.json`)).json()) as {
      supabaseKey: string;
    };
    const client = createClient(again.origin, supabaseKey, {
      auth: { persistSession: false, autoRefreshToken: false },
      // Node 20 has no WebSocket of its own.
      realtime: { transport: WebSocket as never },
    });
    const { email } = chat;
    assert.ifError((await client.auth.signInWithPassword({ email, password: PASSWORD })).error);
    const { data } = await client.from('messages').select('content').order('created_at').throwOnError();
    assert.deepEqual(
      data,
      chat.said.map((content) => ({ content })),
    );
  } finally {
    await again.stop();
  }
}
