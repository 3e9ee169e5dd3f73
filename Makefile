# make lab        open JupyterLab on your own copies (make lab NB=03 for one notebook)
# make test       every check that a change must pass
# make test-full  the long checks: mutants, clumsy answers, slides and pages in the browser
# make refresh    execute the notebooks again and store their outputs (NB=03 for one)
# make site       write the course's pages into build/site
# make setup      only the environment; the others call it
#
# Needs Python 3.11 or newer with venv, make and git. On Windows and in conda
# there is no make: `course lab`, `course test`, ... do the same (README.md).

# The first Python that is new enough; PYTHON=... overrides.
PYTHON ?= $(shell for p in python3 python3.13 python3.12 python3.11 python3.14 python; do \
	$$p -c 'import sys; sys.exit(not (3, 11) <= sys.version_info < (3, 15))' \
	2>/dev/null && echo $$p && break; done)
COURSE = .venv/bin/course

.PHONY: help setup lab test test-full refresh site

help:
	@sed -n '/^# make/s/^# //p' Makefile

setup:
	@test -n "$(PYTHON)" || { echo "no Python 3.11 to 3.14 found: install one, or say make PYTHON=/path/to/python"; exit 1; }
	@$(PYTHON) scripts/setup_env.py

lab: setup
	@$(COURSE) lab $(NB)

test: setup
	@$(COURSE) test

test-full: setup
	@$(COURSE) test --full

refresh: setup
	@$(COURSE) refresh $(NB)

site: setup
	@$(COURSE) site
