import type { TransferScope } from '../../../src/storage/transfer/catalog.ts';

/** A schema with what makes a transfer hard, apart from its size. */
export const everyTypeScope: TransferScope = {
  schema: 'Every "type"',
  excludedTables: ['left out'],
  readSchema: async () => [{ number: 1, name: '0001-every-type', checksum: 'abc' }],
};

export const everyTypeSchema = `
  CREATE SCHEMA "Every ""type""";
  SET LOCAL search_path = "Every ""type""";
  CREATE TYPE mood AS ENUM ('glad', 'so so');
  CREATE DOMAIN positive AS int CHECK (VALUE > 0);
  -- Named so that the alphabet is the wrong order to fill them in.
  CREATE TABLE a_child (id int PRIMARY KEY, parent int NOT NULL);
  CREATE TABLE z_parent (id int PRIMARY KEY);
  ALTER TABLE a_child ADD CONSTRAINT "child's parent" FOREIGN KEY (parent) REFERENCES z_parent;
  CREATE TABLE tree (id int PRIMARY KEY, parent int CONSTRAINT tree_parent REFERENCES tree);
  CREATE TABLE egg (id int PRIMARY KEY, hen int);
  CREATE TABLE hen (id int PRIMARY KEY, egg int CONSTRAINT hen_egg REFERENCES egg DEFERRABLE);
  ALTER TABLE egg ADD CONSTRAINT egg_hen FOREIGN KEY (hen) REFERENCES hen;
  CREATE TABLE "left out" (id int);
  CREATE TABLE "Values" (
    id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    "a ""column""" text, flag bool, small int2, big int8, exact numeric, scaled numeric(20, 6), single float4, double float8,
    fixed char(5), short varchar(10), bytes bytea, document json, binary_document jsonb, day date, moment time(6),
    naive timestamp, instant timestamptz, rough timestamptz(3), span interval, uuid uuid, address inet, feeling mood,
    counting positive, numbers int4[], words text[], instants timestamptz[], matrix int8[][], documents jsonb[],
    size int GENERATED ALWAYS AS (length("a ""column""")) STORED
  );
  CREATE TABLE touched (id int PRIMARY KEY, touched_at timestamptz);
  CREATE FUNCTION touch() RETURNS trigger LANGUAGE plpgsql AS
    'BEGIN NEW.touched_at := clock_timestamp(); RETURN NEW; END';
  CREATE TRIGGER touch BEFORE INSERT ON touched FOR EACH ROW EXECUTE FUNCTION touch();
  ALTER TABLE z_parent ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY`;

export const everyTypeRows = `
  SET LOCAL search_path = "Every ""type""";
  INSERT INTO z_parent VALUES (1), (2);
  INSERT INTO a_child VALUES (7, 2);
  INSERT INTO tree VALUES (3, NULL), (2, 3), (1, 2);
  INSERT INTO egg VALUES (1, NULL);
  INSERT INTO hen VALUES (1, 1);
  UPDATE egg SET hen = 1;
  INSERT INTO "left out" VALUES (1);
  INSERT INTO touched VALUES (1);
  INSERT INTO "Values" DEFAULT VALUES;
  INSERT INTO "Values" ("a ""column""", flag, small, big, exact, scaled, single, double, fixed, short, bytes, document,
    binary_document, day, moment, naive, instant, rough, span, uuid, address, feeling, counting, numbers, words, instants,
    matrix, documents)
  VALUES
    ('', true, -32768, 9007199254740993, 12345678901234567890.0123456789, 0.100000, 0.1, 0.1, 'x', ' x ', '\\x',
     '{"b": 1,   "a": [1.0, null]}', '{"b": 1, "a": [1.10, null]}', '2024-02-29', '23:59:59.999999',
     '0044-03-15 12:00:00.123456 BC', '2024-02-29 23:59:59.999999+05:30', '2024-01-01 00:00:00.5+00',
     '-1 year 2 days 03:04:05.678901', '0190a6e1-7c1f-7d2a-b8a6-5f1f0b1c2d3e', '::1/64', 'so so', 7,
     '{1,NULL,-3}', ARRAY['a,b', '"q"', '\\', NULL, '', 'NULL', '{}'], ARRAY['infinity'::timestamptz, '1970-01-01Z'],
     '{{1,2},{9223372036854775807,4}}', ARRAY['{"a": "}"}'::jsonb, 'null']),
    (E'line\\nline\\r\\ttab \\u2028 \\U0001F600 ''quoted'' "double" \\\\ back', false, 0, -9223372036854775808, 'NaN', -0.000001,
     'Infinity', 'NaN', 'abcde', 'ten chars!', '\\x00ff0a', '"text"', '"\\u2028\\n"', 'infinity', '00:00', '-infinity',
     'infinity', '-infinity', '178000000 years', NULL, '10.0.0.1', 'glad', 1, '{}', '{}', '{}', '{}', '{}'),
    ('tiny', NULL, 1, 1, 1e-30, 1, 1e-45, 4.9406564584124654e-324, NULL, NULL, NULL, NULL, NULL, '4713-01-01 BC', NULL,
     NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL)`;
