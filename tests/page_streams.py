"""What becomes of the streams that a page reads."""


def spoil(page, harm):
    """What the next stream of a tape brings passes through `harm`, in JavaScript: (event, give, fail) => ..."""
    page.evaluate(
        f"""() => {{
          const own = window.fetch, harm = {harm};
          window.fetch = async (path, options) => {{
            const answer = await own(path, options);
            if (path !== 'tape' || !answer.ok) return answer;
            window.fetch = own;
            let rest = '';
            const harms = {{ transform(part, out) {{
              const events = (rest + part).split('\\n\\n');
              rest = events.pop();
              const give = (event, end = '\\n\\n') => out.enqueue(event + end);
              for (const event of events) harm(event, give, () => out.error(new TypeError('network error')));
            }} }};
            const through = [new TextDecoderStream(), new TransformStream(harms), new TextEncoderStream()];
            return new Response(through.reduce((stream, one) => stream.pipeThrough(one), answer.body), answer);
          }}; }}"""
    )
