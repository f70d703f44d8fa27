#include "CNavMarkdown.h"

#include <cmark-gfm.h>
#include <cmark-gfm-extension_api.h>
#include <setjmp.h>
#include <stddef.h>
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
  // The number of times that the arena was entered.
  int depth;
  size_t budget, taken;
  // Whether something did not fit; from then on nothing is done until the arena is left.
  int is_exhausted;
  // The place to continue at if an allocation fails; NULL outside of the functions of this file.
  jmp_buf *escape;
} arena;

static size_t rounded(size_t size, size_t unit) { return (size + unit - 1) / unit * unit; }

static size_t *size_of(void *block) { return (size_t *)block - 1; }

// Leaves the running function of this file. Only frames of C lie between: cmark calls nothing of Swift.
static _Noreturn void fail(void) {
  arena.is_exhausted = 1;
  if (arena.escape) longjmp(*arena.escape, 1);
  abort();
}

static void add_chunk(size_t needed) {
  size_t size = arena.last ? arena.last->size * 2 : first_chunk;
  if (size > largest_chunk) size = largest_chunk;
  size_t left = arena.budget - arena.taken;
  // The rest of the budget may be a shorter chunk.
  if (size > left) size = left / first_chunk * first_chunk;
  if (size < needed + sizeof(struct chunk)) size = rounded(needed + sizeof(struct chunk), first_chunk);
  if (size > left) fail();
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
  // The last block gives its memory back at once, so short-lived ones take no more space.
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
  if (arena.depth++ == 0) arena.budget = budget;
}

int nav_markdown_end(void) {
  int is_whole = !arena.is_exhausted;
  if (--arena.depth > 0) return is_whole;
  while (arena.last) {
    struct chunk *chunk = arena.last;
    arena.last = chunk->previous;
    munmap(chunk, chunk->size);
  }
  arena.budget = arena.taken = 0;
  arena.is_exhausted = 0;
  return is_whole;
}

int nav_markdown_depth(void) { return arena.depth; }

int nav_markdown_charge(size_t bytes) {
  if (arena.is_exhausted || bytes > arena.budget - arena.taken) {
    arena.is_exhausted = 1;
    return 0;
  }
  arena.taken += bytes;
  return 1;
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
  void *volatile parser = NULL;
  if (arena.is_exhausted) return NULL;
  arena.escape = &escape;
  if (setjmp(escape) == 0) parser = feed(text, length, extensions);
  arena.escape = NULL;
  return parser;
}

// Memory for one parser of an empty text, so that it needs none of the system. Under the lock of `nav_markdown_finish`.
static _Alignas(max_align_t) char spare[256 << 10];
static size_t spare_used;

static void *spare_calloc(size_t count, size_t size) {
  size_t whole = rounded(count * size, _Alignof(max_align_t)) + _Alignof(max_align_t);
  if (whole > sizeof(spare) - spare_used) abort();
  char *block = spare + spare_used;
  spare_used += whole;
  memset(block, 0, whole);
  *(size_t *)block = count * size;
  return block + _Alignof(max_align_t);
}

static void spare_free(void *block) { (void)block; }

static void *spare_realloc(void *block, size_t size) {
  void *moved = spare_calloc(1, size);
  if (!block) return moved;
  size_t old = *(size_t *)((char *)block - _Alignof(max_align_t));
  return memcpy(moved, block, old < size ? old : size);
}

static cmark_mem spare_memory = {spare_calloc, spare_realloc, spare_free};

// Takes the special characters that a parser has left out of cmark's table: a parser with the same extensions does that
// when it ends.
static void clean_up(void) {
  spare_used = 0;
  const char *const extensions[] = {"strikethrough", "autolink", "tasklist", "table", NULL};
  cmark_parser *parser = cmark_parser_new_with_mem(CMARK_OPT_DEFAULT, &spare_memory);
  for (const char *const *name = extensions; *name; name++) {
    cmark_syntax_extension *extension = cmark_find_syntax_extension(*name);
    if (extension) cmark_parser_attach_syntax_extension(parser, extension);
  }
  cmark_parser_finish(parser);
}

void *nav_markdown_finish(void *parser) {
  jmp_buf escape;
  cmark_node *volatile document = NULL;
  arena.escape = &escape;
  if (setjmp(escape) == 0) {
    document = cmark_parser_finish(parser);
    cmark_parser_free(parser);
  }
  arena.escape = NULL;
  if (!arena.is_exhausted) return document;
  clean_up();
  return NULL;
}

const char *nav_markdown_text(void *node, enum nav_markdown_part part) {
  jmp_buf escape;
  const char *volatile text = NULL;
  if (arena.is_exhausted) return NULL;
  arena.escape = &escape;
  if (setjmp(escape) == 0) {
    switch (part) {
      case nav_markdown_literal: text = cmark_node_get_literal(node); break;
      case nav_markdown_url: text = cmark_node_get_url(node); break;
      case nav_markdown_info: text = cmark_node_get_fence_info(node); break;
    }
  }
  arena.escape = NULL;
  return text;
}

void nav_markdown_set_text(void *node, enum nav_markdown_part part, const char *text) {
  jmp_buf escape;
  if (arena.is_exhausted) return;
  arena.escape = &escape;
  if (setjmp(escape) == 0) {
    switch (part) {
      case nav_markdown_literal: cmark_node_set_literal(node, text); break;
      case nav_markdown_url: cmark_node_set_url(node, text); break;
      case nav_markdown_info: cmark_node_set_fence_info(node, text); break;
    }
  }
  arena.escape = NULL;
}

void *nav_markdown_html(const char *text) {
  jmp_buf escape;
  cmark_node *volatile node = NULL;
  if (arena.is_exhausted) return NULL;
  arena.escape = &escape;
  if (setjmp(escape) == 0) {
    node = cmark_node_new_with_mem(CMARK_NODE_HTML_BLOCK, &memory);
    cmark_node_set_literal(node, text);
  }
  arena.escape = NULL;
  return arena.is_exhausted ? NULL : node;
}
