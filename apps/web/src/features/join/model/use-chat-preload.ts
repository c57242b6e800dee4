import { useEffect } from 'react';

/**
 * Loads the code of the chat while the visitor reads the offer to join, or fills in the guest's
 * form, so that the chat opens at once.
 * @param mayJoin whether the next press may lead into the chat
 * @param preloadChat always the same function; absent on the server
 */
export function useChatPreload(mayJoin: boolean, preloadChat: (() => void) | undefined): void {
  useEffect(() => {
    if (mayJoin) preloadChat?.();
  }, [mayJoin, preloadChat]);
}
