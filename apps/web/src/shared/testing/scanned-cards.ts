import { CARD_FIELDS, type CardField } from '@dragoman/domain/cards/scanned-card';
import type { ScannedCard } from '../api/database-types.ts';
import { answer, json, rows } from './answers.ts';

const TABLE = '/rest/v1/scanned_cards';

let minute = 0;

/** A saved card as the server has it, kept a minute after the one before. */
export function scannedCard(values: Partial<ScannedCard>): ScannedCard {
  minute += 1;
  const time = new Date(Date.UTC(2026, 0, 5, 8, minute)).toISOString();
  const empty = Object.fromEntries(CARD_FIELDS.map((name) => [name, null])) as Record<CardField, null>;
  return {
    ...empty,
    id: crypto.randomUUID(),
    owner_id: 'owner',
    scanned_by: null,
    tags: [],
    note: null,
    created_at: time,
    updated_at: time,
    ...values,
  };
}

/** @returns a card box on the server, which changes as the app asks, and what the app has written */
export function serveCards(owner_id: string, first: ScannedCard[]) {
  const server = { cards: first, written: [] as Partial<ScannedCard>[] };
  async function rowOf(request: Request): Promise<Partial<ScannedCard>> {
    const row = (await request.json()) as Partial<ScannedCard>;
    server.written.push(row);
    return row;
  }
  const idIn = ({ url }: Request) => new URL(url).searchParams.get('id')?.slice('eq.'.length);

  answer(`GET ${TABLE}`, () => rows(server.cards));
  answer(`POST ${TABLE}`, async (request) => {
    const added = scannedCard({ owner_id, ...(await rowOf(request)) });
    server.cards = [added, ...server.cards];
    return json(added, 201);
  });
  answer(`PATCH ${TABLE}`, async (request) => {
    const row = await rowOf(request);
    const id = idIn(request);
    server.cards = server.cards.map((one) => (one.id === id ? { ...one, ...row } : one));
    return json(server.cards.find((one) => one.id === id));
  });
  answer(`DELETE ${TABLE}`, (request) => {
    server.cards = server.cards.filter(({ id }) => id !== idIn(request));
    return new Response(null, { status: 204 });
  });
  return server;
}
