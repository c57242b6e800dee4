/** Absolute paths of one model's files. */
export interface ModelPaths {
  /** Name of the model; the worker keeps it loaded under this name. */
  id: string;
  model: string;
  shortlist: string;
  /** One file for both languages, or the source's and the target's. */
  vocabularies: string[];
}

/** Asks the worker for one translation. */
export interface TranslateJob {
  /** One sentence. */
  text: string;
  /** One model, or two of which the second translates what the first made. */
  models: ModelPaths[];
}

/** What the worker says. It answers one job at a time. */
export type WorkerMessage =
  | { kind: 'ready' }
  | { kind: 'translated'; text: string; residentBytes: number }
  /**
   * The engine cannot load this model. `reason`: what the engine or the file system said, without
   * any user's text; at most 200 characters. The process ends.
   */
  | { kind: 'unusable'; id: string; reason: string }
  /**
   * The engine has no more memory. `id`: the model that it was loading, null while translating. The
   * process ends.
   */
  | { kind: 'out-of-memory'; id: string | null };
