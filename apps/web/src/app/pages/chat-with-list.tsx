import { LIST_BESIDE_CHAT } from '@/entities/chat/list-beside-chat.ts';
import { ChatPage } from '@/features/chat/screen/chat-page.tsx';
import { useMediaQuery } from '@/shared/hooks/use-media-query.ts';
import { lazyAfterLoad } from '@/shared/page/lazy-after-load.tsx';

const ChatColumn = lazyAfterLoad(
  async () => (await import('@/features/chat-list/components/chat-column.tsx')).ChatColumn,
);

/** An open chat; on a wide screen with the list of the user's chats beside it. */
export function ChatWithList() {
  const beside = useMediaQuery(LIST_BESIDE_CHAT);
  return (
    <div className="lg:ps-80 lg:[--chat-start:20rem]">
      {beside && (
        // As wide as the room that the frame of the chat leaves.
        <div className="fixed inset-y-0 start-0 w-80 bg-sunken">
          <ChatColumn />
        </div>
      )}
      <ChatPage />
    </div>
  );
}
