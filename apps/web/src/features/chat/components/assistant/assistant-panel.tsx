import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { SideSheet, SideSheetContent } from '../../../../components/ui/side-sheet.tsx';
import type { ChatMessage } from '../../model/chat-message.ts';
import { KeyFacts } from './key-facts.tsx';

interface AssistantPanelProps {
  sessionId: string;
  messages: readonly ChatMessage[];
  hasOlder: boolean;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Brings a message of the chat into view, with the focus. */
  onShow: (messageId: string) => void;
}

/** What helps with a chat: over all of it on a phone, beside it on anything larger. */
export function AssistantPanel({ open, onOpenChange, onShow, ...chat }: AssistantPanelProps) {
  const { t } = useTranslation();
  /** The message that is gone to once the panel is closed: as long as it is open it keeps the focus. */
  const wanted = useRef<string | null>(null);

  function show(messageId: string) {
    wanted.current = messageId;
    onOpenChange(false);
  }

  return (
    <SideSheet open={open} onOpenChange={onOpenChange}>
      <SideSheetContent
        title={t('facts.title')}
        onClosed={() => {
          if (wanted.current !== null) onShow(wanted.current);
          wanted.current = null;
        }}
      >
        <KeyFacts {...chat} onShow={show} />
      </SideSheetContent>
    </SideSheet>
  );
}
