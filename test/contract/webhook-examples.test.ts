import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { signMessage } from '../../src/domain/webhooks/signature.ts';

const page = readFileSync('docs/how-to/be-told.md', 'utf8');
const folder = mkdtempSync(join(tmpdir(), 'plumbline-examples-'));
after(() => rmSync(folder, { recursive: true, force: true }));

function exampleIn(language: string): string {
  const block = new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\`$`, 'm').exec(page)?.[1];
  return block ?? assert.fail(`The page has no example in ${language}.`);
}

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const body = JSON.stringify({ type: 'plumbline.run.finished', data: { name: 'Größe ✓' } });
const message = (at = new Date()) => ({ id: 'msg_1', at, body });

/** What each example is asked, and whether it is to accept. */
const questions = {
  'what the service signs': { headers: signMessage([secret], message()), body, accepts: true },
  'what the library of the standard signs': {
    headers: {
      ...signMessage([secret], message()),
      'webhook-signature': new Webhook(secret).sign('msg_1', new Date(), body),
    },
    body,
    accepts: true,
  },
  'a message signed with two secrets': {
    headers: signMessage([`whsec_${Buffer.alloc(32, 8).toString('base64')}`, secret], message()),
    body,
    accepts: true,
  },
  'a body that was changed': { headers: signMessage([secret], message()), body: `${body} `, accepts: false },
  'another secret': {
    headers: signMessage([`whsec_${Buffer.alloc(32, 8).toString('base64')}`], message()),
    body,
    accepts: false,
  },
  'an old message': {
    headers: signMessage([secret], message(new Date(Date.now() - 3_600_000))),
    body,
    accepts: false,
  },
};

async function ask(command: string, args: readonly string[], question: object): Promise<boolean> {
  const child = spawn(command, [...args], { cwd: folder, stdio: ['pipe', 'ignore', 'ignore'] });
  child.stdin.end(JSON.stringify({ secret, ...question }));
  const [code] = await once(child, 'exit');
  return code === 0;
}

test('the example for Node accepts what is signed, and nothing else', async () => {
  writeFileSync(join(folder, 'verify-webhook.mjs'), exampleIn('js'));
  const main = `import { verifyWebhook } from './verify-webhook.mjs';
    import { text } from 'node:stream/consumers';
    const { secret, headers, body } = JSON.parse(await text(process.stdin));
    verifyWebhook(secret, headers, body);`;
  writeFileSync(join(folder, 'main.mjs'), main);
  for (const [what, { accepts, ...question }] of Object.entries(questions)) {
    assert.equal(await ask(process.execPath, ['main.mjs'], question), accepts, what);
  }
});

const hasPython = spawnSync('python3', ['--version']).status === 0;

test('the example for Python accepts what is signed, and nothing else', {
  skip: !hasPython && 'needs python3 on the path',
}, async () => {
  writeFileSync(join(folder, 'verify_webhook.py'), exampleIn('python'));
  const main = `import json, sys
from verify_webhook import verify_webhook
question = json.load(sys.stdin)
verify_webhook(question["secret"], question["headers"], question["body"])`;
  for (const [what, { accepts, ...question }] of Object.entries(questions)) {
    assert.equal(await ask('python3', ['-c', main], question), accepts, what);
  }
});
