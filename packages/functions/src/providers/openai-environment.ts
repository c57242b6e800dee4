import type { OpenAiCompatibleOptions } from './openai-compatible.ts';

/** The variables of an OpenAI-compatible server, by the work that it does. */
const VARIABLES = {
  speech: { url: 'STT_OPENAI_URL', key: 'STT_OPENAI_KEY', model: 'STT_OPENAI_MODEL' },
  vision: { url: 'VISION_OPENAI_URL', key: 'VISION_OPENAI_KEY', model: 'VISION_OPENAI_MODEL' },
  assistant: { url: 'ASSISTANT_OPENAI_URL', key: 'ASSISTANT_OPENAI_KEY', model: 'ASSISTANT_OPENAI_MODEL' },
} as const;

/**
 * Reads the settings of the server that does one kind of work.
 * @param environment empty values count as unset
 * @returns null without an address, and one sentence per invalid variable that names it. Use
 * `provider` only when there are no such problems.
 */
export function readOpenAiEnvironment(
  work: keyof typeof VARIABLES,
  environment: Readonly<Record<string, string | undefined>>,
): { provider: OpenAiCompatibleOptions | null; problems: string[] } {
  const names = VARIABLES[work];
  const read = (name: string) => environment[name]?.trim() || null;
  const [url, key, model] = [read(names.url), read(names.key), read(names.model)];
  const problems: string[] = [];
  if (url === null) {
    if (key !== null) problems.push(`${names.url} must be set when ${names.key} is`);
    if (model !== null) problems.push(`${names.url} must be set when ${names.model} is`);
    return { provider: null, problems };
  }
  if (!isHttpUrl(url)) problems.push(`${names.url} must be an http(s) address`);
  if (model === null) problems.push(`${names.model} must name the model when ${names.url} is set`);
  return { provider: { url, key, model: model ?? '' }, problems };
}

export function isHttpUrl(value: string): boolean {
  return URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);
}
