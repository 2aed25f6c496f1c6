"""What is said of a text, as elements of a real document: hostile words stay words."""

import pytest

from workshop.page.sources import evaluate

MARKUP = "<img src=x onerror=alert(1)>"
VERDICTS = """async sentence => {
  const { verdictElement } = sources;
  const worn = right => {
    const made = verdictElement({ verdict: { task: sentence, right, sentence, rule: 1 } });
    document.body.append(made);
    return { text: made.textContent, classes: made.className, children: made.querySelectorAll("*").length };
  };
  const without = device => verdictElement({ verdict: null, header: { device }, finishReason: "max-tokens" });
  const refused = verdictElement({ verdict: null, header: { device: "cpu" }, refused: true });
  return [worn(true), worn(false), without("cpu"), without("browser").textContent, refused.textContent];
}"""


@pytest.fixture
def page(visit, static_address):
    return visit(static_address + "two_players.html", ready="() => window.first")


def test_a_result_wears_its_verdict(page):
    right, wrong, none, browser, refused = evaluate(page, VERDICTS, MARKUP)
    assert right["text"] == f"✓ {MARKUP}. So says a rule, not the model." and wrong["text"].startswith("✗ <img")
    assert "tdp-verdict-right" in right["classes"] and "tdp-verdict-wrong" in wrong["classes"]
    assert right["children"] == wrong["children"] == 2 and none is None
    assert browser.startswith("No rule judges this text in a browser")
    assert refused.startswith("The model declines") and "✓" not in refused and "✗" not in refused
