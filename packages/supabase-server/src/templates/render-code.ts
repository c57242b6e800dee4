import type { LanguageTemplates } from './message-templates.ts';

/** @returns the text of a message with a code. No value is read as a placeholder. */
export function renderCode({ smsCode }: LanguageTemplates, values: { app: string; code: string }): string {
  return smsCode.replaceAll(/\{(app|code)\}/g, (_, name: 'app' | 'code') => values[name]);
}
