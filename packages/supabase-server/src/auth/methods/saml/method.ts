import type { Context, Hono } from 'hono';
import { z } from 'zod';
import { readText } from '../../../http/body.ts';
import type { ServerEnv } from '../../../http/request-info.ts';
import { isUuid } from '../../../util/uuid.ts';
import type { AuthDeps } from '../../deps.ts';
import { AuthError, validationFailed } from '../../errors.ts';
import { beforeSignIn } from '../../http/before-sign-in.ts';
import { allowedTarget, callerOf } from '../../http/caller.ts';
import { codeChallenge, optionalText, pkceFields, readParams } from '../../http/params.ts';
import { redirect, refusalUrl } from '../../http/redirect.ts';
import type { AuthMethod } from '../../method.ts';
import { outcomeUrl } from '../external/sign-in.ts';
import { attributeMappingSchema } from './attribute-mapping.ts';
import { listSsoProviders, type SsoProviderRow } from './data.ts';
import { openSamlDeps, requireSaml, type SamlDeps, serviceMetadata } from './service-provider.ts';
import { beginSso, findSsoFlow, finishSso, type SsoSelector } from './sso.ts';
import {
  changeSsoProvider,
  createSsoProvider,
  removeSsoProvider,
  requireSsoProvider,
  type SsoProviderParams,
} from './sso-providers.ts';

const MAX_DOMAINS = 100;
const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** Fields that POST and PUT of /admin/sso/providers share. */
const ssoProviderFields = {
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

const ssoProviderSchema = z.object(ssoProviderFields);

/** A form with the largest response that is taken, and its relay state. */
const MAX_FORM_BYTES = 524_288;

const ssoSchema = z.object({
  domain: optionalText,
  provider_id: optionalText,
  redirect_to: optionalText,
  skip_http_redirect: z.boolean().nullish(),
  ...pkceFields,
});

/** Single sign-on with SAML, at the identity providers of companies (supabase-protocol 2.9). */
export async function openSaml(core: AuthDeps): Promise<AuthMethod> {
  const deps = await openSamlDeps(core);
  return {
    settings: { others: { saml_enabled: deps.config.auth.saml !== null } },
    addOpenRoutes: (routes) => addSamlRoutes(routes, deps),
    addRoutes: (routes) => addSsoRoute(routes, deps),
    addAdminRoutes: (routes) => addSsoProviderRoutes(routes, deps),
    beforeAccountChange(user) {
      if (!user.is_sso_user) return;
      throw new AuthError(
        422,
        'user_sso_managed',
        'The email, phone and password of a single sign-on user cannot be changed here',
      );
    },
  };
}

/** What identity providers and the browsers that they send ask for. */
function addSamlRoutes(routes: Hono<ServerEnv>, deps: SamlDeps): void {
  // This server's metadata for an identity provider; `download=true` gives it as a file.
  routes.get('/sso/saml/metadata', async (c) => {
    const xml = await serviceMetadata(deps);
    c.header('Content-Type', 'application/samlmetadata+xml; charset=utf-8');
    c.header('Cache-Control', 'public, max-age=600');
    if (c.req.query('download') === 'true') {
      c.header('Content-Disposition', 'attachment; filename="metadata.xml"');
    }
    return c.body(xml);
  });

  // The Assertion Consumer Service: the form that a browser brings from the identity provider. It
  // leads on to the page where the sign-in began, a response without a sign-in to the product.
  routes.post('/sso/saml/acs', async (c) => {
    requireSaml(deps);
    const form = new URLSearchParams(await readText(c, MAX_FORM_BYTES));
    const chooseTarget = (requested: string) => allowedTarget(c, deps, [requested]);
    let target = chooseTarget('');
    try {
      const caller = callerOf(c, deps);
      const response = form.get('SAMLResponse') ?? '';
      if (response === '') throw validationFailed('SAMLResponse is missing');
      await deps.limits.external(caller);
      const flow = await findSsoFlow(deps, response, form.get('RelayState') ?? '', chooseTarget);
      target = flow.redirectTo;
      return redirect(c, outcomeUrl(target, await finishSso(deps, flow, response, caller)));
    } catch (error) {
      if (!(error instanceof AuthError)) throw error;
      return redirect(c, refusalUrl(target, error));
    }
  });
}

/** Where to go to sign in at a company's identity provider. */
function addSsoRoute(routes: Hono<ServerEnv>, deps: SamlDeps): void {
  routes.post('/sso', beforeSignIn(deps), async (c) => {
    requireSaml(deps);
    const params = await readParams(c, ssoSchema, deps.config.limits.bodyBytes);
    const url = await beginSso(deps, readSelector(params), {
      caller: callerOf(c, deps),
      redirectTo: targetOf(c, deps, params.redirect_to),
      challenge: codeChallenge(params),
    });
    return params.skip_http_redirect ? c.json({ url }) : redirect(c, url);
  });
}

/** Companies' identity providers, for administrators. */
function addSsoProviderRoutes(routes: Hono<ServerEnv>, deps: AuthDeps): void {
  routes.get('/admin/sso/providers', async (c) => {
    const providers = await listSsoProviders(deps.db);
    return c.json({ items: providers.map((provider) => ssoProviderBody(provider, { withMetadata: false })) });
  });

  routes.post('/admin/sso/providers', async (c) => {
    const params = await readParams(c, ssoProviderSchema, deps.config.limits.bodyBytes);
    if (params.type === null) throw validationFailed("Only 'saml' supported for SSO provider type");
    const provider = await createSsoProvider(deps, ssoProviderParams(params));
    return c.json(ssoProviderBody(provider, { withMetadata: true }), 201);
  });

  routes.get('/admin/sso/providers/:id', async (c) => {
    const provider = await requireSsoProvider(deps, c.req.param('id'));
    return c.json(ssoProviderBody(provider, { withMetadata: true }));
  });

  routes.put('/admin/sso/providers/:id', async (c) => {
    const params = await readParams(c, ssoProviderSchema, deps.config.limits.bodyBytes);
    const provider = await changeSsoProvider(deps, c.req.param('id'), ssoProviderParams(params));
    return c.json(ssoProviderBody(provider, { withMetadata: true }));
  });

  routes.delete('/admin/sso/providers/:id', async (c) => {
    const provider = await removeSsoProvider(deps, c.req.param('id'));
    return c.json(ssoProviderBody(provider, { withMetadata: true }));
  });
}

function readSelector(params: { domain: string | null; provider_id: string | null }): SsoSelector {
  const { domain, provider_id: providerId } = params;
  if (domain !== null && providerId !== null) {
    throw validationFailed('Only one of provider_id or domain supported');
  }
  if (domain !== null) return { domain };
  if (providerId === null) throw validationFailed('A provider_id or domain needs to be provided');
  if (!isUuid(providerId)) throw new AuthError(404, 'sso_provider_not_found', 'No such SSO provider');
  return { providerId };
}

function targetOf(c: Context<ServerEnv>, deps: AuthDeps, requested: string | null): string {
  return allowedTarget(c, deps, [
    requested ?? undefined,
    c.req.query('redirect_to'),
    c.req.header('referer'),
  ]);
}

function ssoProviderParams(fields: z.output<typeof ssoProviderSchema>): SsoProviderParams {
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
function ssoProviderBody(
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
