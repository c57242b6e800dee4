import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Person } from '../harness.ts';
import { jpeg, webp } from './samples.ts';
import { refusal, type StorageServer, startStorageServer } from './support.ts';

let server: StorageServer;
let owner: Person;
let stranger: Person;
beforeAll(async () => {
  server = await startStorageServer();
  [owner, stranger] = await Promise.all([
    server.person({ role: 'vendor' }),
    server.person({ role: 'visitor' }),
  ]);
});
afterAll(() => server.stop());

const avatars = (person: Pick<Person, 'client'>) => person.client.storage.from('avatars');
const picture = (type = 'image/webp') => new Blob([webp('picture')], { type });

describe('avatars', () => {
  it('are shown to everybody who has the link, and may be kept', async () => {
    const path = `${owner.userId}/shown.webp`;
    const uploaded = await avatars(owner).upload(path, picture(), { cacheControl: '31536000' });
    expect(uploaded.error).toBeNull();
    const answer = await fetch(avatars(owner).getPublicUrl(path).data.publicUrl);
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(webp('picture'));
    expect(answer.headers.get('content-type')).toBe('image/webp');
    expect(answer.headers.get('cache-control')).toContain('max-age=31536000');
  });

  it('are listed and removed by their owner alone', async () => {
    const path = `${owner.userId}/mine.webp`;
    await avatars(owner).upload(path, picture());
    for (const person of [stranger, { client: server.client() }]) {
      expect((await avatars(person).list(owner.userId)).data).toEqual([]);
      expect((await avatars(person).remove([path])).data).toEqual([]);
    }
    expect((await avatars(owner).list(owner.userId)).data?.map(({ name }) => name)).toContain('mine.webp');
    expect((await avatars(owner).remove([path])).data).toHaveLength(1);
    expect((await fetch(avatars(owner).getPublicUrl(path).data.publicUrl)).status).toBe(400);
  });

  it('are added to one’s own folder alone and never overwritten', async () => {
    const path = `${owner.userId}/kept.webp`;
    expect((await avatars(owner).upload(path, picture())).error).toBeNull();
    for (const attempt of [
      avatars(stranger).upload(`${owner.userId}/planted.webp`, picture()),
      avatars({ client: server.client() }).upload(`${owner.userId}/planted.webp`, picture()),
      avatars(owner).upload('loose.webp', picture()),
      avatars(owner).upload(`${owner.userId}/deeper/x.webp`, picture()),
      avatars(owner).upload(path, picture(), { upsert: true }),
    ]) {
      expect(refusal((await attempt).error)).toMatchObject({ statusCode: '403' });
    }
  });

  it('are WebP or JPEG of at most 512 KiB', async () => {
    for (const type of ['image/svg+xml', 'image/png', 'image/gif', 'text/html']) {
      const { error } = await avatars(owner).upload(`${owner.userId}/x`, picture(type));
      expect(refusal(error), type).toMatchObject({ statusCode: '415' });
    }
    const big = new Blob([jpeg(''), Buffer.alloc(524_288)], { type: 'image/jpeg' });
    const { error } = await avatars(owner).upload(`${owner.userId}/big.jpg`, big);
    expect(refusal(error)).toMatchObject({ statusCode: '413' });
  });
});
