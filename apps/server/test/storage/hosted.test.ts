import { afterAll, beforeAll, expect, it } from 'vitest';
import { createApp } from '../../src/app.ts';
import { type StorageServer, startStorageServer } from './support.ts';

let server: StorageServer;
beforeAll(async () => {
  server = await startStorageServer();
});
afterAll(() => server.stop());

it('leaves the files of a Supabase to its own storage server', async () => {
  // A hosted Supabase's schema lacks this table.
  await server.sql('drop table storage.unowned_files');
  const app = await createApp(server.ctx);
  try {
    for (const target of ['bucket', 'object/chat-files/x', 'object/public/chat-files/x']) {
      const answer = await app.http.request(`http://localhost/storage/v1/${target}`);
      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject({ code: 'FeatureNotEnabled' });
    }
  } finally {
    await app.close();
  }
});
