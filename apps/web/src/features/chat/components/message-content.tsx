import { isAudioMessage } from '@dragoman/domain/messages';
import { useBackend } from '../../../lib/supabase.ts';
import { fileSource } from '../model/chat-file.ts';
import type { ChatMessage } from '../model/chat-message.ts';
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
  if (message.type !== 'text') {
    const file = fileSource(message.content, config.supabaseUrl);
    // Recordings of other sites are not played: pages load sound from the product's own storage alone.
    if (file.kind === 'stored' && isAudioMessage(message)) {
      return <VoiceMessage path={file.path} onPlay={() => pin(message.id)} />;
    }
    if (file.kind === 'stored') return <StoredFile file={file} />;
    if (file.kind === 'web') return <WebFile file={file} />;
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
