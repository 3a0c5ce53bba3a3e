// Not a test: it has no RUN line.
