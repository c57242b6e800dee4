import type { SpeechEngine } from '@dragoman/functions/speech/speech-engine';
import type { EngineHealth } from '@dragoman/functions/translate/engine-health';
import { EngineError, type TranslationEngine } from '@dragoman/functions/translate/engines/engine';
import type { DescribedEngine, EngineBoard, EngineTest } from '../engines/engine-board.ts';
import type { AssistantFunction } from './assistant-function.ts';
import type { DocumentFunctions } from './document-functions.ts';

const TEST_MS = 15_000;
/** A sentence of the fair, nobody's own. */
const SAMPLE = { text: 'Welcome to our booth!', source: 'en', target: 'zh' } as const;

export interface FunctionEngines {
  translation: { engines: readonly TranslationEngine[]; health: EngineHealth };
  speech: { engine: SpeechEngine | null; health: EngineHealth };
  documents: Pick<DocumentFunctions, 'engines' | 'descriptions'> & { advice: () => string | null };
  assistant: Pick<AssistantFunction, 'engines' | 'descriptions' | 'advice'>;
}

/** The engines of the functions, for the organiser: from the same records as `/readyz`. */
export function createEngineBoard({
  translation,
  speech,
  documents,
  assistant,
}: FunctionEngines): EngineBoard {
  return {
    groups: () => [
      {
        kind: 'translation',
        engines: describe(translation.health.states(), new Map(names(translation.engines)), true),
        advice: null,
      },
      {
        kind: 'speech',
        engines: describe(
          speech.health.states(),
          new Map(names(speech.engine ? [speech.engine] : [])),
          false,
        ),
        advice: null,
      },
      {
        kind: 'reading',
        engines: describe(documents.engines(), documents.descriptions, false),
        advice: documents.advice(),
      },
      {
        kind: 'assistant',
        engines: describe(assistant.engines(), assistant.descriptions, false),
        advice: assistant.advice,
      },
    ],
    async test(kind, name) {
      const engine =
        kind === 'translation' ? translation.engines.find((one) => one.name === name) : undefined;
      return engine ? testTranslation(engine, translation.health) : null;
    },
  };
}

/** What comes of it counts like any other translation: one that is back is asked again at once. */
async function testTranslation(engine: TranslationEngine, health: EngineHealth): Promise<EngineTest> {
  const started = performance.now();
  const milliseconds = () => Math.round(performance.now() - started);
  try {
    const answer = await engine.translate({ ...SAMPLE }, AbortSignal.timeout(TEST_MS));
    if (answer.trim() === '' || answer.trim() === SAMPLE.text) {
      throw new EngineError('bad-answer', 'The engine gave no translation');
    }
    health.succeeded(engine.name);
    return { ok: true, milliseconds: milliseconds(), answer: answer.trim().slice(0, 200) };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const failure =
      error instanceof EngineError
        ? error
        : new EngineError(error.name === 'TimeoutError' ? 'timeout' : 'network', 'The engine did not answer');
    health.failed(engine.name, failure);
    return { ok: false, milliseconds: milliseconds(), failure: failure.failure };
  }
}

function names(engines: ReadonlyArray<{ name: string; description: string }>): Array<[string, string]> {
  return engines.map(({ name, description }) => [name, description]);
}

function describe(
  states: ReturnType<EngineHealth['states']>,
  descriptions: ReadonlyMap<string, string>,
  testable: boolean,
): DescribedEngine[] {
  return states.map((state) => ({
    ...state,
    description: descriptions.get(state.engine) ?? state.engine,
    testable,
  }));
}
