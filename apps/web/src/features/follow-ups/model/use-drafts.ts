import type { AssistantEvent, WrittenEmail } from '@dragoman/domain/assistant/assistant';
import { FOLLOW_UP_BATCH, followUpTemplate } from '@dragoman/domain/follow-ups/follow-up-template';
import type { Language } from '@dragoman/domain/languages';
import { useEffect, useRef, useState } from 'react';
import type { Profile } from '@/shared/api/database-types.ts';
import { type Supabase, useBackend } from '@/shared/api/supabase.ts';
import type { FollowUpPerson } from '../api/follow-ups.ts';
import { lastMailTo } from './approval.ts';
import { type Draft, forgetFollowUpDraft, keepFollowUpDraft, keptDrafts } from './kept-drafts.ts';
import { readWrittenEmail } from './write-draft.ts';

/** Asks the assistant for an e-mail about a chat; the page of the app passes the chat's own way. */
export type AskForEmail = (
  supabase: Supabase,
  question: { task: 'email'; sessionId: string; language: Language },
  signal: AbortSignal,
) => AsyncGenerator<AssistantEvent>;

export interface Drafts {
  /** By the person's id; 'writing' while the assistant writes. */
  all: ReadonlyMap<string, Draft | 'writing'>;
  /** Drafts mails one after the other, at most {@link FOLLOW_UP_BATCH}. */
  write(people: readonly FollowUpPerson[]): Promise<void>;
  /** A change of the words withdraws the approval. */
  change(person: FollowUpPerson, change: Partial<Pick<Draft, 'subject' | 'body' | 'approved'>>): void;
  drop(personIds: readonly string[]): void;
  /** The template for a person. */
  template(person: FollowUpPerson): WrittenEmail;
}

/** @param me the sender, with the booth's company where they have none */
export function useDrafts(me: Profile, ask: AskForEmail): Drafts {
  const { supabase, config } = useBackend();
  const [all, setAll] = useState<Drafts['all']>(() => keptDrafts(me.id, Date.now()));
  const asking = useRef<AbortController>(undefined);
  useEffect(() => {
    const controller = new AbortController();
    asking.current = controller;
    return () => controller.abort();
  }, []);

  function put(personId: string, draft: Draft | 'writing'): void {
    setAll((before) => new Map(before).set(personId, draft));
    if (draft !== 'writing') keepFollowUpDraft(me.id, personId, draft, Date.now());
  }

  function template(person: FollowUpPerson): WrittenEmail {
    return followUpTemplate(person.language, person, { ...me, contacts: [me.phone, me.email, me.website] });
  }

  return {
    all,
    template,
    async write(people) {
      const some = people.slice(0, FOLLOW_UP_BATCH);
      let asks = config.assistant;
      for (const person of some) {
        const { person_id: id, session_id: sessionId, language } = person;
        const signal = asking.current?.signal;
        if (!signal || signal.aborted) return;
        put(id, 'writing');
        const asked = asks && sessionId !== null;
        let written: WrittenEmail | null = null;
        try {
          if (asked) {
            written = await readWrittenEmail(ask(supabase, { task: 'email', sessionId, language }, signal));
          }
        } catch {
          // It does not answer, or has reached its limit: the rest of the run does not wait.
          asks = false;
        }
        put(id, {
          ...(written ?? template(person)),
          approved: false,
          lastMail: lastMailTo(person),
          fromTemplate: asked && !written,
        });
      }
    },
    change(person, change) {
      const draft = all.get(person.person_id);
      if (!draft || draft === 'writing') return;
      put(person.person_id, { ...draft, approved: false, lastMail: lastMailTo(person), ...change });
    },
    drop(personIds) {
      setAll((before) => new Map([...before].filter(([id]) => !personIds.includes(id))));
      for (const personId of personIds) forgetFollowUpDraft(me.id, personId);
    },
  };
}
