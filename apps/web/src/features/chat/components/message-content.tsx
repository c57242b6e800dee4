import { useBackend } from '../../../lib/supabase.ts';
import type { ChatMessage } from '../model/chat-message.ts';
import { messageBody } from '../model/message-body.ts';
import { StoredFile, WebFile } from './file-message.tsx';
import { MessageText } from './message-text.tsx';
import { VoiceMessage } from './voice-message.tsx';

interface MessageContentProps {
  message: ChatMessage;
  /** Keeps a message in the document while it plays; @returns what ends that. */
  pin: (id: string) => () => void;
}

/** What was sent: text, a recording with its player (spec section 2), or another file. */
export function MessageContent({ message, pin }: MessageContentProps) {
  const { config } = useBackend();
  const body = messageBody(message, config.supabaseUrl);
  if (body.kind === 'voice') return <VoiceMessage path={body.path} onPlay={() => pin(message.id)} />;
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
    </p>
  );
}
