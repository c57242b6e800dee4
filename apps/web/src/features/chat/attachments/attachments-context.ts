import { createContext } from 'react';
import type { ChatMessage } from '../model/chat-message.ts';
import type { ReadableStore } from '../model/store.ts';

/** What composer and bubbles do with pictures and files. */
export interface Attachments {
  /** Shows chosen files before they are sent; null where the chat takes none. */
  choose: ((files: readonly File[]) => void) | null;
  /** The share of an upload that has left this tab, by message: 0 to 1. */
  uploads: ReadableStore<ReadonlyMap<string, number>>;
  /** Takes back a message whose file is on its way. */
  cancel(messageId: string): void;
  /** Shows a picture large. */
  view(picture: ViewedPicture): void;
}

/** Where a picture or file comes from. */
export type AttachSource = 'camera' | 'gallery' | 'document';

/** A picture that is shown large. */
export interface ViewedPicture {
  message: ChatMessage;
  /** Its path in the bucket of the chat's files. */
  path: string;
  /** Its name for people. */
  name: string;
  /** What its bubble shows, until the whole picture has come. */
  preview: Blob;
}

export const AttachmentsContext = createContext<Attachments | null>(null);
