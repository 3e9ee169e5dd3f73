"""From an answer to what is wrong with it: run, compare, explain. Shows nothing."""
