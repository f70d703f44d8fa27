// TOML texts as lists of their entries, parsed by toml++.
#ifndef NAV_TOML_H
#define NAV_TOML_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum nav_toml_kind {
  NAV_TOML_TABLE,
  NAV_TOML_TEXT,
  NAV_TOML_FLAG,
  NAV_TOML_NUMBER,
  // A fraction, a date, a time or an array.
  NAV_TOML_OTHER,
} nav_toml_kind;

// An entry of a table, valid as long as its document. The entries of a table follow it, one level deeper.
typedef struct nav_toml_entry {
  nav_toml_kind kind;
  // 0 for the entries of the document itself.
  size_t depth;
  // UTF-8, which may contain NUL.
  const char *key;
  size_t key_length;
  // Of a text.
  const char *text;
  size_t text_length;
  // Of a number; 0 or 1 of a flag.
  int64_t number;
} nav_toml_entry;

// A parsed text.
typedef struct nav_toml nav_toml;

// Parses UTF-8. NULL if there is no memory; otherwise to be freed with nav_toml_free.
nav_toml *nav_toml_parse(const char *text, size_t length);
void nav_toml_free(nav_toml *document);

// The first syntax error of the text, NULL for none, and its place: a line and a column, from 1.
const char *nav_toml_problem(const nav_toml *document);
uint32_t nav_toml_problem_line(const nav_toml *document);
uint32_t nav_toml_problem_column(const nav_toml *document);

// The entries, tables before what they contain; none after a problem.
const nav_toml_entry *nav_toml_entries(const nav_toml *document);
size_t nav_toml_entry_count(const nav_toml *document);

#ifdef __cplusplus
}
#endif

#endif
