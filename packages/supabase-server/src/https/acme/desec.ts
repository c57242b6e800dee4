import { z } from 'zod';
import { DnsError } from './dns-error.ts';

const TIME_LIMIT_MS = 30_000;
/** The lowest TTL that deSEC allows, in seconds. */
const TTL = 3600;

const zones = z.array(z.object({ name: z.string() }));

/**
 * Sets the TXT records of a name at deSEC, whose API is described at https://desec.readthedocs.io.
 * @param values the records' texts; none removes them
 * @throws {DnsError} when deSEC is out of reach, refuses the token, or has no zone for the name
 */
export async function setAtDesec(
  { token, url }: { token: string; url: string },
  name: string,
  values: readonly string[],
): Promise<void> {
  const found = zones.safeParse(
    await request(token, `${url}/domains/?owns_qname=${encodeURIComponent(name)}`),
  );
  const zone = found.data?.[0]?.name;
  if (!zone) throw new DnsError(`deSEC has no domain for ${name} that DESEC_TOKEN may change.`);
  const subname = name === zone ? '' : name.slice(0, -zone.length - 1);
  const records = values.map((value) => `"${value}"`);
  await request(token, `${url}/domains/${encodeURIComponent(zone)}/rrsets/`, [
    { subname, type: 'TXT', ttl: TTL, records },
  ]);
}

async function request(token: string, address: string, change?: unknown): Promise<unknown> {
  let answer: Response;
  try {
    answer = await fetch(address, {
      method: change ? 'PATCH' : 'GET',
      headers: { authorization: `Token ${token}`, 'content-type': 'application/json' },
      ...(change ? { body: JSON.stringify(change) } : {}),
      signal: AbortSignal.timeout(TIME_LIMIT_MS),
    });
  } catch (error) {
    const { message, cause } = error as Error;
    throw new DnsError(`deSEC cannot be reached: ${(cause as Error | undefined)?.message || message}`);
  }
  if (answer.ok) return answer.json();
  if (answer.status === 401 || answer.status === 403) throw new DnsError('deSEC refuses DESEC_TOKEN.');
  if (answer.status === 429) throw new DnsError('deSEC takes no more changes for the moment.');
  throw new DnsError(`deSEC answered ${answer.status}: ${(await answer.text()).slice(0, 300)}`);
}
