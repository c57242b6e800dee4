import type { Queryable } from '../../../db/database.ts';
import type { CodeChallenge } from '../../rules/pkce.ts';
import type { AttributeMapping } from './attribute-mapping.ts';

/** A company's identity provider. */
export interface SsoProviderRow {
  id: string;
  disabled: boolean;
  entity_id: string;
  metadata_xml: string;
  metadata_url: string | null;
  metadata_read_at: Date;
  attribute_mapping: AttributeMapping;
  name_id_format: string | null;
  created_at: Date;
  updated_at: Date;
  /** In alphabetical order. */
  domains: string[];
}

/** Changes to a provider; null leaves a column as it is. */
export interface SsoProviderChanges {
  disabled: boolean | null;
  metadata: SsoMetadata | null;
  attributeMapping: AttributeMapping | null;
  nameIdFormat: string | null;
}

export interface SsoMetadata {
  xml: string;
  /** Null when it was given as text. */
  url: string | null;
}

const WITH_DOMAINS = `p.*, coalesce(
    (select jsonb_agg(d.domain order by d.domain) from auth.sso_domains d where d.sso_provider_id = p.id), '[]'
  ) as domains`;

/** Oldest first. */
export function listSsoProviders(db: Queryable): Promise<SsoProviderRow[]> {
  return db.query<SsoProviderRow>(
    `select ${WITH_DOMAINS} from auth.sso_providers p order by p.created_at, p.id`,
  );
}

export async function findSsoProvider(db: Queryable, id: string): Promise<SsoProviderRow | null> {
  const [row] = await db.query<SsoProviderRow>(
    `select ${WITH_DOMAINS} from auth.sso_providers p where p.id = $1`,
    [id],
  );
  return row ?? null;
}

/** @param domain lower-case */
export async function findSsoProviderByDomain(db: Queryable, domain: string): Promise<SsoProviderRow | null> {
  const [row] = await db.query<SsoProviderRow>(
    `select ${WITH_DOMAINS} from auth.sso_providers p
     where p.id = (select sso_provider_id from auth.sso_domains where domain = $1)`,
    [domain],
  );
  return row ?? null;
}

export async function findSsoProviderByEntityId(
  db: Queryable,
  entityId: string,
): Promise<SsoProviderRow | null> {
  const [row] = await db.query<SsoProviderRow>(
    `select ${WITH_DOMAINS} from auth.sso_providers p where p.entity_id = $1`,
    [entityId],
  );
  return row ?? null;
}

/** @throws SQLSTATE 23505 when the entity id is taken, sso_providers_entity_id_key */
export async function insertSsoProvider(
  tx: Queryable,
  provider: {
    disabled: boolean;
    entityId: string;
    metadata: SsoMetadata;
    attributeMapping: AttributeMapping;
    nameIdFormat: string | null;
  },
): Promise<string> {
  const { metadata, attributeMapping } = provider;
  const [row] = await tx.query<{ id: string }>(
    `insert into auth.sso_providers (disabled, entity_id, metadata_xml, metadata_url, attribute_mapping, name_id_format)
     values ($1, $2, $3, $4, $5, $6) returning id`,
    [
      provider.disabled,
      provider.entityId,
      metadata.xml,
      metadata.url,
      JSON.stringify(attributeMapping),
      provider.nameIdFormat,
    ],
  );
  return (row as { id: string }).id;
}

export async function updateSsoProvider(
  tx: Queryable,
  id: string,
  { disabled, metadata, attributeMapping, nameIdFormat }: SsoProviderChanges,
): Promise<void> {
  await tx.query(
    `update auth.sso_providers set
       disabled = coalesce($2, disabled),
       metadata_xml = coalesce($3, metadata_xml),
       metadata_url = case when $3::text is null then metadata_url else $4 end,
       metadata_read_at = case when $3::text is null then metadata_read_at else now() end,
       attribute_mapping = coalesce($5, attribute_mapping),
       name_id_format = coalesce($6, name_id_format),
       updated_at = now()
     where id = $1`,
    [
      id,
      disabled,
      metadata?.xml ?? null,
      metadata?.url ?? null,
      attributeMapping === null ? null : JSON.stringify(attributeMapping),
      nameIdFormat,
    ],
  );
}

/**
 * Makes these the provider's domains.
 * @param domains lower-case
 * @throws SQLSTATE 23505 when another provider has one of them, sso_domains_pkey
 */
export async function replaceSsoDomains(
  tx: Queryable,
  id: string,
  domains: readonly string[],
): Promise<void> {
  await tx.query('delete from auth.sso_domains where sso_provider_id = $1', [id]);
  await tx.query('insert into auth.sso_domains (domain, sso_provider_id) select unnest($2::text[]), $1', [
    id,
    domains,
  ]);
}

export async function deleteSsoProvider(db: Queryable, id: string): Promise<void> {
  await db.query('delete from auth.sso_providers where id = $1', [id]);
}

/**
 * Lets one of several processes read a provider's metadata again; if it cannot, another try is due
 * in an hour.
 * @param ageSeconds how old the kept one must be
 * @returns whether it is this caller's turn
 */
export async function claimMetadataRefresh(db: Queryable, id: string, ageSeconds: number): Promise<boolean> {
  const claimed = await db.execute(
    `update auth.sso_providers set metadata_read_at = now() - make_interval(secs => $2) + interval '1 hour'
     where id = $1 and metadata_url is not null and metadata_read_at < now() - make_interval(secs => $2)`,
    [id, ageSeconds],
  );
  return claimed > 0;
}

export interface SsoRequestRow {
  id: string;
  sso_provider_id: string;
  request_id: string;
  redirect_to: string;
  code_challenge: string | null;
  code_challenge_method: 's256' | 'plain' | null;
  /** Seconds since it was sent. */
  age_seconds: number;
}

/**
 * Stores a request to an identity provider; the cleanup removes unanswered ones. @returns its
 * relay state
 */
export async function insertSsoRequest(
  db: Queryable,
  request: {
    providerId: string;
    requestId: string;
    redirectTo: string;
    challenge: CodeChallenge | null;
  },
): Promise<string> {
  const [row] = await db.query<{ id: string }>(
    `insert into auth.sso_requests (sso_provider_id, request_id, redirect_to, code_challenge, code_challenge_method)
     values ($1, $2, $3, $4, $5) returning id`,
    [
      request.providerId,
      request.requestId,
      request.redirectTo,
      request.challenge?.challenge ?? null,
      request.challenge?.method ?? null,
    ],
  );
  return (row as { id: string }).id;
}

/**
 * Removes a request when it is answered, regardless of the result, so that it is answered only
 * once.
 */
export async function takeSsoRequest(db: Queryable, id: string): Promise<SsoRequestRow | null> {
  const [row] = await db.query<SsoRequestRow>(
    `delete from auth.sso_requests where id = $1
     returning *, extract(epoch from now() - created_at)::float8 as age_seconds`,
    [id],
  );
  return row ?? null;
}

/**
 * Records the use of an assertion, for all processes; the cleanup forgets expired ones.
 * @returns false when it was used before.
 */
export async function useAssertion(
  db: Queryable,
  assertion: { providerId: string; hash: Buffer; expiresAt: Date },
): Promise<boolean> {
  const added = await db.execute(
    `insert into auth.sso_used_assertions (sso_provider_id, assertion_hash, expires_at) values ($1, $2, $3)
     on conflict do nothing`,
    [assertion.providerId, assertion.hash, assertion.expiresAt],
  );
  return added > 0;
}
