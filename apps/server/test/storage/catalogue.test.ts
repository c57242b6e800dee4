import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCleanup } from '../../src/cleanup/cleanup.ts';
import { openTeam, type Team, visit } from '../booth-teams/support.ts';
import type { Person } from '../harness.ts';
import { jpeg, pdf, png } from './samples.ts';
import { refusal, type StorageServer, startStorageServer } from './support.ts';

// The booth's catalogue: its files, and the copies of them in chats (docs/adr/0086).

let server: StorageServer;
let team: Team;
beforeAll(async () => {
  server = await startStorageServer();
  team = await openTeam(server);
});
afterAll(() => server.stop());

const catalogue = (person: Person) => person.client.storage.from('catalogue');
const chatFiles = (person: Person) => person.client.storage.from('chat-files');
const brochure = (words: string) => new Blob([pdf(words)], { type: 'application/pdf' });

/** Puts a brochure into the booth's catalogue. @returns its item's id and its file's path */
async function addBrochure(person: Person, words: string): Promise<{ id: string; path: string }> {
  const path = `${team.owner.profileId}/file-${randomUUID()}.pdf`;
  expect((await catalogue(person).upload(path, brochure(words))).error).toBeNull();
  const { data } = await person.client
    .from('catalogue_items')
    .insert({
      owner_id: team.owner.profileId,
      kind: 'brochure',
      language: 'en',
      name: 'Lamps 2027',
      file_path: path,
      file_name: 'Lamps.pdf',
      file_size: pdf(words).length,
    })
    .select('id')
    .single()
    .throwOnError();
  return { id: data.id, path };
}

/** Copies a file of the catalogue into a chat. */
function copy(person: Person, path: string, chat: string) {
  const to = `${chat}/${path.split('/')[1]}`;
  return catalogue(person).copy(path, to, { destinationBucket: 'chat-files' });
}

describe('a booth’s catalogue', () => {
  it('is filled by one, sent by another of the team, and stays in the chat when it is removed', async () => {
    const { omar, lina, code } = team;
    const { visitor, chat } = await visit(server, code);
    const { id, path } = await addBrochure(omar, 'Lamps made of brass');
    const sent = `${chat}/${path.split('/')[1]}`;

    expect((await copy(visitor, path, chat)).error).not.toBeNull();
    expect((await copy(lina, path, chat)).error).toBeNull();
    // Sent once more, or again after an answer was lost: one copy a chat is enough.
    const again = await copy(lina, path, chat);
    expect(refusal(again.error)).toMatchObject({ statusCode: '409', message: /already exists/i });
    await lina.client
      .from('messages')
      .insert({ session_id: chat, sender_id: lina.profileId, type: 'file', content: sent, product: {} })
      .throwOnError();

    await lina.client.from('catalogue_items').delete().eq('id', id).throwOnError();
    expect((await catalogue(lina).remove([path])).data).toHaveLength(1);
    expect((await catalogue(omar).download(path)).error).not.toBeNull();
    const got = await chatFiles(visitor).download(sent);
    expect(await got.data?.text()).toContain('Lamps made of brass');
    expect(got.data?.type).toBe('application/pdf');
  });

  it('is closed to visitors, to other booths and to who has left', async () => {
    const { owner, omar, code } = team;
    const { visitor } = await visit(server, code);
    const outsider = await server.person({ role: 'vendor', name: 'Victor' });
    const leaver = await server.person({ role: 'vendor', name: 'Fred' });
    const { data: invitation } = await owner.client
      .rpc('create_booth_invitation')
      .single<{ token: string }>()
      .throwOnError();
    await leaver.client.rpc('accept_booth_invitation', { token: invitation.token }).throwOnError();
    const { path } = await addBrochure(omar, 'Prices');
    const { data: link } = await catalogue(leaver).createSignedUrl(path, 60);
    expect((await fetch(link?.signedUrl ?? '')).status).toBe(200);
    await owner.client.rpc('remove_booth_member', { member_id: leaver.profileId }).throwOnError();
    expect((await fetch(link?.signedUrl ?? '')).ok).toBe(false);
    for (const person of [visitor, outsider, leaver]) {
      expect((await person.client.from('catalogue_items').select('id').throwOnError()).data).toEqual([]);
      expect((await catalogue(person).download(path)).error).not.toBeNull();
      const planted = `${owner.profileId}/file-${randomUUID()}.pdf`;
      expect(refusal((await catalogue(person).upload(planted, brochure('x'))).error)).toMatchObject({
        statusCode: '403',
      });
      expect((await catalogue(person).remove([path])).data).toEqual([]);
    }
  });

  it('takes PDF files and JPEG pictures, by their content', async () => {
    const folder = team.owner.profileId;
    for (const [name, content, type] of [
      [`picture-${randomUUID()}.jpg`, png('x'), 'image/png'],
      [`picture-${randomUUID()}.jpg`, png('x'), 'image/jpeg'],
      [`file-${randomUUID()}.pdf`, jpeg('x'), 'application/pdf'],
    ] as const) {
      const { error } = await catalogue(team.omar).upload(`${folder}/${name}`, new Blob([content], { type }));
      expect(refusal(error)).toMatchObject({ statusCode: '415' });
    }
  });

  it('sends no file past a block', async () => {
    const { owner, omar, code } = team;
    const { visitor, chat } = await visit(server, code);
    const { path } = await addBrochure(omar, 'Lamps');
    await visitor.client
      .from('blocks')
      .insert({ blocker_id: visitor.profileId, blocked_id: owner.profileId })
      .throwOnError();
    expect((await copy(omar, path, chat)).error).not.toBeNull();
  });

  it('loses files without an item after a day', async () => {
    const { path } = await addBrochure(team.omar, 'Kept');
    const picture = `${team.owner.profileId}/picture-${randomUUID()}.jpg`;
    const names = [picture, picture.replace('picture', 'thumbnail')];
    for (const name of names) {
      await catalogue(team.omar).upload(name, new Blob([jpeg('x')], { type: 'image/jpeg' }));
    }
    expect(await runCleanup(server.ctx)).not.toHaveProperty(['files of removed catalogue items']);
    await server.sql(
      `update storage.objects set created_at = now() - interval '2 days' where bucket_id = 'catalogue' and name = any ($1)`,
      [[path, ...names]],
    );
    expect(await runCleanup(server.ctx)).toMatchObject({ 'files of removed catalogue items': 2 });
    expect((await catalogue(team.omar).download(path)).error).toBeNull();
  });
});
