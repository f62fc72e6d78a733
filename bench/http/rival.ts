/**
 * The rival: a bare Fastify handler over `pg` that runs the same SQL, with no rules at all: no token, no role, no
 * validation, no rate, no idempotency, no problem documents. DATABASE_URL, PORT and ORG_UUID come in the environment.
 */
import { randomUUID } from 'node:crypto';
import Fastify from 'fastify';
import pg from 'pg';

const { DATABASE_URL: connectionString, PORT, ORG_UUID: orgUuid } = process.env;
const pool = new pg.Pool({ connectionString, max: 10, options: `-c plumbline.org_uuid=${orgUuid}` });
const app = Fastify();

const memberColumns = `member_uuid AS "memberUuid", display_name AS "displayName", email, role, status,
  joined_at AS "joinedAt", version`;
const invitationColumns = `invitation_uuid AS "invitationUuid", email, role, status,
  delivery_state AS "deliveryState", expires_at AS "expiresAt", created_at AS "createdAt", version`;

app.get('/members', async () => {
  const { rows } = await pool.query({
    name: 'members',
    text: `SELECT ${memberColumns} FROM plumbline.members WHERE status = $1 ORDER BY member_uuid LIMIT $2`,
    values: ['active', 51],
  });
  return { items: rows, nextCursor: null };
});

app.post('/invitations', async (request, reply) => {
  const { email, role, expiresAt } = request.body as { email: string; role: string; expiresAt: string };
  const key = String(request.headers['idempotency-key']);
  const now = new Date();
  const invitationUuid = randomUUID();
  const client = await pool.connect();
  try {
    await client.query(`BEGIN; SET LOCAL plumbline.org_uuid = '${orgUuid}'`);
    await client.query({
      name: 'lock',
      text: `SELECT pg_try_advisory_xact_lock(hashtextextended(concat_ws(E'\\n', current_setting('plumbline.org_uuid'),
        $1::text, $2::text, $3::text), 0))`,
      values: ['rival', 'create', key],
    });
    await client.query({
      name: 'key',
      text: `SELECT fingerprint, resource_uuid FROM plumbline.idempotency_keys
        WHERE principal = $1 AND operation_id = $2 AND key = $3`,
      values: ['rival', 'create', key],
    });
    await client.query({
      name: 'member',
      text: `SELECT ${memberColumns} FROM plumbline.members WHERE email_key = $1 AND status = $2
        ORDER BY member_uuid LIMIT 1`,
      values: [email, 'active'],
    });
    await client.query({
      name: 'expire',
      text: `UPDATE plumbline.invitations SET status = $1, version = version + 1
        WHERE status = $2 AND expires_at <= $3`,
      values: ['expired', 'pending', now],
    });
    await client.query({
      name: 'insert',
      text: `INSERT INTO plumbline.invitations (invitation_uuid, email, email_key, role, delivery_state, secret_hash,
        expires_at, created_at, created_by) VALUES ($1, $2, $2, $3, 'notConfigured', repeat('0', 64), $4, $5, 'rival')
        RETURNING ${invitationColumns}`,
      values: [invitationUuid, email, role, expiresAt, now],
    });
    await client.query({
      name: 'record',
      text: `INSERT INTO plumbline.idempotency_keys (principal, operation_id, key, fingerprint, resource_uuid, created_at)
        VALUES ($1, $2, $3, repeat('0', 64), $4, $5) ON CONFLICT DO NOTHING`,
      values: ['rival', 'create', key, invitationUuid, now],
    });
    const { rows } = await client.query({
      name: 'read',
      text: `SELECT ${invitationColumns} FROM plumbline.invitations WHERE invitation_uuid = $1`,
      values: [invitationUuid],
    });
    await client.query('COMMIT');
    return reply.code(201).send(rows[0]);
  } finally {
    client.release();
  }
});

app.post('/datasets', async (request) => {
  const { sourceDatasetUuid, targetDatasetUuid } = request.body as Record<string, string>;
  const read = async (datasetUuid: string | undefined) => {
    const { rows } = await pool.query({
      name: 'dataset',
      text: 'SELECT name, fields, row_count, zone, prepared_at FROM plumbline.datasets WHERE dataset_uuid = $1',
      values: [datasetUuid],
    });
    return rows[0]?.fields[2];
  };
  const [source, target] = await Promise.all([read(sourceDatasetUuid), read(targetDatasetUuid)]);
  return { source, target };
});

await app.listen({ port: Number(PORT), host: '127.0.0.1' });
