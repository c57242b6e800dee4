import type { OpenAiCompatibleOptions } from '../translate/providers/openai-compatible.ts';

/**
 * Reads the settings of the vision model for cards and passes.
 * @param environment empty values count as unset
 * @returns null without VISION_OPENAI_URL, and one sentence per invalid variable that names it. Use
 * `engine` only when there are no such problems.
 */
export function readVisionEnvironment(environment: Readonly<Record<string, string | undefined>>): {
  provider: OpenAiCompatibleOptions | null;
  problems: string[];
} {
  const read = (name: string) => environment[name]?.trim() || null;
  const url = read('VISION_OPENAI_URL');
  const key = read('VISION_OPENAI_KEY');
  const model = read('VISION_OPENAI_MODEL');
  const problems: string[] = [];
  if (url === null) {
    if (key !== null) problems.push('VISION_OPENAI_URL must be set when VISION_OPENAI_KEY is');
    if (model !== null) problems.push('VISION_OPENAI_URL must be set when VISION_OPENAI_MODEL is');
    return { provider: null, problems };
  }
  if (!isHttpUrl(url)) problems.push('VISION_OPENAI_URL must be an http(s) address');
  if (model === null) problems.push('VISION_OPENAI_MODEL must name the model when VISION_OPENAI_URL is set');
  return { provider: { url, key, model: model ?? '' }, problems };
}

function isHttpUrl(value: string): boolean {
  return URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);
}
