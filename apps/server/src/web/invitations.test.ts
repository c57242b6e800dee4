import { describe, expect, it } from 'vitest';
import { openEntryServer } from './entry-server.ts';
import { findInvite, type SessionInvite } from './invitations.ts';
import { writeServerPage } from './page-parts.ts';

const ID = '6f9619ff-8b86-4d01-b42d-00cf4fc964ff';
const INVITE: SessionInvite = {
  id: ID,
  status: 'active',
  taken: false,
  vendor: {
    id: ID,
    name: '</script><script>alert(1)</script> $& <!-- "\' \u202e\u2028',
    company: null,
    avatar_url: null,
  },
};

const BUILT = '<html lang="en" dir="ltr"><title>Dragoman</title><body><div id="root"></div></body></html>';

function database(answer: () => Promise<SessionInvite[]>) {
  const warnings: unknown[] = [];
  const parts = { db: { request: answer as never }, log: { warn: (line: unknown) => warnings.push(line) } };
  return { parts: { ...parts, log: parts.log as never }, warnings };
}

describe('the invitation of a join page', () => {
  it('is the row, or null without one', async () => {
    expect(await findInvite(database(async () => [INVITE]).parts, ID, 10_000)).toEqual(INVITE);
    expect(await findInvite(database(async () => []).parts, ID, 10_000)).toBeNull();
  });

  it('is not requested with an invalid id', async () => {
    const never = database(() => Promise.reject(new Error('asked')));
    expect(await findInvite(never.parts, "1' or true", 10_000)).toBeNull();
    expect(never.warnings).toEqual([]);
  });

  it('is left out when the database fails, or does not answer in time', async () => {
    const failing = database(() => Promise.reject(new Error('away')));
    expect(await findInvite(failing.parts, ID, 10_000)).toBeNull();
    expect(failing.warnings).toHaveLength(1);
    expect(await findInvite(database(() => new Promise(() => {})).parts, ID, 1)).toBeNull();
  });
});

describe('the join page', () => {
  it('carries its data in an element that no name can end', () => {
    const page = writeServerPage(BUILT, {
      name: 'join',
      markup: '<p>card $1</p>',
      language: 'ar',
      queries: { queries: [INVITE] },
      title: 'Lamps & <Fair>',
    });
    const [, json] = page.match(/<script type="application\/json" id="queries">(.*?)<\/script>/s) ?? [];
    expect(JSON.parse(json ?? '')).toEqual({ queries: [INVITE] });
    expect(page.match(/<script/g)).toHaveLength(1);
    expect(page).not.toContain('<!--');
    expect(page).toContain('<div id="root" data-server-page="join"><p>card $1</p></div>');
    expect(page).toContain('<title>Lamps &amp; &lt;Fair&gt;</title>');
    expect(page).toContain('<html lang="ar" dir="rtl" data-language="ar">');
  });

  it('is the app shell where the entry for the server is not built, or cannot be loaded', async () => {
    const warnings: unknown[] = [];
    const log = { warn: (line: unknown) => warnings.push(line) } as never;
    expect(await openEntryServer('/nowhere/entry-server.js', log)()).toBeNull();
    expect(warnings).toEqual([]);
    expect(await openEntryServer(import.meta.dirname, log)()).toBeNull();
    expect(warnings).toHaveLength(1);
  });
});
