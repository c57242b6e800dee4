import { isUuid } from '../../../util/uuid.ts';
import { violatesUnique, withRowLocks } from '../../data/transaction.ts';
import type { AuthDeps } from '../../deps.ts';
import { AuthError, validationFailed } from '../../errors.ts';
import type { AttributeMapping } from './attribute-mapping.ts';
import {
  deleteSsoProvider,
  findSsoProvider,
  findSsoProviderByEntityId,
  insertSsoProvider,
  replaceSsoDomains,
  type SsoProviderRow,
  updateSsoProvider,
} from './data.ts';
import { fetchMetadata, readMetadata, type SourcedMetadata } from './idp-metadata.ts';

/** The fields of an identity provider that an administrator may set; null: not given. */
export interface SsoProviderParams {
  metadataXml: string | null;
  metadataUrl: string | null;
  /** Lower-case. */
  domains: string[] | null;
  attributeMapping: AttributeMapping | null;
  nameIdFormat: string | null;
  disabled: boolean | null;
}

/** @throws {AuthError} 404 sso_provider_not_found */
export async function requireSsoProvider(deps: AuthDeps, id: string): Promise<SsoProviderRow> {
  const provider = isUuid(id) ? await findSsoProvider(deps.db, id) : null;
  if (!provider) {
    throw new AuthError(404, 'sso_provider_not_found', 'A SSO provider with this UUID was not found');
  }
  return provider;
}

/**
 * Adds an identity provider, which signs people in from then on.
 * @throws {AuthError} 400 validation_failed, saml_metadata_fetch_failed, sso_domain_already_exists,
 * 422 saml_idp_already_exists
 */
export async function createSsoProvider(deps: AuthDeps, params: SsoProviderParams): Promise<SsoProviderRow> {
  const metadata = await metadataOf(params);
  if (!metadata) throw validationFailed('Either metadata_xml or metadata_url must be set');
  const { xml, entityId } = metadata;
  if (await findSsoProviderByEntityId(deps.db, entityId)) throw alreadyExists(entityId);
  const id = await withRowLocks(deps.db, async (tx) => {
    const added = await insertSsoProvider(tx, {
      disabled: params.disabled ?? false,
      entityId,
      metadata: { xml, url: params.metadataUrl },
      attributeMapping: params.attributeMapping ?? {},
      nameIdFormat: params.nameIdFormat,
    });
    await replaceSsoDomains(tx, added, params.domains ?? []);
    return added;
  }).catch((error: unknown) => {
    throw violatesUnique(error, 'sso_providers_entity_id_key')
      ? alreadyExists(entityId)
      : domainConflict(error);
  });
  return requireSsoProvider(deps, id);
}

/**
 * Changes an identity provider; it stays the same one, with the same users.
 * @throws {AuthError} 404 sso_provider_not_found, 422 saml_entity_id_mismatch, and those of
 * {@link createSsoProvider}
 */
export async function changeSsoProvider(
  deps: AuthDeps,
  id: string,
  params: SsoProviderParams,
): Promise<SsoProviderRow> {
  const provider = await requireSsoProvider(deps, id);
  const metadata = await metadataOf(params);
  if (metadata && metadata.entityId !== provider.entity_id) {
    throw new AuthError(
      422,
      'saml_entity_id_mismatch',
      `SAML Metadata can be updated only if the EntityID matches for the provider; expected '${provider.entity_id}' but got '${metadata.entityId}'`,
    );
  }
  await withRowLocks(deps.db, async (tx) => {
    await updateSsoProvider(tx, provider.id, {
      disabled: params.disabled,
      metadata: metadata && { xml: metadata.xml, url: params.metadataUrl },
      attributeMapping: params.attributeMapping,
      nameIdFormat: params.nameIdFormat,
    });
    if (params.domains !== null) await replaceSsoDomains(tx, provider.id, params.domains);
  }).catch((error: unknown) => {
    throw domainConflict(error);
  });
  return requireSsoProvider(deps, id);
}

/**
 * Removes an identity provider; its people's accounts stay, without a way in.
 * @returns what it was
 */
export async function removeSsoProvider(deps: AuthDeps, id: string): Promise<SsoProviderRow> {
  const provider = await requireSsoProvider(deps, id);
  await deleteSsoProvider(deps.db, provider.id);
  return provider;
}

async function metadataOf({ metadataXml, metadataUrl }: SsoProviderParams): Promise<SourcedMetadata | null> {
  if (metadataXml !== null && metadataUrl !== null) {
    throw validationFailed('Only one of metadata_xml or metadata_url needs to be set');
  }
  if (metadataXml !== null) return readMetadata(metadataXml);
  return metadataUrl === null ? null : fetchMetadata(metadataUrl);
}

function alreadyExists(entityId: string): AuthError {
  const message = `SAML Identity Provider with this EntityID (${entityId}) already exists`;
  return new AuthError(422, 'saml_idp_already_exists', message);
}

function domainConflict(error: unknown): unknown {
  if (!violatesUnique(error, 'sso_domains_pkey')) return error;
  return new AuthError(
    400,
    'sso_domain_already_exists',
    'One of the domains is already assigned to an SSO identity provider',
  );
}
