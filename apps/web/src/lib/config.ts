/** The company behind this installation, as the contact page and the footer show it. Absent values are not shown. */
export interface Brand {
  name: string;
  company?: string;
  email?: string;
  phone?: string;
  website?: string;
  whatsapp?: string;
  wechat?: string;
  linkedin?: string;
  footerCredit?: string;
}

/** What the server tells the browser at `GET /config.json`. */
export interface AppConfig {
  supabaseUrl: string;
  supabaseKey: string;
  brand: Brand;
}

const TIMEOUT_MS = 10_000;

/**
 * Loads the configuration of this installation.
 * @throws when the server does not answer within 10 s, answers with an error, or leaves out what the client needs.
 */
export async function loadConfig(): Promise<AppConfig> {
  const response = await fetch('/config.json', { signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (!response.ok) throw new Error(`config.json answered ${response.status}`);
  return parseConfig(await response.json());
}

/** Checked by hand rather than with zod, which would weigh more than all else that the join page loads first. */
export function parseConfig(value: unknown): AppConfig {
  const config = value as Partial<AppConfig> | null;
  if (typeof config?.supabaseUrl !== 'string' || typeof config.supabaseKey !== 'string') {
    throw new Error('config.json lacks supabaseUrl or supabaseKey');
  }
  const brand = { ...config.brand };
  // An installation without a brand still has the product's name; empty strings count as absent.
  for (const key of Object.keys(brand) as (keyof Brand)[]) if (!brand[key]) delete brand[key];
  return {
    supabaseUrl: config.supabaseUrl,
    supabaseKey: config.supabaseKey,
    brand: { ...brand, name: brand.name ?? 'Dragoman' },
  };
}
