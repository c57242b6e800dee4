import type { ReactNode, Ref } from 'react';
import { ChatSideColumn } from './chat-side-column.tsx';

interface ChatFrameProps {
  ref?: Ref<HTMLDivElement>;
  /** The contents of the chat's column, from its top. */
  children: ReactNode;
  /** Dialogs and panels over the chat. */
  overlays?: ReactNode;
}

/**
 * The frame of a chat: header, list and composer in one column, advertising beside it where there
 * is room. It begins at `--chat-start`, after what the page shows beside it.
 */
export function ChatFrame({ ref, children, overlays }: ChatFrameProps) {
  return (
    <div
      ref={ref}
      className="fixed start-(--chat-start,0px) end-0 top-(--chat-top,0px) flex h-(--chat-height,100dvh) justify-center bg-paper"
    >
      <ChatSideColumn side="start" />
      <main
        id="content"
        className="@container/chat flex min-w-0 flex-1 flex-col border-line lg:max-w-4xl lg:border-x"
      >
        {children}
      </main>
      <ChatSideColumn side="end" />
      {overlays}
    </div>
  );
}
