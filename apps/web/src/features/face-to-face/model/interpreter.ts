import type { Language } from '@dragoman/domain/languages';
import type { TopicId } from '@dragoman/domain/phrasebook/phrase';
import type { Line } from './conversation.ts';

/** A line, before it is translated. */
export type SpokenLine = Omit<Line, 'translation'>;

/** The result of asking for a translation. */
export type Interpretation =
  | { kind: 'translated'; text: string }
  /** `message`: the server's reason, if it gave one. */
  | { kind: 'failed'; message: string | null }
  /** No connection, and the phrasebook on the device does not know the text. */
  | { kind: 'unreachable' };

/** The result of recognising speech. */
export type Heard =
  | { kind: 'heard'; text: string }
  | { kind: 'failed'; message: string | null }
  | { kind: 'unreachable' };

/** Why a microphone gave no recording, as in the texts `chat.voice.problem`. */
export type MicrophoneProblem =
  | 'blocked'
  | 'missing'
  | 'busy'
  | 'unsupported'
  | 'insecure'
  | 'nothing-recorded'
  | 'unknown';

export type RecorderState =
  | { kind: 'idle' | 'asking' | 'recording' | 'recorded' }
  | { kind: 'failed'; problem: MicrophoneProblem };

/** Records one speaker at a time. */
export interface Recorder {
  state: { get(): RecorderState; subscribe(listener: () => void): () => void };
  start(): Promise<void>;
  /** @returns the recording; null without one: the state gives the reason */
  finish(): Promise<{ audio: Blob } | null>;
  cancel(): void;
}

/** The device's voices. */
export interface Voice {
  /** Languages that have a voice. */
  languages: { get(): ReadonlySet<Language>; subscribe(listener: () => void): () => void };
  /** Reads a text aloud after stopping the previous one. Never rejects. */
  read(text: string, language: Language): void;
  stop(): void;
}

/** Phrases of one subject in one language, which the phrasebook translates without a network. */
export interface PhraseTopic {
  id: TopicId;
  phrases: readonly string[];
}

/** Of the lines that are not on the server yet: none, some that will be sent, some that it refused. */
export type Saving = 'saved' | 'waiting' | 'refused';

/** The chat that keeps a vendor's conversation, for a guest who may take it along. */
export interface Keeping {
  chatId: string;
  state: { get(): Saving; subscribe(listener: () => void): () => void };
  /** Sends the lines again that the server has refused. */
  retry(): void;
}

/** What a conversation face to face needs from the rest of the app. */
export interface Interpreter {
  /**
   * Keeps a new line, where conversations are kept, and translates it. Never rejects.
   * @param again the line is kept already
   */
  interpret(line: SpokenLine, again: boolean): Promise<Interpretation>;
  /** Null where conversations are not kept: a visitor cannot open a chat for another person. */
  keeping: Keeping | null;
  /** Null where the server recognises no speech. */
  speech: {
    createRecorder(): Recorder;
    /** Never rejects. */
    recognise(audio: Blob, language: Language): Promise<Heard>;
  } | null;
  voice: Voice;
  /** @throws when the phrasebook cannot be loaded; the next call tries again */
  phrases(language: Language): Promise<readonly PhraseTopic[]>;
}
