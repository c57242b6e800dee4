/** The media query of screens that show the list of chats beside the open chat: 1024 px and wider. */
export const LIST_BESIDE_CHAT = '(min-width: 64rem)';
