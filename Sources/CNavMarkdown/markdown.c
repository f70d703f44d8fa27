#include "CNavMarkdown.h"

#include <cmark-gfm.h>
#include <cmark-gfm-extension_api.h>
#include <pthread.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

// A chunk of memory; blocks follow, each behind its size.
struct chunk {
  struct chunk *previous;
  size_t size;
  // The end of the last block, and the end of the part that was ever used: behind it, memory is zero.
  size_t used, dirty;
};

enum { alignment = 8, first_chunk = 64 << 10, largest_chunk = 8 << 20 };

// A text whose inlines are being parsed.
struct reader {
  unsigned long long owner;
  // The processor time that its arena has used so far.
  long long used;
  struct reader *next;
};

static _Thread_local struct {
  struct chunk *last;
  // The number of times that the arena was entered.
  int depth;
  size_t budget, taken;
  // In nanoseconds: the processor time that may be used, the time of the thread when none was, and the coarse time of the
  // next look at it.
  long long limit, start, look_at;
  // Calls of the allocator; whether their time counts.
  unsigned calls;
  int is_timed;
  // Takes turns with others; the parser is NULL while no inlines are parsed.
  struct reader reader;
  cmark_parser *parser;
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

static long long nanoseconds(clockid_t clock) {
  struct timespec time;
  clock_gettime(clock, &time);
  return time.tv_sec * 1000000000LL + time.tv_nsec;
}

// While it parses inlines, cmark keeps the special characters of extensions in a table of the process, and takes them
// out at the end of each text. So only one text is parsed at a moment, and those that are being parsed take turns: in
// the allocator, which is called again and again, a text gives way to one that has used less. Characters that are left
// in the table do no harm, since all parsers have the same extensions: one without links only divides its texts more.
static struct {
  pthread_mutex_t lock;
  pthread_cond_t changed;
  struct reader *all, *running;
} turns = {.lock = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER};

static long long used_by(unsigned long long owner) {
  long long used = 0;
  for (struct reader *reader = turns.all; reader; reader = reader->next)
    if (reader->owner == owner) used += reader->used;
  return used;
}

// Returns the text that goes on: of the owner who has used least, the one that has used least, so that short ones are
// first.
static struct reader *first_reader(void) {
  struct reader *first = turns.all;
  for (struct reader *reader = first ? first->next : NULL; reader; reader = reader->next) {
    long long one = used_by(reader->owner), other = used_by(first->owner);
    if (one < other || (one == other && reader->used < first->used)) first = reader;
  }
  return first;
}

// Waits for the turn of a text. Under the lock.
static void take_turn(struct reader *reader) {
  while (turns.running || first_reader() != reader) pthread_cond_wait(&turns.changed, &turns.lock);
  turns.running = reader;
}

static void begin_turns(struct reader *reader) {
  pthread_mutex_lock(&turns.lock);
  struct reader **last = &turns.all;
  while (*last) last = &(*last)->next;
  reader->next = NULL;
  *last = reader;
  // The time that this text has used already may put the text of another owner first, which has looked and waits.
  pthread_cond_broadcast(&turns.changed);
  take_turn(reader);
  pthread_mutex_unlock(&turns.lock);
}

static void end_turns(struct reader *reader) {
  pthread_mutex_lock(&turns.lock);
  struct reader **place = &turns.all;
  while (*place != reader) place = &(*place)->next;
  *place = reader->next;
  turns.running = NULL;
  pthread_cond_broadcast(&turns.changed);
  pthread_mutex_unlock(&turns.lock);
}

// The time between two looks, in nanoseconds.
enum { pause_of_looks = 5000000 };

// Looks whether the text has used its time, and whether another one goes on; now and then, since that is slow.
static void look_at_time(void) {
  long long now = nanoseconds(CLOCK_MONOTONIC_COARSE);
  if (now < arena.look_at) return;
  struct reader *reader = &arena.reader;
  long long used = nanoseconds(CLOCK_THREAD_CPUTIME_ID) - arena.start;
  if (used > arena.limit) fail();
  if (arena.parser) {
    pthread_mutex_lock(&turns.lock);
    reader->used = used;
    if (first_reader() != reader) {
      turns.running = NULL;
      pthread_cond_broadcast(&turns.changed);
      take_turn(reader);
      cmark_manage_extensions_special_characters(arena.parser, 1);
    }
    pthread_mutex_unlock(&turns.lock);
  }
  arena.look_at = nanoseconds(CLOCK_MONOTONIC_COARSE) + pause_of_looks;
}

// Counts the time from now on.
static void begin_time(void) {
  arena.start = nanoseconds(CLOCK_THREAD_CPUTIME_ID) - arena.reader.used;
  arena.look_at = nanoseconds(CLOCK_MONOTONIC_COARSE) + pause_of_looks;
  arena.is_timed = 1;
}

static void end_time(void) {
  arena.reader.used = nanoseconds(CLOCK_THREAD_CPUTIME_ID) - arena.start;
  arena.is_timed = 0;
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
  if (arena.is_timed && ++arena.calls % 32 == 0) look_at_time();
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

void nav_markdown_begin(size_t budget, long long time, unsigned long long owner) {
  if (arena.depth++ > 0) return;
  arena.budget = budget;
  arena.limit = time;
  arena.reader = (struct reader){.owner = owner};
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
  // Line by line, since a blank line in nested lists may take long and allocates nothing.
  for (const char *end = text + length, *next; text < end; text = next) {
    next = text + 1;
    while (next < end && next[-1] != '\n' && next[-1] != '\r') next++;
    cmark_parser_feed(parser, text, next - text);
    look_at_time();
  }
  return parser;
}

void *nav_markdown_feed(const char *text, size_t length, const char *const *extensions) {
  jmp_buf escape;
  void *volatile parser = NULL;
  if (arena.is_exhausted) return NULL;
  arena.escape = &escape;
  begin_time();
  if (setjmp(escape) == 0) parser = feed(text, length, extensions);
  end_time();
  arena.escape = NULL;
  return parser;
}

void *nav_markdown_finish(void *parser) {
  jmp_buf escape;
  cmark_node *volatile document = NULL;
  if (arena.is_exhausted) return NULL;
  begin_turns(&arena.reader);
  arena.escape = &escape;
  begin_time();
  arena.parser = parser;
  if (setjmp(escape) == 0) {
    document = cmark_parser_finish(parser);
    cmark_parser_free(parser);
  }
  arena.parser = NULL;
  arena.escape = NULL;
  end_turns(&arena.reader);
  end_time();
  return arena.is_exhausted ? NULL : document;
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
