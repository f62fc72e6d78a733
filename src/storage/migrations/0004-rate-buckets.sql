-- Token buckets shared by the replicas. Unlogged: after a crash every bucket is full again, which is harmless, and a
-- request that is only counted costs no write-ahead log. No org_uuid: a bucket belongs to an application, and is
-- counted before the tenant is known; its key is a hash.

CREATE UNLOGGED TABLE plumbline.rate_buckets (
  bucket_key text             COLLATE "C" NOT NULL CHECK (length(bucket_key) BETWEEN 1 AND 200),
  tokens     double precision NOT NULL,
  filled_at  timestamptz      NOT NULL,
  -- Whether the last request was let through: an upsert can only return what it has written.
  allowed    boolean          NOT NULL,
  -- After this the bucket is full, whatever happened before: the row says nothing any more.
  full_at    timestamptz      NOT NULL,
  PRIMARY KEY (bucket_key)
)
-- Half-empty pages and no second index: an update stays within its page.
WITH (fillfactor = 50);
GRANT SELECT, INSERT, UPDATE ON plumbline.rate_buckets TO plumbline_service;
