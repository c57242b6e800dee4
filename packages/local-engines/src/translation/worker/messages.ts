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
  /** One model, or two of which the second translates the first one's output. */
  models: ModelPaths[];
}
