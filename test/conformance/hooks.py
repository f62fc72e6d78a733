"""What Schemathesis cannot know by itself: which of our 422 are about the shape of a request."""

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
def filter_failure(context, failure, case, response):
    """The interface reads a nullable query parameter that is empty, or the word null, as absent: no schema can say so."""
    # As it was sent: a list without items is written as nothing, too.
    sent = parse_qsl(urlsplit(response.request.url).query, keep_blank_values=True)
    return not (failure.code == "ST201" and any(value in ("", "null") for _, value in sent))
