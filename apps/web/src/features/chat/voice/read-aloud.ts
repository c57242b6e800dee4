import { LANGUAGES, type Language } from '@dragoman/domain/languages';
import { createStore, type ReadableStore } from '../model/store.ts';
import { voiceFor, voiceTag } from './choose-voice.ts';
import { spokenSentences } from './spoken-sentences.ts';

/** The parts of `window.speechSynthesis` that reading aloud uses. */
export type Synthesis = Pick<SpeechSynthesis, 'getVoices' | 'speak' | 'cancel' | 'speaking' | 'pending'> &
  // Older versions of Safari have no events here, and list their voices at once.
  Partial<Pick<SpeechSynthesis, 'addEventListener'>>;

export type ReadingOutcome =
  | 'done'
  /** The viewer, another text or the browser ended it. */
  | 'stopped'
  /** The voice is listed but does not speak; its language is no longer offered. */
  | 'no-voice'
  /** The voice failed; a later try may work. */
  | 'failed';

export interface ReadAloudState {
  /** Key of the text that is being read; null while there is silence. */
  reading: string | null;
  /** Languages that have a voice. */
  languages: ReadonlySet<Language>;
}

export interface ReadAloud {
  state: ReadableStore<ReadAloudState>;
  /**
   * Reads a text, sentence by sentence, after stopping the previous one.
   * @param key names the text in {@link ReadAloudState}
   */
  read(key: string, text: string, language: Language): Promise<ReadingOutcome>;
  stop(): void;
}

/** A remote voice needs a moment; a voice that is listed but not installed never starts. */
export const START_WITHIN_MS = 6_000;
/** Some browsers never report the end of an utterance. No voice takes longer than this. */
const END_WITHIN_MS = 30_000;

/** Errors that another try does not mend, as the Web Speech API names them. */
const UNUSABLE = ['language-unavailable', 'voice-unavailable', 'synthesis-unavailable', 'synthesis-failed'];

/**
 * Reads texts aloud with the browser's voices, one at a time.
 * @param synthesis null: the browser has no speech synthesis
 * @param createUtterance creates a `SpeechSynthesisUtterance`
 */
export function createReadAloud(
  synthesis: Synthesis | null,
  createUtterance: (text: string) => SpeechSynthesisUtterance,
): ReadAloud {
  const silent = new Set<Language>();
  const state = createStore<ReadAloudState>({ reading: null, languages: new Set() });
  /** Ends the reading. */
  let end: ((outcome: ReadingOutcome) => void) | null = null;

  function findLanguages(): void {
    const voices = synthesis?.getVoices() ?? [];
    const languages = LANGUAGES.filter((one) => !silent.has(one) && voiceFor(voices, one) !== null);
    const known = state.get().languages;
    if (languages.length === known.size && languages.every((one) => known.has(one))) return;
    state.set({ ...state.get(), languages: new Set(languages) });
  }
  // Voices load after the page in most browsers.
  findLanguages();
  synthesis?.addEventListener?.('voiceschanged', findLanguages);

  function stop(): void {
    end?.('stopped');
  }

  async function read(key: string, text: string, language: Language): Promise<ReadingOutcome> {
    stop();
    const voice = synthesis && voiceFor(synthesis.getVoices(), language);
    if (!synthesis || !voice) return 'no-voice';
    const sentences = spokenSentences(text, language);
    if (sentences.length === 0) return 'done';
    const outcome = await new Promise<ReadingOutcome>((resolve) => {
      let timer: ReturnType<typeof setTimeout> | undefined;
      // Chrome drops the events of an utterance that nothing refers to.
      const utterances: SpeechSynthesisUtterance[] = [];
      const finish = (result: ReadingOutcome) => {
        clearTimeout(timer);
        utterances.length = 0;
        if (end === finish) end = null;
        if (result !== 'done' && (synthesis.speaking || synthesis.pending)) synthesis.cancel();
        state.set({ ...state.get(), reading: null });
        resolve(result);
      };
      const isOver = () => end !== finish;
      const speak = (index: number) => {
        const sentence = sentences[index];
        if (sentence === undefined) return finish('done');
        const utterance = createUtterance(sentence);
        utterance.voice = voice;
        utterance.lang = voiceTag(voice);
        utterances.push(utterance);
        timer = setTimeout(() => finish(index === 0 ? 'no-voice' : 'failed'), START_WITHIN_MS);
        utterance.onstart = () => {
          if (isOver()) return;
          clearTimeout(timer);
          timer = setTimeout(() => finish('failed'), END_WITHIN_MS);
        };
        utterance.onend = () => {
          if (isOver()) return;
          clearTimeout(timer);
          speak(index + 1);
        };
        utterance.onerror = ({ error }) => {
          if (isOver()) return;
          if (error === 'canceled' || error === 'interrupted') finish('stopped');
          else finish(UNUSABLE.includes(error) ? 'no-voice' : 'failed');
        };
        synthesis.speak(utterance);
      };
      end = finish;
      state.set({ ...state.get(), reading: key });
      speak(0);
    });
    if (outcome === 'no-voice') {
      silent.add(language);
      findLanguages();
    }
    return outcome;
  }

  return { state, read, stop };
}
