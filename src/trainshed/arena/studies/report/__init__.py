"""The report of a study: one page that stands alone, for people who are no programmers.

- `words`: what measures, words and numbers are called.
- `answer`: the answer in sentences.
- `colors`: the colours of pictures, which follow the reader's theme.
- `pictures`: the charts, as SVG.
- `page`: the page.
"""
