/** What a problem code promises to a caller. */
export interface ProblemKind {
  readonly status: number;
  readonly title: string;
  /** For the documentation page: when it happens, and what to do. */
  readonly description: string;
  /** Whether the same request may succeed later without a change. */
  readonly retryable: boolean;
}

function kind(status: number, title: string, description: string, retryable = false): ProblemKind {
  return Object.freeze({ status, title, description, retryable });
}

/**
 * Every problem that the service can answer with (RFC 9457). A code is never reused for another meaning, and one that
 * is no longer raised stays here.
 */
export const problems = {
  // 400
  no_active_tests: kind(
    400,
    'There is nothing to run',
    'No active validation test is in the scope. Create tests, or activate those that there are.',
  ),
  run_too_large: kind(
    400,
    'The Run would have too many tests',
    'A Run has 20,000 tests at most. Run the pairs in several Runs, each with some of them.',
  ),
  nothing_to_retry: kind(
    400,
    'There is nothing to retry',
    'No test of the Run ended with an error that may pass or without a result, or all that did are deleted. Failures are verdicts: start a new Run to test again.',
  ),
  billing_provider_not_configured: kind(
    400,
    'The billing provider is not configured',
    'This deployment sells nothing through the provider. Choose the other one, or ask its operator.',
  ),
  billing_misconfigured: kind(
    400,
    'The billing provider refuses the configuration',
    'Its key, a price or an offer that this deployment is configured with is not accepted. Its operator runs `plumbline doctor`.',
  ),

  // 401
  token_missing: kind(
    401,
    'A bearer token is required',
    'Send `Authorization: Bearer <ACCESS_TOKEN>` with a token from the configured identity provider. Exactly one Authorization header is accepted.',
  ),
  token_invalid: kind(
    401,
    'The bearer token is not valid',
    'The token is malformed, expired, not yet valid, signed by an unknown key, or issued for another audience or by another issuer. Get a new token and try again.',
  ),

  event_unverified: kind(
    401,
    'The event cannot be verified',
    'Events of a payment provider are taken only with its signature, made with the secret of this deployment within the last minutes.',
  ),

  // 402
  entitlement_expired: kind(
    402,
    'The Organization has no active entitlement',
    'The trial or the subscription is over. Reading goes on; to change or run anything, an Owner subscribes to a plan.',
  ),

  // 403
  role_insufficient: kind(
    403,
    'The role does not permit this operation',
    'The caller is known but holds a lower role than the operation needs. Ask an Owner of the Organization for the role that the detail names.',
  ),
  token_scheme_not_accepted: kind(
    403,
    'This kind of token is not accepted here',
    'The operation needs a signed-in person, or a registered executor; the token is of another kind.',
  ),
  access_role_missing: kind(
    403,
    'The account has no access to the service',
    'A delegated token must carry the role SVC.Access. An administrator of the directory assigns the account to the application.',
  ),
  personal_account: kind(
    403,
    'A work or school account is required',
    'Personal accounts cannot activate an Organization or accept an invitation. Sign in with an account of an organisation directory.',
  ),
  organization_not_activated: kind(
    403,
    'The directory has no Organization yet',
    'Nobody has activated an Organization for this directory. A signed-in person does so with `POST /api/v1/organization:activate`.',
  ),
  membership_required: kind(
    403,
    'The account is not a member of the Organization',
    'The directory has an Organization, but this account is not an active member of it. Ask an Owner for an invitation.',
  ),
  invitation_secret_invalid: kind(
    403,
    'The invitation secret does not match',
    'The one-time secret is not the one of this invitation. Use the link exactly as it was delivered.',
  ),

  executor_not_registered: kind(
    403,
    'The caller is not a registered executor',
    'The execution protocol is for the registered identity of an executor only, whatever roles a token carries. Register the identity with the deployment or the execution environment.',
  ),

  // 404, 405
  not_found: kind(
    404,
    'The resource does not exist',
    'No such resource exists in this tenant. A resource of another tenant is reported the same way.',
  ),
  path_unknown: kind(
    404,
    'No such path',
    'The service has no resource at this path. See the API description.',
  ),
  method_not_allowed: kind(
    405,
    'The method is not allowed here',
    'The path exists, but not with this method. The Allow header lists the methods that do.',
  ),

  // 409
  idempotency_key_reused: kind(
    409,
    'The idempotency key belongs to another request',
    'The key was used before with another path or body. Use a new key for a new request, and the same key only for an exact retry.',
  ),
  idempotency_in_progress: kind(
    409,
    'A request with this idempotency key is in progress',
    'The first request with this key has not finished. Wait a moment and retry with the same key.',
    true,
  ),
  directory_already_activated: kind(
    409,
    'The directory already has an Organization',
    'Another account of this directory has activated the Organization. Ask one of its Owners for an invitation.',
  ),
  last_owner: kind(
    409,
    'The Organization needs an Owner',
    'The last active Owner can be neither demoted nor removed. Make another member an Owner first.',
  ),
  member_exists: kind(
    409,
    'The person is already a member',
    'An active member of the Organization has this address, or the signed-in account is a member already.',
  ),
  invitation_pending: kind(
    409,
    'An invitation for this address is pending',
    'Revoke the pending invitation before creating another for the same address.',
  ),
  invitation_not_pending: kind(
    409,
    'The invitation is no longer pending',
    'It has been accepted or revoked, or it has expired. Ask an Owner for a new one.',
  ),
  mail_rejected: kind(
    409,
    'The mail server refused the message',
    'Stands in the operation of a delivery that was given up. Check the address and the mail settings, then invite again.',
  ),
  state_conflict: kind(
    409,
    'The resource changed at the same moment',
    'A concurrent request changed the same resource first. Read it again and retry.',
    true,
  ),

  lease_lost: kind(
    409,
    'The lease is not held',
    'The work is over, or another executor has claimed it: the lease ran out, or the fencing number is not its current one. Stop the work; nothing that it comes to is wanted.',
  ),
  protocol_version_unsupported: kind(
    409,
    'No common version of the execution protocol',
    'The executor and the service speak no version in common. Update whichever is older; the detail lists the versions of the service.',
  ),
  execution_environment_not_ready: kind(
    409,
    'There is no executor to do the work',
    'No executor that can reach this kind of source has called lately. Start one with `plumbline executor`, or provision the execution environment.',
    true,
  ),
  already_subscribed: kind(
    409,
    'The Organization is subscribed already',
    'It has an active subscription. Change or cancel that with its provider.',
  ),
  purchase_taken: kind(
    409,
    'The purchase belongs to an Organization already',
    'A purchase in the marketplace is for one Organization, and this one has been claimed. Buy another, or ask the Owner who claimed it.',
  ),
  cloud_not_configured: kind(
    409,
    'The deployment reads no cloud',
    'No application is configured that could read data factories. The operator of the deployment registers one; see the how-to for Azure.',
  ),
  cloud_access_denied: kind(
    409,
    'The cloud does not let the service read',
    "The service's application has not been consented to in the directory, lacks the Reader role, or its secret has expired. An administrator of the directory grants it, or the operator renews the secret.",
  ),
  cloud_answer_invalid: kind(
    409,
    'The cloud gave an answer that is not used',
    'It leads to an address that this deployment does not call, goes on without end, or cannot be read. Nothing of it was kept.',
  ),
  environment_exists: kind(
    409,
    'The Organization has an execution environment',
    'An Organization has one active environment. Retire it before recording another.',
  ),
  environment_not_provisionable: kind(
    409,
    'The execution environment cannot be provisioned now',
    'Its installer is not made yet, or it is ready already. Read the environment for its state.',
  ),
  environment_silent: kind(
    409,
    'No executor of the environment has called',
    'Stands in the operation of a provisioning that failed. Check that the installer was deployed and that the object id is the one it put out, see the log of the executor, and provision again.',
  ),
  operation_in_progress: kind(
    409,
    'The same work is under way already',
    'Another request started it and it has not ended. Wait for its operation, then retry.',
    true,
  ),
  source_in_use: kind(
    409,
    'Datasets depend on the source',
    'Delete the datasets that the detail names first, then the source.',
  ),
  removal_staged: kind(
    409,
    'A removal is staged already',
    'The connection has a staged removal plan. Review it, remove the connection, or cancel the plan first.',
  ),
  removal_not_staged: kind(
    409,
    'The removal plan is not staged',
    'It has been cancelled already. Stage a new plan to remove the connection.',
  ),
  source_secret_unreadable: kind(
    409,
    'The stored password can no longer be read',
    'It was encrypted with another secret of the service. Register the source again with its password, or restore the secret.',
  ),
  dataset_in_use: kind(
    409,
    'Dataset pairs use the dataset',
    'Delete the pairs that the detail names first, then the dataset.',
  ),
  dataset_pair_exists: kind(
    409,
    'The datasets are paired already',
    'A pair of the same source and target exists. Use it, or delete it first.',
  ),
  dataset_pair_in_use: kind(
    409,
    'Validation tests use the pair',
    'Delete the tests that the detail names first, then the pair.',
  ),

  run_not_finished: kind(
    409,
    'The Run has not finished',
    'Only a finished Run can be retried or compared. Wait for it, or cancel it first.',
    true,
  ),
  webhooks_exhausted: kind(
    409,
    'The Organization has as many webhooks as it may have',
    'Delete a webhook that is not needed, or let one receiver pass events on.',
  ),
  webhook_disabled: kind(
    409,
    'The webhook is disabled',
    'Nothing is sent to it. Enable it (`PATCH` with `state` `active`) once its receiver takes events again.',
  ),
  webhook_secret_unreadable: kind(
    409,
    'The secret of the webhook cannot be read',
    'It was stored under another secret of the service. Rotate it, and give its receiver the new one.',
  ),
  notification_rules_exhausted: kind(
    409,
    'The Organization has as many notification rules as it may have',
    'Delete a rule that is not needed.',
  ),
  mail_not_configured: kind(
    409,
    'This deployment sends no mail',
    'Its operator has configured no mail server (`PLUMBLINE_SMTP_URL`). Choose a channel of Slack or Teams.',
  ),
  schedules_exhausted: kind(
    409,
    'The Organization has as many schedules as it may have',
    'Delete a schedule that is not needed, or let one cover several pairs.',
  ),
  run_finished: kind(409, 'The Run is over', 'A finished Run cannot be cancelled: its results stand.'),

  // 412, 428
  etag_mismatch: kind(
    412,
    'The resource has changed',
    'If-Match does not carry the current ETag. Read the resource again, review the change, and retry with its ETag.',
  ),
  if_match_required: kind(
    428,
    'If-Match is required',
    'Send the exact strong ETag of the resource as it was last read in the If-Match header.',
  ),

  // 422
  validation_failed: kind(
    422,
    'The request is not valid',
    'One or more parts of the request break a rule. `errors` names each part by pointer, parameter or header.',
  ),
  request_malformed: kind(
    422,
    'The request cannot be read as HTTP',
    'The request line or a header breaks the rules of HTTP, or the headers are longer than the service accepts (128 KiB).',
  ),
  body_invalid: kind(
    422,
    'The request body cannot be read',
    'The body is not well-formed JSON of an accepted size and encoding, or its content type is not application/json.',
  ),
  idempotency_key_invalid: kind(
    422,
    'The Idempotency-Key is missing or malformed',
    'Send one Idempotency-Key header of 1 to 128 visible ASCII characters.',
  ),
  if_match_invalid: kind(
    422,
    'The If-Match header is malformed',
    'Send one strong ETag in double quotes, at most 1,024 characters. Weak validators, wildcards and lists are rejected.',
  ),
  webhook_address_refused: kind(
    422,
    'The address is not one that this deployment calls',
    'Events are sent over https to hosts on the public internet. Others, and plain http, need to be listed by the operator (`PLUMBLINE_WEBHOOK_HOSTS`).',
  ),
  cursor_invalid: kind(
    422,
    'The cursor is not valid here',
    'A cursor is opaque and good only with the Organization, filters, order and limit that issued it. Start again without a cursor.',
  ),
  plan_unknown: kind(422, 'There is no such plan', 'The detail lists the plans that the provider sells.'),
  purchase_token_invalid: kind(
    422,
    'The purchase cannot be found',
    'The marketplace does not know the token: it is good for a day, and must be passed on as it came. Open the purchase again in the marketplace.',
  ),
  expiry_invalid: kind(
    422,
    'The expiry is out of range',
    'An invitation must expire in the future, and within the longest period that the deployment allows.',
  ),
  dataset_unreadable: kind(
    422,
    'The data cannot be read',
    'A file or table is damaged, truncated, not in the declared format or encoding, or gone. The detail names it and the place; repair it or declare how it is to be read.',
  ),
  dataset_not_found: kind(
    422,
    'There is no data at this location',
    'The file or folder does not exist, the pattern matches no file, or the folder holds none that can be read as data. Check the path; the detail names it.',
  ),
  dataset_format_unknown: kind(
    422,
    'The format of the data is not known',
    'The name of a file does not say its format, its compression is not supported, or the files of one dataset have different formats. Declare the format, or convert the files to one.',
  ),
  dataset_schema_mixed: kind(
    422,
    'The files of the dataset do not have the same columns',
    'All files of a dataset must have the same columns of the same types in the same order. The detail names the first file that has not, and the column; compare such files one by one, or convert them.',
  ),
  dataset_names_ambiguous: kind(
    422,
    'Columns of the dataset have the same name',
    'A column must be known by its name. Rename the columns that the detail lists, or declare that the file has no header.',
  ),
  dataset_encoding_invalid: kind(
    422,
    'The text is not in the expected encoding',
    'Text is read as UTF-8 unless a byte order mark or the declaration says otherwise. The detail names the first byte that does not belong; declare the encoding, for example windows-1252.',
  ),
  reading_option_invalid: kind(
    422,
    'A declaration of how to read the data is not valid',
    'The detail names the option, what it was given and what it takes.',
  ),
  field_unknown: kind(
    422,
    'The dataset has no such field',
    'The name must be written as the dataset writes it. The detail lists the nearest names.',
  ),
  data_access_refused: kind(
    422,
    'The engine may not open this location',
    'The executor reads and writes only under the roots that its operator allowed. Move the data there, or have the root added.',
  ),
  connection_settings_invalid: kind(
    422,
    'The connection is not described validly',
    'The host, port, database, user or address cannot be used as given. The detail names the part and what it takes; options that name files, sockets or other hosts are never taken.',
  ),
  connection_host_refused: kind(
    422,
    'Connections to this host are not allowed',
    'The executor connects only to the database hosts that its operator allowed. Check the name, or have the host and its address range added to the allowed database hosts.',
  ),
  connection_host_unknown: kind(
    422,
    'The host name is not known',
    'No address is published for the host. Check the spelling, and that the name can be resolved where the executor runs.',
  ),
  connection_login_refused: kind(
    422,
    'The database refused the login',
    'The user does not exist, the password is wrong, or the server does not let this user in from here. Check the user and enter the password again.',
  ),
  connection_tls_failed: kind(
    422,
    'No trusted connection could be made',
    'The server offers no TLS, demands it, or shows a certificate that is not trusted or is for another name. Change the TLS mode of the connection, or declare the authority that signed the certificate.',
  ),
  database_not_found: kind(
    422,
    'The server has no such database',
    'The login succeeded but the database does not exist. Check its name; letter case counts.',
  ),
  table_not_found: kind(
    422,
    'The database has no such table',
    'The table or view does not exist (any more). Browse the source for its present name, or restore it, and prepare the dataset again.',
  ),
  table_access_denied: kind(
    422,
    'The user may not read the table',
    'The database user lacks the right to read what the detail names. Have SELECT granted, and USAGE of the schema, then retry.',
  ),
  dataset_schema_changed: kind(
    422,
    'The table is no longer as it was prepared',
    'A column is gone, has another type, or holds values that its prepared type cannot. Prepare the dataset again and review its tests.',
  ),
  comparison_unsupported: kind(
    422,
    'The engine cannot compare this exactly',
    'The engine that runs the comparison lacks something that the test needs, and nothing weaker is done instead. The detail says what; change the test or run it on another engine.',
  ),
  evidence_none: kind(
    409,
    'There is no evidence',
    'The result has no differing rows: everything agrees, the test keeps no evidence, or it could not be decided.',
  ),
  evidence_gone: kind(
    409,
    'The evidence is gone',
    'The differing rows of this result were deleted, by somebody or because their time was over. The counts stay. Run the test again to have them again.',
  ),
  evidence_store_denied: kind(
    409,
    'The evidence store does not let the executor in',
    'The managed identity of the executor lacks the role Storage Blob Data Contributor on the container, or the network rules of the storage account keep it out. An administrator of the subscription grants it; a new role takes some minutes to count.',
  ),
  evidence_store_missing: kind(
    409,
    'There is no evidence store',
    'The container that the executor is configured with does not exist, or holds something else. Deploy the execution environment again, or correct `PLUMBLINE_EVIDENCE_URL`.',
  ),
  evidence_too_large: kind(
    422,
    'The evidence is too large to download',
    'Evidence travels from where the data is through the service, and a download has a limit. Read it in pages, or run the test with fewer rows of evidence.',
  ),
  engine_resources_exhausted: kind(
    422,
    'The engine ran out of memory or spill space',
    'The comparison needs more memory or temporary disk space than the executor is allowed. Raise the limits, or compare fewer columns or rows at a time.',
  ),
  dataset_not_prepared: kind(
    422,
    'The dataset is not prepared',
    'Its fields are not known, because its preparation has not succeeded yet. Wait for the preparation, or see why it failed and retry it.',
    true,
  ),
  test_outdated: kind(
    422,
    'The test no longer fits its datasets',
    'Stands in the result of a test that was not run: a field is gone or compares otherwise than when the test was saved, or its pair was deleted. The detail says which; change the test, then run it again.',
  ),
  dataset_changed: kind(
    409,
    'The data changed while it was read',
    'A file was replaced, appended to or deleted in the middle, so what was found out belongs to no one version of it. Retry when nobody writes it.',
    true,
  ),
  dataset_too_wide: kind(
    422,
    'The dataset has more fields than can be held',
    'It has too many fields, they are nested too deeply, or their names or types are too long. The detail names the limit; make a dataset of fewer columns.',
  ),
  comparison_cancelled: kind(
    409,
    'The comparison was cancelled',
    'It was interrupted before it had an answer. Run it again.',
    true,
  ),

  // 429, 500, 503
  event_streams_exhausted: kind(
    429,
    'The Organization has too many event streams open',
    'One replica holds a bounded number of streams for each Organization. Close some, share one between views, or read `GET /api/v1/events` now and then.',
    true,
  ),
  rate_limited: kind(
    429,
    'Too many requests',
    'The bounded request rate of this application was exceeded, or its Organization asks for more at once than one may have. Wait as long as Retry-After says; nothing was changed.',
    true,
  ),
  internal_error: kind(
    500,
    'Something went wrong on our side',
    'This is a defect of the service. Report it with the request id.',
    true,
  ),
  connection_failed: kind(
    503,
    'The database server does not answer',
    'The connection was refused or timed out, or the server is starting up or shutting down. Check that it runs and accepts connections from the executor, then retry.',
    true,
  ),
  connection_lost: kind(
    503,
    'The connection to the database was lost',
    'The server was restarted, ended the session, or the network failed in the middle. Nothing of what was read is kept; retry.',
    true,
  ),
  connection_limit_reached: kind(
    503,
    'The database accepts no more connections',
    'All connections of the server or of the user are taken. Retry later, or have the limit raised.',
    true,
  ),
  query_time_limit: kind(
    503,
    'The database did not answer within the time limit',
    'The query was ended by its time limit, or waited too long for a lock on the table. Retry when the server is less busy, or have the limit raised.',
    true,
  ),
  evidence_store_unavailable: kind(
    503,
    'The evidence store does not answer',
    'The executor cannot reach its storage account, or that is busy; it was tried several times. Check the connection between them, then retry.',
    true,
  ),
  executor_lost: kind(
    503,
    'The executors that did the work went away',
    'Each executor that took the work stopped without a word. See their logs, then retry.',
    true,
  ),
  webhook_undelivered: kind(
    503,
    'A receiver did not take the event',
    'It was away, slow, or answered with another status than 2xx. It is tried again over a day; the log of deliveries has each answer.',
    true,
  ),
  service_overloaded: kind(
    503,
    'The service has too much to do',
    'It is answering as many requests at once as it may (PLUMBLINE_REQUESTS_AT_ONCE), so it did not begin with this one. Wait as long as Retry-After says; nothing was changed.',
    true,
  ),
  dependency_unavailable: kind(
    503,
    'A required dependency is temporarily unavailable',
    'The database or the identity provider does not answer. Wait as long as Retry-After says; nothing was changed.',
    true,
  ),
} as const satisfies Record<string, ProblemKind>;

export type ProblemCode = keyof typeof problems;
