// Parses Markdown with cmark-gfm in a bounded amount of memory and of processor time. cmark ends the process when it gets
// no memory; here its allocations come from an arena with a budget, and what needs more of either is given up. Everything
// of cmark that allocates is called here: parsing, reading and changing the texts of nodes, and creating nodes.
//
// Each thread has one arena. Parsed trees may refer to one another as long as the thread is in it. Once something did
// not fit, or took too long, the arena is exhausted: texts read as NULL, changes have no effect, and no further text is parsed.

#pragma once

#include <stddef.h>

/// Enters the thread's arena. Each call is paired with `nav_markdown_end`; the arguments are those of the outermost one.
///
/// `budget` is the memory of all trees, in bytes; `time` is the processor time for parsing them, in nanoseconds. Threads
/// that parse at the same time take turns: owners share them, and who has used less goes on.
void nav_markdown_begin(size_t budget, long long time, unsigned long long owner);

/// Leaves the arena; the last one to leave releases its memory, and all trees that were parsed in it.
///
/// Returns 0 if the arena is exhausted: what was made of its trees may be incomplete.
int nav_markdown_end(void);

/// The number of times that the thread is in its arena.
int nav_markdown_depth(void);

/// Takes bytes of the budget for something outside of the arena. Returns 0 if so many are not left; then the arena is
/// exhausted.
int nav_markdown_charge(size_t bytes);

/// Parses the blocks of a text.
///
/// `extensions` are names of cmark's syntax extensions, ended by NULL. Returns the parser (`cmark_parser`), or NULL if
/// the arena is exhausted, the system has no memory, or an extension does not exist.
void *nav_markdown_feed(const char *text, size_t length, const char *const *extensions);

/// Parses the inlines, and ends the parser.
///
/// Waits for its turn. All parsers must have the extensions strikethrough and tasklist; others don't recognise special
/// characters, or are links. Returns the document (`cmark_node`), or NULL as above.
void *nav_markdown_finish(void *parser);

/// A text of a node.
enum nav_markdown_part { nav_markdown_literal, nav_markdown_url, nav_markdown_info };

/// Returns a text of a node (`cmark_node`), which is valid until it is set or the arena is left; NULL if the node has
/// none, or the arena is exhausted.
const char *nav_markdown_text(void *node, enum nav_markdown_part part);

/// Sets a text of a node.
void nav_markdown_set_text(void *node, enum nav_markdown_part part, const char *text);

/// Creates a block of HTML in the arena; only such nodes can be put into a parsed tree.
///
/// Returns a `cmark_node`; NULL if the arena is exhausted.
void *nav_markdown_html(const char *text);
