/** Facts about one model that the server can install. */
export interface Model {
  /** Name on the command line, on the admin page and of its folder: `translation-en-zh`. */
  id: string;
  kind: 'translation' | 'speech';
  /** English name for the command line and the admin page: `English to Chinese`. */
  title: string;
  version: string;
  /** Whether the server downloads the model only after an administrator has switched it on. */
  optional?: boolean;
  licence: { name: string; url: string };
  files: readonly ModelFile[];
}

/** One file of a model, with the pins that prove a download. */
export interface ModelFile {
  /** The file's purpose in the engine: `model`, `shortlist`, `tokens`. */
  role: string;
  /** Its name in the model's folder. */
  name: string;
  /** Size in bytes and SHA-256 (lower-case hex) of the installed file. */
  bytes: number;
  sha256: string;
  /** The file's source: its address, and the pins of the compressed bytes if it is compressed. */
  download: {
    url: string;
    bytes: number;
    sha256: string;
    compression: 'none' | 'gzip' | 'zstd';
  };
}

/** Reasons why a model could not be installed. */
export type ModelFailure =
  /** The download address could not be reached, or the connection ended. */
  | 'network'
  /** The server at the download address answered with an error status. */
  | 'refused'
  /** The download differs from the pinned hash or size. */
  | 'wrong-content'
  /** The disk is full. */
  | 'disk-full'
  /** The folder cannot be written. */
  | 'read-only'
  /** The engine could not load the installed files. */
  | 'unusable';

/** State of one model on this machine. */
export type ModelState =
  /** An optional model that is switched off and not downloaded. */
  | { state: 'off' }
  | { state: 'missing' }
  /** `bytes` of `totalBytes` have arrived. */
  | { state: 'downloading'; bytes: number; totalBytes: number }
  /** Another process of this installation downloads it. */
  | { state: 'waiting' }
  | { state: 'ready' }
  /** `retryAt`: milliseconds since 1970 of the next attempt; null when only a person can help. */
  | { state: 'failed'; failure: ModelFailure; retryAt: number | null };

/** A model and its state, as the admin page, `/readyz` and the command line show it. */
export type ModelStatus = ModelState & Pick<Model, 'id' | 'kind' | 'title'>;

/** The models of this installation. */
export interface ModelStore {
  /**
   * @param id of a model
   * @returns absolute paths of its verified files by role, or null while the model is not ready
   */
  files(id: string): Readonly<Record<string, string>> | null;
  statuses(): ModelStatus[];
  /**
   * Records that the engine could not load a model's files, which its state then shows.
   * @param reason the engine's message, for the log
   */
  markUnusable(id: string, reason: string): void;
  /**
   * Calls `listener` after every change of a state.
   * @returns a function that ends the subscription
   */
  onChange(listener: () => void): () => void;
}
