import { z } from 'zod';
import type { SsoProviderRow } from '../data/sso-providers.ts';
import { attributeMappingSchema } from '../rules/saml/attribute-mapping.ts';
import type { SsoProviderParams } from '../services/admin/sso-providers.ts';
import { optionalText } from './fields.ts';

const MAX_DOMAINS = 100;
const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** Fields that POST and PUT of /admin/sso/providers share. */
export const ssoProviderFields = {
  type: optionalText.refine((value) => value === null || value === 'saml', {
    error: "Only 'saml' supported for SSO provider type",
  }),
  metadata_xml: optionalText,
  metadata_url: optionalText,
  domains: z
    .array(
      z
        .string()
        .transform((value) => value.trim().toLowerCase())
        .refine((value) => DOMAIN.test(value) && value.length <= 253, {
          error: 'must be a domain such as fair.example',
        }),
    )
    .max(MAX_DOMAINS)
    .nullish()
    .transform((domains) => (domains ? [...new Set(domains)] : null)),
  attribute_mapping: attributeMappingSchema.nullish().transform((mapping) => mapping ?? null),
  name_id_format: optionalText.refine(
    (value) =>
      value === null || /^urn:oasis:names:tc:SAML:[12]\.[01]:nameid-format:[A-Za-z]{1,40}$/.test(value),
    { error: 'must be the URN of a SAML name identifier format' },
  ),
  disabled: z.boolean().nullish(),
};

const schema = z.object(ssoProviderFields);

export function ssoProviderParams(fields: z.output<typeof schema>): SsoProviderParams {
  return {
    metadataXml: fields.metadata_xml,
    metadataUrl: fields.metadata_url,
    domains: fields.domains,
    attributeMapping: fields.attribute_mapping,
    nameIdFormat: fields.name_id_format,
    disabled: fields.disabled ?? null,
  };
}

/**
 * An identity provider as administrators see it, in GoTrue's form. A list leaves the long metadata
 * out.
 */
export function ssoProviderBody(
  provider: SsoProviderRow,
  { withMetadata }: { withMetadata: boolean },
): Record<string, unknown> {
  return {
    id: provider.id,
    disabled: provider.disabled,
    saml: {
      entity_id: provider.entity_id,
      ...(withMetadata ? { metadata_xml: provider.metadata_xml } : {}),
      ...(provider.metadata_url === null ? {} : { metadata_url: provider.metadata_url }),
      attribute_mapping: provider.attribute_mapping,
      ...(provider.name_id_format === null ? {} : { name_id_format: provider.name_id_format }),
    },
    domains: provider.domains.map((domain) => ({ domain })),
    created_at: provider.created_at,
    updated_at: provider.updated_at,
  };
}
