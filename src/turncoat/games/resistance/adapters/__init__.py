"""The family in the shapes that other programs expect: environments of five libraries, game logs, tables, ProAvalon.

Most need an extra of their own. Each is imported by its full name, so nothing is imported here.
"""
