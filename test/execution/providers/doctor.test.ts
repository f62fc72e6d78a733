import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { plumbline, scratch } from '../../support/command.ts';
import { startFakeStripe } from '../../support/fake-stripe.ts';
import { startLocalServer } from '../../support/local-server.ts';
import { selfSignedCertificate } from '../../support/self-signed-certificate.ts';

test('each provider is asked, and what refuses is named without its secret', async () => {
  const stripe = await startFakeStripe({ after });
  const tls = selfSignedCertificate();
  const azure = await startLocalServer({ after }, () => ({}), tls);
  const authorities = join(scratch(), 'ca.pem');
  writeFileSync(authorities, tls.cert);
  const { code, stdout } = await plumbline(['doctor'], {
    PLUMBLINE_DATA_DIR: scratch(),
    PLUMBLINE_STRIPE_SECRET_KEY: 'sk_test_wrong',
    PLUMBLINE_STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
    PLUMBLINE_STRIPE_PRICES: 'team=price_team',
    PLUMBLINE_STRIPE_URL: stripe.origin,
    PLUMBLINE_AZURE_CLIENT_ID: 'an-application',
    PLUMBLINE_AZURE_CLIENT_SECRET: 'a-client-secret',
    PLUMBLINE_AZURE_AUTHORITY_URL: azure.origin,
    PLUMBLINE_AZURE_MANAGER_URL: azure.origin,
    PLUMBLINE_OUTBOUND_CA_FILE: authorities,
    PLUMBLINE_PUBLIC_URL: 'http://plumbline.contoso.example',
  }).finished;
  assert.equal(code, 1, stdout);
  assert.match(stdout, /✖ Payment processor: The payment processor refuses/);
  assert.match(stdout, /✔ Marketplace: not configured/);
  assert.match(stdout, /✔ Azure: it answers/);
  assert.match(stdout, /✖ Installers: PLUMBLINE_PUBLIC_URL is http/);
  assert.equal(/sk_test_wrong|a-client-secret/.test(stdout), false);
});
