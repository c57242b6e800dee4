import type { Language } from '../languages.ts';
import { FACT_KINDS, type FactKind } from './fact.ts';
import { factText } from './fact-text.ts';
import { findFacts } from './find-facts.ts';

/** A message that facts are gathered from. */
export interface FactSource {
  id: string;
  /** The message's words; null: none. */
  words: string | null;
}

/** One fact of a chat, however often it was said. */
export interface KeyFact {
  kind: FactKind;
  key: string;
  /** The fact in the reader's notation. */
  text: string;
  /** The fact as it was last written, where that differs. */
  written: string | null;
  /** The words around it, where it was said last. */
  before: string;
  after: string;
  /** The message in which it was said last, and how many said it. */
  messageId: string;
  mentions: number;
}

/** Characters of the words around a fact. */
const AROUND = 60;

/**
 * Gathers what two people have said of prices, quantities, dates and contacts, without any model:
 * it works without a network.
 * @param messages in the order in which they were written
 * @returns for each kind its facts, those said last first
 */
export function gatherFacts(messages: readonly FactSource[], reader: Language): Record<FactKind, KeyFact[]> {
  const facts = new Map<string, KeyFact>();
  for (const { id, words } of messages) {
    if (!words) continue;
    const said = new Set<string>();
    for (const fact of findFacts(words)) {
      const before = facts.get(fact.key);
      const text = factText(fact, reader);
      const mentions = (before?.mentions ?? 0) + (said.has(fact.key) ? 0 : 1);
      said.add(fact.key);
      // Deleting first moves the fact to the end, so that the latest mention comes last.
      facts.delete(fact.key);
      facts.set(fact.key, {
        kind: fact.kind,
        key: fact.key,
        text,
        written: text === fact.text ? null : fact.text,
        before: endOf(words.slice(0, fact.start)),
        after: beginOf(words.slice(fact.end)),
        messageId: id,
        mentions,
      });
    }
  }
  const newestFirst = [...facts.values()].reverse();
  return Object.fromEntries(
    FACT_KINDS.map((kind) => [kind, newestFirst.filter((fact) => fact.kind === kind)]),
  ) as Record<FactKind, KeyFact[]>;
}

/** From its line, by whole characters. */
function endOf(text: string): string {
  const line = [...(text.split('\n').at(-1) ?? '')];
  return line.length > AROUND ? `…${line.slice(-AROUND).join('')}` : line.join('');
}

function beginOf(text: string): string {
  const line = [...(text.split('\n')[0] ?? '')];
  return line.length > AROUND ? `${line.slice(0, AROUND).join('')}…` : line.join('');
}
