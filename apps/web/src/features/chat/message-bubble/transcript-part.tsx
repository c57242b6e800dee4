import { RotateCw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useBackend } from '@/shared/api/supabase.ts';
import type { ChatMessage } from '../model/chat-message.ts';
import type { Delivery } from '../model/outbox-entry.ts';
import type { BubbleActions } from './use-bubble-actions.ts';
import { useStillExpected } from './use-still-expected.ts';

interface TranscriptPartProps {
  message: ChatMessage;
  own: boolean;
  delivery: Delivery['kind'];
  /** It is being written down on this device. */
  transcribing: boolean;
  actions: BubbleActions;
}

/**
 * The time after a voice message was sent during which its listener sees that a transcript is
 * coming: as long as the server takes.
 */
const EXPECTED_WITHIN_MS = 60_000;

/**
 * `transcribing` reports a pending transcription, but in another tab, and after a reload, that
 * takes a moment.
 */
const OWN_EXPECTED_WITHIN_MS = 5_000;

/** The part under a player while there is no transcript: its progress or its failure. */
export function TranscriptPart({ message, own, delivery, transcribing, actions }: TranscriptPartProps) {
  const { t } = useTranslation();
  const { speech } = useBackend().config;
  const isMissing = speech && delivery === 'sent' && !message.transcript;
  const isExpected = useStillExpected(
    isMissing,
    message.created_at,
    own ? OWN_EXPECTED_WITHIN_MS : EXPECTED_WITHIN_MS,
  );

  if (!isMissing) return null;
  if (transcribing || isExpected) {
    return <p className="animate-pulse-soft text-ink-soft text-xs">{t('chat.voice.transcribing')}</p>;
  }
  // Only who spoke may attach the words.
  if (!own) return null;
  return (
    <p className="-mb-2.5 flex flex-wrap items-center gap-x-2 text-ink-soft text-xs">
      {t('chat.voice.notTranscribed')}
      <button
        type="button"
        onClick={() => actions.transcribeAgain(message)}
        className="inline-flex min-h-11 items-center gap-1 font-semibold text-primary"
      >
        <RotateCw aria-hidden="true" className="size-3.5" />
        {t('common.tryAgain')}
      </button>
    </p>
  );
}
