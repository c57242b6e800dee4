import type { OpenAiTranscriptionOptions } from './openai-transcription.ts';

/**
 * Reads the settings of speech transcription.
 * @param environment empty values count as unset
 * @returns null without STT_OPENAI_URL, and one sentence per invalid variable that names it. Use
 * `engine` only when there are no such problems.
 */
export function readSpeechEnvironment(environment: Readonly<Record<string, string | undefined>>): {
  provider: OpenAiTranscriptionOptions | null;
  problems: string[];
} {
  const read = (name: string) => environment[name]?.trim() || null;
  const url = read('STT_OPENAI_URL');
  const key = read('STT_OPENAI_KEY');
  const model = read('STT_OPENAI_MODEL');
  const problems: string[] = [];
  if (url === null) {
    if (key !== null) problems.push('STT_OPENAI_URL must be set when STT_OPENAI_KEY is');
    if (model !== null) problems.push('STT_OPENAI_URL must be set when STT_OPENAI_MODEL is');
    return { provider: null, problems };
  }
  if (!isHttpUrl(url)) problems.push('STT_OPENAI_URL must be an http(s) address');
  if (model === null) problems.push('STT_OPENAI_MODEL must name the model when STT_OPENAI_URL is set');
  return { provider: { url, key, model: model ?? '' }, problems };
}

function isHttpUrl(value: string): boolean {
  return URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);
}
