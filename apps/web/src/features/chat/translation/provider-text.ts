import type { TFunction } from 'i18next';
import { providerName } from '@/entities/translation/provider-name.ts';
import { BROWSER_PROVIDER } from './viewer-translation.ts';

/**
 * @param engine as the server names it; null: the server has not verified one.
 * @returns who made a translation, in words
 */
export function providerText(t: TFunction, provider: string | null): string {
  switch (provider) {
    case null:
      return t('chat.engine.unverified');
    case 'phrasebook':
      return t('chat.engine.phrasebook');
    case 'glossary':
      return t('terms.title');
    case 'openai-compatible':
      return t('chat.engine.machineBy', { engine: t('chat.engine.model') });
    case BROWSER_PROVIDER:
      return t('chat.engine.machineBy', { engine: t('chat.engine.browser') });
    default:
      return t('chat.engine.machineBy', { engine: providerName(provider) });
  }
}

/**
 * @param engine as the server names it; null: the server has not verified one.
 * @returns who made a translation, in the one or two words that follow 'Translated'; null where the
 * label says it
 */
export function providerLabel(t: TFunction, provider: string | null): string | null {
  switch (provider) {
    case null:
      return t('chat.engine.notVerified');
    case 'phrasebook':
      return t('chat.engine.phrasebook');
    case 'glossary':
      return t('terms.title');
    case 'openai-compatible':
      return t('chat.engine.model');
    case BROWSER_PROVIDER:
      return null;
    default:
      return providerName(provider);
  }
}
