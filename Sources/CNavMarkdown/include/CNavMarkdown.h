// Parses Markdown with cmark-gfm in a bounded amount of memory. cmark ends the process when it gets no memory; here its
// allocations come from an arena with a budget, and a document that needs more is given up. Only parsing is bounded:
// reading literals and changing a tree allocate without a limit.
//
// Each thread has one arena. Parsed trees may refer to one another as long as the thread is in it.

#pragma once

#include <stddef.h>

/// Enters the thread's arena, and adds bytes to its budget. Each call is paired with `nav_markdown_end`.
void nav_markdown_begin(size_t budget);

/// Leaves the arena; the last one to leave releases its memory, and all trees that were parsed in it.
void nav_markdown_end(void);

/// Parses the blocks of a text.
///
/// `extensions` are names of cmark's syntax extensions, ended by NULL. Returns the parser (`cmark_parser`), or NULL if
/// the budget is exhausted, the system has no memory, or an extension does not exist.
void *nav_markdown_feed(const char *text, size_t length, const char *const *extensions);

/// Parses the inlines, and ends the parser.
///
/// Not to be called by two threads at once: cmark keeps the special characters of extensions in a table of the process
/// meanwhile. Returns the document (`cmark_node`), to be freed by `cmark_node_free`, or NULL as above.
void *nav_markdown_finish(void *parser);

/// Creates a block of HTML in the arena, without counting its memory; only such nodes can be put into a parsed tree.
/// Returns a `cmark_node`.
void *nav_markdown_html(const char *text);
