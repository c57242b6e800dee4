import { AttachmentMessage } from '../attachments/attachment-message.tsx';
import type { ChatMessage } from '../model/chat-message.ts';
import type { MessageBody } from '../model/message-body.ts';
import type { Delivery } from '../model/outbox-entry.ts';
import { VoiceMessage } from '../voice/voice-message.tsx';
import { WebFile } from './file-message.tsx';
import { TranscriptPart } from './transcript-part.tsx';
import type { BubbleActions } from './use-bubble-actions.ts';

interface MessageContentProps {
  message: ChatMessage;
  body: MessageBody;
  own: boolean;
  delivery: Delivery['kind'];
  transcribing: boolean;
  actions: BubbleActions;
}

/**
 * The part of a message that is no text: a recording with its player (specification 2.21), or
 * another file.
 */
export function MessageContent({ body, ...props }: MessageContentProps) {
  const { message, actions } = props;
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
    if (body.file.kind === 'web') return <WebFile file={body.file} />;
    return <AttachmentMessage message={message} file={body.file} delivery={props.delivery} />;
  }
  return null;
}
