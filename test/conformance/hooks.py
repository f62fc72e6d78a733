"""What Schemathesis cannot know by itself: which of our 422 are about the shape of a request, and what only takes time."""

import os
from urllib.parse import parse_qsl, urlsplit

import schemathesis

# The errors of a problem carry the keyword of the schema that was broken, or a word for what the request means.
SHAPE = {
    "additionalProperties", "anyOf", "const", "enum", "format", "maxItems", "maxLength", "maximum", "minItems",
    "minLength", "minimum", "multipleOf", "oneOf", "pattern", "required", "type", "uniqueItems",
}  # fmt: skip


@schemathesis.check
def valid_shape_is_accepted(ctx, response, case):
    """A request that fits the published schemas is never refused for its shape."""
    meta = case.meta
    if meta is None or not meta.generation.mode.is_positive or response.status_code != 422:
        return
    # Every body is an object. Where a text may be very long Schemathesis gives up, and sends 0 as if that were valid.
    errors = [error for error in response.json().get("errors", []) if error.get("pointer") != ""]
    broken = [error for error in errors if error["code"] in SHAPE]
    assert not broken, f"The schema allows what the service refuses: {broken}"


@schemathesis.hook
def before_call(context, case, kwargs):
    """A claim waits for work for as long as it asks to, 20 seconds at most: what comes after one second is no different."""
    wait = case.body.get("waitSeconds") if isinstance(case.body, dict) else None
    if isinstance(wait, int) and 1 < wait <= 20:
        case.body["waitSeconds"] = 1


@schemathesis.hook
def after_call(context, case, response):
    """Which operations were called, and how they answered: the report of Schemathesis itself has only their number."""
    with open(os.environ["ANSWERS_FILE"], "a") as answers:
        answers.write(f"{case.operation.definition.raw['operationId']} {response.status_code}\n")


@schemathesis.hook
def filter_failure(context, failure, case, response):
    """What the interface says, and no schema or list of statuses can."""
    return not is_read_as_absent(failure, response)


def is_read_as_absent(failure, response):
    """A nullable query parameter that is empty, or the word null, counts as absent; a list without items is sent so, too."""
    sent = parse_qsl(urlsplit(response.request.url).query, keep_blank_values=True)
    return failure.code == "ST201" and any(value in ("", "null") for _, value in sent)
