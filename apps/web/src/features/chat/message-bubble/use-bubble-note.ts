import type { TFunction } from 'i18next';
import { useState } from 'react';
import type { ChatMessage } from '../model/chat-message.ts';
import { textOf } from '../model/message-text.ts';
import type { Delivery } from '../model/outbox-entry.ts';
import type { TranslationState } from '../translation/outgoing-translations.ts';
import { EXPECTED_WITHIN_MS } from '../translation/viewer-translation.ts';
import type { ViewerTranslationState } from '../translation/viewer-translations.ts';
import type { BubbleNote } from './bubble-footer.tsx';
import { type BubbleTexts, type BubbleViewer, isUnreadable } from './bubble-texts.ts';
import type { Awaited } from './bubble-words.tsx';
import type { BubbleActions } from './use-bubble-actions.ts';
import { useStillExpected } from './use-still-expected.ts';

interface BubbleNoteOptions {
  message: ChatMessage;
  /** Null for a message without words. */
  texts: BubbleTexts | null;
  viewer: BubbleViewer;
  delivery: Delivery['kind'];
  translation: TranslationState | undefined;
  reading: ViewerTranslationState | undefined;
  /** The list requests a translation for the viewer. */
  isWanted: boolean;
  actions: BubbleActions;
  t: TFunction;
}

/** @returns what is known about a message's translation, and the place that it will take */
export function useBubbleNote(options: BubbleNoteOptions): {
  note: BubbleNote | null;
  awaited: Awaited | null;
} {
  const { message, texts, viewer, delivery, translation, reading, isWanted, actions, t } = options;
  const { source_language: from, target_language: target, translated_content: translated } = message;
  const isMissing = delivery === 'sent' && target !== null && !translated && textOf(message) !== null;
  const isExpected = useStillExpected(isMissing && !translation, message.created_at, EXPECTED_WITHIN_MS);
  // While the server cannot be reached, the words that are there are better than an empty place.
  const [shownAt] = useState(() => new Date().toISOString());
  const isRequested = useStillExpected(isWanted && !reading, shownAt, EXPECTED_WITHIN_MS);
  if (!texts) return { note: null, awaited: null };

  // What the viewer asked for comes before the translation into a language that they read before.
  const own = reading && noteOfReading(reading);
  if (own) return { note: own, awaited: own.kind === 'translating' ? place() : null };
  if (texts.other) {
    const byPhrasebook = !translated;
    const provider = byPhrasebook ? 'phrasebook' : message.translation_engine;
    return { note: { kind: 'translated', provider, byPhrasebook }, awaited: null };
  }
  if (translated) return { note: null, awaited: null };
  const isSender = viewer.own !== (message.said_by === 'visitor');
  if (isSender) {
    if (target === null || from === target) return { note: null, awaited: null };
    if (delivery === 'sending') return { note: null, awaited: place() };
    if (translation?.kind === 'translating' || isExpected)
      return { note: { kind: 'translating' }, awaited: place() };
    if (!isMissing) return { note: null, awaited: null };
    // Only the sender of a message may attach a translation to it.
    return {
      note: {
        kind: 'untranslated',
        text: t('chat.notTranslated'),
        action: {
          text: t('chat.translateAgain'),
          icon: 'again',
          onPress: () => actions.translateAgain(message),
        },
      },
      awaited: null,
    };
  }
  if (!isUnreadable(message, viewer)) return { note: null, awaited: null };
  // The note from the first drawing on: it may take a line of its own, which would move the list.
  if ((isExpected && target === viewer.language) || isRequested)
    return { note: { kind: 'translating' }, awaited: place() };
  return { note: null, awaited: null };

  function place(): Awaited | null {
    if (viewer.own) return target ? { place: 'other', from, to: target } : null;
    return { place: 'main', from, to: viewer.language };
  }

  function noteOfReading(state: ViewerTranslationState): BubbleNote {
    switch (state.kind) {
      case 'translating':
        return { kind: 'translating' };
      case 'none':
        return { kind: 'untranslated', text: t('chat.notTranslated'), action: null };
      case 'offered':
        return {
          kind: 'untranslated',
          text: t('chat.notTranslated'),
          action: {
            text: t('chat.reader.translateHere'),
            icon: 'here',
            onPress: () => actions.translateHere(message),
          },
        };
      case 'failed':
      case 'limited':
        return {
          kind: 'untranslated',
          text: t(state.kind === 'limited' ? 'chat.reader.limited' : 'chat.notTranslated'),
          action: {
            text: t('chat.translateAgain'),
            icon: 'again',
            onPress: () => actions.readAgain(message),
          },
        };
    }
  }
}
