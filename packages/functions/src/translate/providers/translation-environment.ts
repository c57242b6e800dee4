import { isHttpUrl } from '../../providers/openai-environment.ts';
import type { TranslationProviderConfig } from './providers-from-config.ts';

type Kind = TranslationProviderConfig['kind'];
type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The order in which providers are tried unless TRANSLATION_ENGINES says another: a language model
 * first, because it reads a whole sentence in its business setting, the free provider last.
 */
const DEFAULT_ORDER: readonly Kind[] = ['openai', 'deepl', 'google', 'azure', 'libretranslate'];

/**
 * The variable that switches a provider on, those that go with it, and how its settings are made of
 * them.
 */
const PROVIDERS: Record<
  Kind,
  { switch: string; others: readonly string[]; read(env: Environment): TranslationProviderConfig }
> = {
  openai: {
    switch: 'TRANSLATION_OPENAI_URL',
    others: ['TRANSLATION_OPENAI_KEY', 'TRANSLATION_OPENAI_MODEL'],
    read: (env) => ({
      kind: 'openai',
      url: env.TRANSLATION_OPENAI_URL ?? '',
      key: env.TRANSLATION_OPENAI_KEY ?? null,
      model: env.TRANSLATION_OPENAI_MODEL ?? '',
    }),
  },
  deepl: {
    switch: 'DEEPL_KEY',
    others: ['DEEPL_URL'],
    read: (env) => ({ kind: 'deepl', key: env.DEEPL_KEY ?? '', url: env.DEEPL_URL ?? null }),
  },
  google: {
    switch: 'GOOGLE_TRANSLATION_KEY',
    others: ['GOOGLE_TRANSLATION_URL'],
    read: (env) => ({
      kind: 'google',
      key: env.GOOGLE_TRANSLATION_KEY ?? '',
      url: env.GOOGLE_TRANSLATION_URL ?? null,
    }),
  },
  azure: {
    switch: 'AZURE_TRANSLATOR_KEY',
    others: ['AZURE_TRANSLATOR_REGION', 'AZURE_TRANSLATOR_URL'],
    read: (env) => ({
      kind: 'azure',
      key: env.AZURE_TRANSLATOR_KEY ?? '',
      region: env.AZURE_TRANSLATOR_REGION ?? null,
      url: env.AZURE_TRANSLATOR_URL ?? null,
    }),
  },
  libretranslate: {
    switch: 'LIBRETRANSLATE_URL',
    others: ['LIBRETRANSLATE_API_KEY'],
    read: (env) => ({
      kind: 'libretranslate',
      url: env.LIBRETRANSLATE_URL ?? '',
      apiKey: env.LIBRETRANSLATE_API_KEY ?? null,
    }),
  },
};

/**
 * Reads which providers are on, in the order in which they are tried.
 * @param environment empty values count as unset
 * @returns one sentence per invalid variable that names it. Use `providers` only when there are none.
 */
export function readTranslationEnvironment(environment: Environment): {
  providers: TranslationProviderConfig[];
  problems: string[];
} {
  const env = Object.fromEntries(
    Object.entries(environment)
      .map(([name, value]) => [name, value?.trim()])
      .filter(([, value]) => value),
  );
  const problems: string[] = [];
  for (const { switch: on, others } of Object.values(PROVIDERS)) {
    for (const name of [on, ...others]) {
      const value = env[name];
      if (value === undefined) continue;
      if (!env[on]) problems.push(`${on} must be set when ${name} is`);
      if (name.endsWith('_URL') && !isHttpUrl(value)) problems.push(`${name} must be an http(s) address`);
    }
  }
  if (env.TRANSLATION_OPENAI_URL && !env.TRANSLATION_OPENAI_MODEL) {
    problems.push('TRANSLATION_OPENAI_MODEL must name the model when TRANSLATION_OPENAI_URL is set');
  }
  const order = readOrder(env.TRANSLATION_ENGINES, env, problems);
  const providers = order
    .filter((kind) => env[PROVIDERS[kind].switch])
    .map((kind) => PROVIDERS[kind].read(env));
  return { providers, problems };
}

function readOrder(value: string | undefined, env: Environment, problems: string[]): readonly Kind[] {
  if (value === undefined) return DEFAULT_ORDER;
  const names = value.split(',').map((name) => name.trim().toLowerCase());
  const order: Kind[] = [];
  for (const name of names) {
    const kind = DEFAULT_ORDER.find((known) => known === name);
    if (!kind) {
      problems.push(`TRANSLATION_ENGINES names "${name}"; it knows ${DEFAULT_ORDER.join(', ')}`);
    } else if (order.includes(kind)) {
      problems.push(`TRANSLATION_ENGINES names ${kind} twice`);
    } else {
      if (!env[PROVIDERS[kind].switch]) {
        problems.push(`${PROVIDERS[kind].switch} must be set when TRANSLATION_ENGINES names ${kind}`);
      }
      order.push(kind);
    }
  }
  return order;
}
