"""Schemathesis calls the door with what its schema allows and forbids: every answer is one that the schema knows."""

import pytest
from serving import served

from playground.plugins.openai.request import Body, further
from playground.plugins.openai.routes import OpenAI
from playground.service import Service
from playground.service.limits import Limits

ASK = [{"role": "user", "content": "hello"}]
LIMITS = Limits(run_tokens=64, run_positions=2000, visitor_requests=10**6, address_requests=10**6)


@pytest.mark.thorough
@pytest.mark.parametrize(("sent", "expected"), [("positive", {200, 404}), ("negative", {400})])
def test_every_answer_is_one_that_the_schema_knows(random_slot, sent, expected):
    # Importing these takes seconds, and every worker imports this file, also when it is not to run.
    import schemathesis
    from hypothesis import HealthCheck, given, settings
    from hypothesis import strategies as st
    from schemathesis.checks import not_a_server_error
    from schemathesis.specs.openapi import checks

    mode, statuses = schemathesis.GenerationMode(sent), set()
    conforms = (checks.status_code_conformance, checks.content_type_conformance, checks.response_schema_conformance)
    service = Service(random_slot, LIMITS)
    with served(service, doors=[OpenAI(service)]) as (_, address):
        operation = schemathesis.openapi.from_url(f"{address}v1/openapi.json")["/v1/chat/completions"]["POST"]
        fields = st.sets(st.sampled_from([*Body.model_fields, *further()]), max_size=2)

        @given(operation.as_strategy(generation_mode=mode), st.booleans(), fields)
        @settings(max_examples=120, deadline=None, suppress_health_check=list(HealthCheck), database=None)
        def ask(case, tame, names):
            if tame and mode.is_positive and isinstance(case.body, dict):  # else hardly a request gets further
                few = {name: value for name, value in case.body.items() if name in names - {"model", "messages"}}
                case.body = few | {"model": "checkpoint", "messages": ASK, "max_new_tokens": 16}
            response = case.call(timeout=60)
            statuses.add(response.status_code)
            case.validate_response(response, checks=[not_a_server_error, *conforms, checks.negative_data_rejection])

        ask()
    assert expected <= statuses
