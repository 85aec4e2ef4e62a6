"""Safety checks by group, each taken out or turned.

A group's file has MUTATIONS, each (file, text that stands there once, what takes its place) and, where the group's TESTS are
not those that should notice, a list of its own. A test is a target and the arguments that name its quick cases; or
`ctest:NAME` and the targets that it needs. They are built and run one after the other until one fails.
"""
