#define _GNU_SOURCE

#include "CNavSupport.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include "rescue.h"

// The shared memory that the helper (termpaint's ttyrescue, ABI 0a) maps from its descriptor 3. The helper
// waits until the other end of its standard input is closed. Then it writes the text at `active` to its
// standard error and, if the flag is set and it is in the foreground, sets these parts of the terminal
// modes.
struct segment {
  atomic_int active;
  atomic_int flags;
  long input_modes;
  long output_modes;
  long local_modes;
  long interrupt_key;
  long minimum;
  long quit_key;
  long start_key;
  long stop_key;
  long suspend_key;
  long time;
};

enum {
  segment_size = 8048,
  has_modes = 1 << 1,
  // The offsets of an empty text and of the farewell text.
  nothing = 1024,
  text_place = 2048,
};

_Static_assert(text_place + NAV_GUARD_LIMIT < segment_size, "a farewell has no room");

static struct segment *segment;

static int spawn_helper(const char *path, int input, int terminal, int memory) {
  posix_spawn_file_actions_t files;
  int error = posix_spawn_file_actions_init(&files);
  if (error != 0) {
    return error;
  }
  // All descriptors of this process are close-on-exec; these four are set up for the helper.
  posix_spawn_file_actions_adddup2(&files, input, 0);
  posix_spawn_file_actions_adddup2(&files, terminal, 2);
  posix_spawn_file_actions_adddup2(&files, memory, 3);
  posix_spawn_file_actions_addclose(&files, 1);
  // The text is used only without the shared memory, but it must exist.
  char *const argv[] = {"ttyrescue", NULL};
  char *const environment[] = {"TTYRESCUE_RESTORE=\033[m", "TTYRESCUE_SHMFD=yes", NULL};
  pid_t pid;
  error = posix_spawn(&pid, path, &files, NULL, argv, environment);
  posix_spawn_file_actions_destroy(&files);
  return error;
}

// Opens the terminal again in blocking mode, because the original descriptor would lose output that does
// not fit at once.
static int reopen_terminal(int descriptor) {
  char path[32];
  snprintf(path, sizeof path, "/proc/self/fd/%d", descriptor);
  return open(path, O_RDWR | O_NOCTTY | O_CLOEXEC);
}

// Moves a descriptor above the helper's, so that none overwrites another while they are set up.
static int raised(int descriptor) {
  int result = descriptor < 0 ? -1 : fcntl(descriptor, F_DUPFD_CLOEXEC, 16);
  int error = errno;
  if (descriptor >= 0) {
    close(descriptor);
  }
  errno = error;
  return result;
}

int nav_rescue_start(const char *path, int descriptor) {
  if (segment != NULL) {
    return 0;
  }
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, ends) != 0) {
    return -1;
  }
  int input = raised(ends[0]);
  int terminal = raised(reopen_terminal(descriptor));
  int memory = raised(memfd_create("navclient-rescue", MFD_CLOEXEC));
  void *mapped = MAP_FAILED;
  int error = 0;
  if (input >= 0 && terminal >= 0 && memory >= 0 && ftruncate(memory, segment_size) == 0) {
    mapped = mmap(NULL, segment_size, PROT_READ | PROT_WRITE, MAP_SHARED, memory, 0);
  }
  if (mapped == MAP_FAILED) {
    error = errno;
  } else {
    struct segment *fresh = mapped;
    atomic_store(&fresh->active, nothing);
    error = spawn_helper(path, input, terminal, memory);
    if (error == 0) {
      segment = fresh;
      nav_guard_tell_rescue();
    } else {
      munmap(mapped, segment_size);
    }
  }
  const int opened[] = {input, terminal, memory};
  for (size_t i = 0; i < sizeof opened / sizeof opened[0]; i++) {
    if (opened[i] >= 0) {
      close(opened[i]);
    }
  }
  if (error != 0) {
    close(ends[1]);
    errno = error;
    return -1;
  }
  // The other end stays open for the lifetime of the process.
  return 0;
}

void nav_rescue_arm(const struct termios *saved, const char *bytes, size_t count) {
  if (segment == NULL) {
    return;
  }
  nav_rescue_disarm();
  segment->input_modes = (long)saved->c_iflag;
  segment->output_modes = (long)saved->c_oflag;
  segment->local_modes = (long)saved->c_lflag;
  segment->interrupt_key = saved->c_cc[VINTR];
  segment->minimum = saved->c_cc[VMIN];
  segment->quit_key = saved->c_cc[VQUIT];
  segment->start_key = saved->c_cc[VSTART];
  segment->stop_key = saved->c_cc[VSTOP];
  segment->suspend_key = saved->c_cc[VSUSP];
  segment->time = saved->c_cc[VTIME];
  char *text = (char *)segment + text_place;
  memcpy(text, bytes, count);
  text[count] = 0;
  atomic_fetch_or(&segment->flags, has_modes);
  atomic_store(&segment->active, text_place);
}

void nav_rescue_disarm(void) {
  if (segment == NULL) {
    return;
  }
  atomic_store(&segment->active, nothing);
  atomic_fetch_and(&segment->flags, ~has_modes);
}
