import { useBackend } from '@/shared/api/supabase.ts';
import type { ChatMessage } from '../model/chat-message.ts';
import { messageBody } from '../model/message-body.ts';
import type { Delivery } from '../model/outbox-entry.ts';
import { ListenButton } from '../voice/listen-button.tsx';
import { VoiceMessage } from '../voice/voice-message.tsx';
import { StoredFile, WebFile } from './file-message.tsx';
import { MessageText } from './message-text.tsx';
import { TranscriptPart } from './transcript-part.tsx';
import type { BubbleActions } from './use-bubble-actions.ts';

interface MessageContentProps {
  message: ChatMessage;
  own: boolean;
  delivery: Delivery['kind'];
  transcribing: boolean;
  actions: BubbleActions;
}

/**
 * The content of a message: text, a recording with its player (specification 2.21), or another
 * file.
 */
export function MessageContent(props: MessageContentProps) {
  const { message, actions } = props;
  const { config } = useBackend();
  const body = messageBody(message, config.supabaseUrl);
  if (body.kind === 'voice') {
    return (
      <>
        <VoiceMessage
          source={message.recording ?? body.path}
          durationMs={message.duration_ms}
          // Kept in the document while it plays.
          onPlay={() => actions.pin(message.id)}
        />
        <TranscriptPart {...props} />
      </>
    );
  }
  if (body.kind === 'file') {
    return body.file.kind === 'stored' ? <StoredFile file={body.file} /> : <WebFile file={body.file} />;
  }
  return (
    <p
      dir="auto"
      lang={message.source_language ?? undefined}
      className="me-auto whitespace-pre-wrap text-start [overflow-wrap:anywhere] group-has-data-translation/bubble:me-0"
    >
      <MessageText text={message.content} />
      <ListenButton
        messageId={message.id}
        part="original"
        text={message.content}
        language={message.source_language}
      />
    </p>
  );
}
