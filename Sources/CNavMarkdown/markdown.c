#include "CNavMarkdown.h"

#include <cmark-gfm.h>
#include <cmark-gfm-extension_api.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

// A chunk of memory; blocks follow, each behind its size.
struct chunk {
  struct chunk *previous;
  size_t size;
  // The end of the last block, and the end of the part that was ever used: behind it, memory is zero.
  size_t used, dirty;
};

enum { alignment = 8, first_chunk = 64 << 10, largest_chunk = 8 << 20 };

static _Thread_local struct {
  struct chunk *last;
  // How often the arena was entered.
  int depth;
  size_t budget, taken;
  // Where parsing continues if an allocation fails; NULL while nothing is parsed.
  jmp_buf *escape;
} arena;

static size_t rounded(size_t size, size_t unit) { return (size + unit - 1) / unit * unit; }

static size_t *size_of(void *block) { return (size_t *)block - 1; }

static _Noreturn void fail(void) {
  if (arena.escape) longjmp(*arena.escape, 1);
  // As cmark does itself. Reading a literal copies it into the arena, and inserting a node allocates: neither is
  // counted, and neither can be given up.
  abort();
}

static void add_chunk(size_t needed) {
  size_t size = arena.last ? arena.last->size * 2 : first_chunk;
  if (size > largest_chunk) size = largest_chunk;
  if (size < needed + sizeof(struct chunk)) size = rounded(needed + sizeof(struct chunk), first_chunk);
  if (arena.escape && (size > arena.budget || arena.taken > arena.budget - size)) fail();
  struct chunk *chunk = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (chunk == MAP_FAILED) fail();
  chunk->previous = arena.last;
  chunk->size = size;
  chunk->used = chunk->dirty = sizeof(struct chunk);
  arena.last = chunk;
  arena.taken += size;
}

// Returns a block whose first `zeroed` bytes are zero.
static void *allocate(size_t size, size_t zeroed) {
  if (size > SIZE_MAX / 2) fail();
  size_t whole = rounded(size, alignment) + sizeof(size_t);
  if (!arena.last || arena.last->size - arena.last->used < whole) add_chunk(whole);
  struct chunk *chunk = arena.last;
  char *start = (char *)chunk + chunk->used;
  size_t *block = (size_t *)start + 1;
  size_t behind = chunk->used + sizeof(size_t);
  if (zeroed && behind < chunk->dirty) {
    size_t dirty = chunk->dirty - behind;
    memset(block, 0, dirty < zeroed ? dirty : zeroed);
  }
  *size_of(block) = size;
  chunk->used += whole;
  if (chunk->used > chunk->dirty) chunk->dirty = chunk->used;
  return block;
}

static int is_last(void *block) {
  size_t end = rounded(*size_of(block), alignment);
  return arena.last && (char *)block + end == (char *)arena.last + arena.last->used;
}

static void arena_free(void *block) {
  // The last block gives its memory back at once: short-lived ones, such as iterators, take no more space.
  if (block && is_last(block))
    arena.last->used -= rounded(*size_of(block), alignment) + sizeof(size_t);
}

static void *arena_calloc(size_t count, size_t size) {
  size_t bytes;
  if (__builtin_mul_overflow(count, size, &bytes)) fail();
  return allocate(bytes, bytes);
}

static void *arena_realloc(void *block, size_t size) {
  if (!block) return allocate(size, 0);
  size_t old = *size_of(block);
  if (is_last(block) && size < SIZE_MAX / 2) {
    size_t before = rounded(old, alignment), after = rounded(size, alignment);
    struct chunk *chunk = arena.last;
    if (chunk->used - before + after <= chunk->size) {
      chunk->used = chunk->used - before + after;
      if (chunk->used > chunk->dirty) chunk->dirty = chunk->used;
      *size_of(block) = size;
      return block;
    }
  }
  void *moved = allocate(size, 0);
  memcpy(moved, block, old < size ? old : size);
  return moved;
}

static cmark_mem memory = {arena_calloc, arena_realloc, arena_free};

void nav_markdown_begin(size_t budget) {
  arena.depth++;
  if (__builtin_add_overflow(arena.budget, budget, &arena.budget)) arena.budget = SIZE_MAX;
}

void nav_markdown_end(void) {
  if (--arena.depth > 0) return;
  while (arena.last) {
    struct chunk *chunk = arena.last;
    arena.last = chunk->previous;
    munmap(chunk, chunk->size);
  }
  arena.budget = arena.taken = 0;
}

// Feeds a parser, and may leave by `arena.escape`.
static cmark_parser *feed(const char *text, size_t length, const char *const *extensions) {
  cmark_parser *parser =
      cmark_parser_new_with_mem(CMARK_OPT_DEFAULT | CMARK_OPT_FOOTNOTES, &memory);
  for (const char *const *name = extensions; *name; name++) {
    cmark_syntax_extension *extension = cmark_find_syntax_extension(*name);
    if (!extension) return NULL;
    cmark_parser_attach_syntax_extension(parser, extension);
  }
  cmark_parser_feed(parser, text, length);
  return parser;
}

void *nav_markdown_feed(const char *text, size_t length, const char *const *extensions) {
  jmp_buf escape;
  void *parser = NULL;
  arena.escape = &escape;
  if (setjmp(escape) == 0) parser = feed(text, length, extensions);
  else parser = NULL;
  arena.escape = NULL;
  return parser;
}

void *nav_markdown_finish(void *parser) {
  jmp_buf escape;
  cmark_node *volatile document = NULL;
  arena.escape = &escape;
  if (setjmp(escape) == 0) {
    document = cmark_parser_finish(parser);
    cmark_parser_free(parser);
    arena.escape = NULL;
    return document;
  }
  arena.escape = NULL;
  // A parser that was given up has left the special characters of its extensions in cmark's table; one with the same
  // extensions takes them out again when it ends.
  const char *const extensions[] = {"strikethrough", "autolink", "tasklist", "table", NULL};
  cmark_parser *other = cmark_parser_new(CMARK_OPT_DEFAULT);
  for (const char *const *name = extensions; *name; name++) {
    cmark_syntax_extension *extension = cmark_find_syntax_extension(*name);
    if (extension) cmark_parser_attach_syntax_extension(other, extension);
  }
  cmark_node *nothing = cmark_parser_finish(other);
  if (nothing) cmark_node_free(nothing);
  cmark_parser_free(other);
  return NULL;
}

void *nav_markdown_html(const char *text) {
  cmark_node *node = cmark_node_new_with_mem(CMARK_NODE_HTML_BLOCK, &memory);
  cmark_node_set_literal(node, text);
  return node;
}
