import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, openTeam, type Team, visit, write } from '../booth-teams/support.ts';
import type { Person } from '../harness.ts';
import { type Fair, jobsOf, openFair } from './support.ts';

// Who of a booth's team is told of an unread message (docs/adr/0083).

let fair: Fair;
let team: Team;
beforeAll(async () => {
  fair = await openFair();
  team = await openTeam(fair.server);
});
afterAll(() => fair.stop());

/** @returns the names of those who have a job for the chat */
async function told(chat: string): Promise<string[]> {
  const rows = await fair.server.sql<{ name: string }>(
    `select p.name from private.missed_replies m join profiles p on p.id = m.profile_id
     where m.session_id = $1 order by p.name`,
    [chat],
  );
  return rows.map(({ name }) => name);
}

const away = (person: Person, is: boolean) => call(person, 'set_away', { away: is });

describe('a message to a booth', () => {
  it('is told to the whole team while no one answers, then to who does', async () => {
    const { omar, lina, code } = team;
    const { visitor, chat } = await visit(fair.server, code);
    expect(await told(chat)).toEqual(['Lina', 'Omar', 'Vera']);
    // The answer is told to the visitor. Omar, who writes it, has read the chat.
    await omar.client
      .rpc('mark_session_read', { session_id: chat, up_to: new Date(Date.now() + 1000).toISOString() })
      .throwOnError();
    expect(await told(chat)).toEqual(['Lina', 'Vera']);
    expect(await write(omar, chat, 'Welcome')).toBeNull();
    expect(await told(chat)).toEqual(['Wei']);
    expect(await write(visitor, chat, 'And the price?')).toBeNull();
    expect(await told(chat)).toEqual(['Omar', 'Wei']);

    // It follows the chat to the next person.
    await call(omar, 'hand_over_chat', { session_id: chat, member_id: lina.profileId });
    expect(await told(chat)).toEqual(['Lina', 'Wei']);
    await call(lina, 'release_chat', { session_id: chat });
    expect(await told(chat)).toEqual(['Lina', 'Omar', 'Vera', 'Wei']);
  });

  it('leaves out who is away, unless all are', async () => {
    const { owner, omar, lina, code } = team;
    await away(omar, true);
    expect(await told((await visit(fair.server, code)).chat)).toEqual(['Lina', 'Vera']);
    await away(lina, true);
    await away(owner, true);
    expect(await told((await visit(fair.server, code)).chat)).toEqual(['Lina', 'Omar', 'Vera']);
    for (const person of [owner, omar, lina]) await away(person, false);
  });

  it('is pushed with the visitor’s name, and the answer with the name of who wrote it', async () => {
    const { lina, code } = team;
    const browser = await fair.browserOf(lina);
    const { visitor, chat } = await visit(fair.server, code, 'A question');
    const theirs = await fair.browserOf(visitor);
    await fair.round();
    const titles = ({ received }: typeof browser) =>
      received.map(({ content: { title, body } }) => [title, body]);
    expect(titles(browser)).toContainEqual(['Wei', 'A question']);
    expect(await write(lina, chat, 'An answer')).toBeNull();
    await fair.round();
    expect(titles(theirs)).toEqual([['Lina', 'An answer']]);
  });

  it('is not told to who has left', async () => {
    const { owner, omar, lina, code } = await openTeam(fair.server);
    const { chat } = await visit(fair.server, code);
    expect(await jobsOf(fair, omar)).toHaveLength(1);
    await call(owner, 'remove_booth_member', { member_id: omar.profileId });
    expect(await jobsOf(fair, omar)).toEqual([]);
    expect(await told(chat)).toEqual(['Lina', 'Vera']);
    expect(await call(lina, 'claim_chat', { session_id: chat })).toBeNull();
    expect(await told(chat)).toEqual(['Lina']);
  });
});
