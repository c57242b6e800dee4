import type { AssistantTask } from '@dragoman/domain/assistant/assistant';
import type { Language } from '@dragoman/domain/languages';
import { useEffect, useReducer, useRef } from 'react';
import { useSupabase } from '@/shared/api/supabase.ts';
import { AssistantError, askAssistant } from './ask-assistant.ts';
import { type AssistantAnswer, NO_ANSWER, nextAnswer } from './assistant-answer.ts';

export interface AnswerRequest {
  answer: AssistantAnswer;
  /** @param question with the task `ask` */
  send(question?: string): void;
  stop(): void;
}

/**
 * The assistant's answer to one task about a chat. The request is sent only on the user's action,
 * and the answer is kept on this page only.
 */
export function useAssistantAnswer(task: AssistantTask, chatId: string, language: Language): AnswerRequest {
  const supabase = useSupabase();
  const [answer, change] = useReducer(nextAnswer, NO_ANSWER);
  const underWay = useRef<AbortController>(undefined);
  useEffect(() => () => underWay.current?.abort(), []);

  async function send(question?: string) {
    underWay.current?.abort();
    const asking = new AbortController();
    underWay.current = asking;
    change({ kind: 'asked' });
    const asked = { task, sessionId: chatId, language, ...(question && { question }) };
    try {
      for await (const event of askAssistant(supabase, asked, asking.signal)) {
        if (asking.signal.aborted) return;
        change({ kind: 'event', event });
      }
      // Its last event has ended it; without one the connection was lost.
      if (!asking.signal.aborted) change({ kind: 'lost' });
    } catch (error) {
      if (asking.signal.aborted) return;
      change(
        error instanceof AssistantError ? { kind: 'refused', failure: error.failure } : { kind: 'lost' },
      );
    }
  }

  return {
    answer,
    send: (question) => void send(question),
    stop() {
      underWay.current?.abort();
      change({ kind: 'stopped' });
    },
  };
}
