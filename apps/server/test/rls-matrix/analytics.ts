import { type RlsCase, read, refused } from './rls-case.ts';

const FIGURES = `select (figures -> 'current' ->> 'joins')::int as joins, (figures -> 'current' ->> 'leads')::int as leads
  from vendor_analytics('UTC') figures`;

export const ANALYTICS_RULES: RlsCase[] = [
  read(
    'vera',
    'is told of her own chats and leads alone',
    `select from (${FIGURES}) f where (joins, leads) = (1, 1)`,
    1,
  ),
  read('victor', 'is told of his', `select from (${FIGURES}) f where (joins, leads) = (1, 0)`, 1),
  refused('wei', 'asks for figures as a visitor', FIGURES, 'PT403'),
  refused('guest', 'asks for figures as a guest', FIGURES, 'PT403'),
  refused('newcomer', 'asks for figures without a profile', FIGURES, 'PT403'),
  refused('anon', 'asks for figures', FIGURES),
  read('vera', 'reads the facts of her chats', 'select from private.chat_facts', 1),
  read('vera', 'reads no others', `select from private.chat_facts where session_id = '{other}'`, 0),
  read('wei', 'reads none of the facts of his chats', 'select from private.chat_facts', 0),
  refused('anon', 'reads facts of chats', 'select from private.chat_facts'),
  refused('vera', 'writes when she answered', 'update private.chat_facts set answered_at = asked_at'),
  refused('vera', 'removes a chat from her figures', 'delete from private.chat_facts'),
];
