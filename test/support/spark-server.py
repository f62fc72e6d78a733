"""A stand-in for a Databricks SQL warehouse on loopback: the Statement Execution API over a real Apache Spark.

Statements run in one Spark with ANSI mode on, as in a warehouse; answers come in the shapes of
https://docs.databricks.com/api/workspace/statementexecution (JSON_ARRAY, INLINE). Prints its port once it is ready, and
ends when its standard input does, so that it never outlives who started it.
"""

import json
import os
import sys
import threading
import uuid
from concurrent.futures import ThreadPoolExecutor
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from pyspark.errors import PySparkException
from pyspark.sql import SparkSession
from pyspark.sql import functions as f
from pyspark.sql import types as t

warehouse_folder, token = sys.argv[1], os.environ["SPARK_SERVER_TOKEN"]

# Small, so that a test can see an answer in several parts without making a large one.
ROWS_OF_CHUNK = 1000
INLINE_BYTES = 25 * 1024 * 1024

spark = (
    SparkSession.builder.master("local[2]")
    .config("spark.ui.enabled", "false")
    .config("spark.driver.host", "127.0.0.1")
    .config("spark.driver.bindAddress", "127.0.0.1")
    .config("spark.driver.memory", "1500m")
    .config("spark.driver.extraJavaOptions", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Duser.timezone=UTC")
    .config("spark.sql.ansi.enabled", "true")
    .config("spark.sql.session.timeZone", "UTC")
    .config("spark.sql.warehouse.dir", warehouse_folder)
    .config("spark.sql.shuffle.partitions", "1")
    .config("spark.sql.adaptive.enabled", "false")
    .config("spark.sql.autoBroadcastJoinThreshold", "-1")
    # Tables of a warehouse are of Delta Lake unless it is told otherwise; here only those that are made USING delta.
    .config("spark.sql.extensions", "io.delta.sql.DeltaSparkSessionExtension")
    .config("spark.sql.catalog.spark_catalog", "org.apache.spark.sql.delta.catalog.DeltaCatalog")
    .config("spark.databricks.delta.snapshotPartitions", "1")
    # Files are listed in so many tasks, which are 10,000 otherwise: a VACUUM took a minute.
    .config("spark.sql.sources.parallelPartitionDiscovery.parallelism", "1")
    # A test takes the files of a version away at once, which is otherwise refused.
    .config("spark.databricks.delta.retentionDurationCheck.enabled", "false")
    .getOrCreate()
)
spark.sparkContext.setLogLevel("OFF")


def warehouse(settings):
    session = spark.newSession()
    for name, value in settings.items():
        session.conf.set(name, value)
    return session


# A warehouse compiles every statement. Of thousands of small ones, each with classes of its own for a handful of rows,
# that is a good part of the time: so most are interpreted.
warehouses = {
    "compiling": warehouse({}),
    "interpreting": warehouse({"spark.sql.codegen.wholeStage": "false", "spark.sql.codegen.factoryMode": "NO_CODEGEN"}),
}


class Statement:
    def __init__(self, request):
        self.id = str(uuid.uuid4())
        self.request = request
        self.state = "PENDING"
        self.error = None
        self.columns = []
        self.rows = []
        self.truncated = False
        self.done = threading.Event()

    def run(self):
        if self.state == "CANCELED":
            return
        self.state = "RUNNING"
        try:
            spark.sparkContext.setJobGroup(self.id, "statement", True)
            session = warehouses[self.request["warehouse_id"]]
            self.answer(session.sql(self.request["statement"]))
            self.end("SUCCEEDED")
        except PySparkException as error:
            self.fail(error.getSqlState(), str(error))
        except Exception as error:  # what Java throws beneath the SQL layer carries no SQLSTATE
            self.fail(None, str(error))

    def answer(self, frame):
        fields = frame.schema.fields
        declared = frame._jdf.schema().fields()
        self.columns = [
            {"name": field.name, "type_text": declared[i].dataType().sql(), "type_name": field.dataType.typeName().upper(), "position": i}
            for i, field in enumerate(fields)
        ]
        named = frame.toDF(*[f"c{i}" for i in range(len(fields))])
        texts = [as_text(f.col(f"c{i}"), field.dataType) for i, field in enumerate(fields)]
        rows = [list(row) for row in named.select(*texts).collect()] if fields else []
        limit, size = self.request.get("byte_limit", INLINE_BYTES), 0
        for row in rows:
            size += sum(len(cell.encode()) for cell in row if cell is not None)
            if size > limit:
                self.truncated = True
                return
            self.rows.append(row)

    def fail(self, sql_state, message):
        self.error = {"error_code": "BAD_REQUEST", "message": message}
        self.sql_state = sql_state
        self.end("FAILED")

    def end(self, state):
        if self.state != "CANCELED":
            self.state = state
        self.done.set()

    def cancel(self):
        if not self.done.is_set():
            self.state = "CANCELED"
            spark.sparkContext.cancelJobGroup(self.id)
            self.done.set()

    def chunk(self, index):
        offset = index * ROWS_OF_CHUNK
        rows = self.rows[offset : offset + ROWS_OF_CHUNK]
        chunk = {"chunk_index": index, "row_offset": offset, "row_count": len(rows), "data_array": rows}
        if offset + ROWS_OF_CHUNK < len(self.rows):
            chunk["next_chunk_index"] = index + 1
            chunk["next_chunk_internal_link"] = f"/api/2.0/sql/statements/{self.id}/result/chunks/{index + 1}"
        return chunk

    def view(self):
        status = {"state": self.state}
        if self.error is not None:
            status["error"] = self.error
            if self.sql_state is not None:
                status["sql_state"] = self.sql_state
        view = {"statement_id": self.id, "status": status}
        if self.state == "SUCCEEDED":
            chunks = max(1, -(-len(self.rows) // ROWS_OF_CHUNK))
            view["manifest"] = {
                "format": "JSON_ARRAY",
                "schema": {"column_count": len(self.columns), "columns": self.columns},
                "total_chunk_count": chunks,
                "total_row_count": len(self.rows),
                "truncated": self.truncated,
            }
            view["result"] = self.chunk(0)
        return view


def as_text(column, data_type):
    if isinstance(data_type, (t.ArrayType, t.MapType, t.StructType)):
        return f.to_json(column, {"ignoreNullFields": "false"})
    if isinstance(data_type, t.BinaryType):
        return f.base64(column)
    return column.cast("string")


statements = {}
workers = ThreadPoolExecutor(2)


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("content-length", 0)))
        if not self.allowed():
            return
        path = self.path.split("/")
        if self.path == "/api/2.0/sql/statements":
            request = json.loads(body)
            if request["warehouse_id"] not in warehouses:
                self.tell(404, {"error_code": "NOT_FOUND", "message": "unknown warehouse"})
                return
            statement = Statement(request)
            statements[statement.id] = statement
            workers.submit(statement.run)
            statement.done.wait(float(request.get("wait_timeout", "10s").rstrip("s")))
            self.tell(200, statement.view())
        elif self.path.endswith("/cancel") and path[-2] in statements:
            statements[path[-2]].cancel()
            self.tell(200, {})
        else:
            self.tell(404, {"error_code": "NOT_FOUND", "message": self.path})

    def do_GET(self):
        if not self.allowed():
            return
        path = self.path.split("/")
        statement = statements.get(path[5] if len(path) > 5 else "")
        if statement is None:
            self.tell(404, {"error_code": "NOT_FOUND", "message": self.path})
        elif len(path) == 9:
            self.tell(200, statement.chunk(int(path[8])))
        else:
            self.tell(200, statement.view())

    def allowed(self):
        if self.headers.get("authorization") == f"Bearer {token}":
            return True
        self.tell(401, {"error_code": "UNAUTHENTICATED", "message": "unknown token"})
        return False

    def tell(self, status, body):
        data = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *_):
        pass


server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
threading.Thread(target=server.serve_forever, daemon=True).start()
# The first statement of a Spark takes seconds, which belong to its start.
for session in warehouses.values():
    session.sql("SELECT x, count(*) FROM VALUES (1) AS t(x) GROUP BY x").collect()
print(json.dumps({"port": server.server_port, "version": spark.version}), flush=True)
sys.stdin.read()
os._exit(0)
