import type { OpenAiCompatibleOptions } from '../translate/providers/openai-compatible.ts';

/**
 * Reads the settings of the language model behind the assistant.
 * @param environment empty values count as unset
 * @returns null without ASSISTANT_OPENAI_URL, and one sentence per invalid variable that names it.
 * Use `engine` only when there are no such problems.
 */
export function readAssistantEnvironment(environment: Readonly<Record<string, string | undefined>>): {
  provider: OpenAiCompatibleOptions | null;
  problems: string[];
} {
  const read = (name: string) => environment[name]?.trim() || null;
  const url = read('ASSISTANT_OPENAI_URL');
  const key = read('ASSISTANT_OPENAI_KEY');
  const model = read('ASSISTANT_OPENAI_MODEL');
  const problems: string[] = [];
  if (url === null) {
    if (key !== null) problems.push('ASSISTANT_OPENAI_URL must be set when ASSISTANT_OPENAI_KEY is');
    if (model !== null) problems.push('ASSISTANT_OPENAI_URL must be set when ASSISTANT_OPENAI_MODEL is');
    return { provider: null, problems };
  }
  if (!isHttpUrl(url)) problems.push('ASSISTANT_OPENAI_URL must be an http(s) address');
  if (model === null)
    problems.push('ASSISTANT_OPENAI_MODEL must name the model when ASSISTANT_OPENAI_URL is set');
  return { provider: { url, key, model: model ?? '' }, problems };
}

function isHttpUrl(value: string): boolean {
  return URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);
}
