#define _GNU_SOURCE

#include "CNavSupport.h"

#include "rescue.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <unistd.h>

static const int crash_signals[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP, SIGSYS};
enum { crash_count = sizeof crash_signals / sizeof crash_signals[0] };

// The handler's data, written only while `armed` is 0.
static atomic_int armed;
static int terminal;
static struct termios modes;
static char farewell[NAV_GUARD_LIMIT];
static size_t farewell_count;

static struct sigaction previous[crash_count];
static int is_installed;

// Large enough for the vector registers of any processor.
static char handler_stack[64 * 1024];

static void restore_terminal(void) {
  size_t written = 0;
  // The terminal's output may be stopped: after half a second without progress restoring the modes takes
  // precedence.
  int patience = 10;
  while (written < farewell_count && patience > 0) {
    ssize_t count = write(terminal, farewell + written, farewell_count - written);
    if (count > 0) {
      written += (size_t)count;
    } else if (count < 0 && errno == EAGAIN) {
      struct pollfd room = {.fd = terminal, .events = POLLOUT};
      poll(&room, 1, 50);
      patience -= 1;
    } else if (count == 0 || errno != EINTR) {
      break;
    }
  }
  tcsetattr(terminal, TCSANOW, &modes);
  nav_rescue_disarm();
}

// A previous handler may prompt the user (Swift's backtracer waits half a minute for a key) and would
// occupy the terminal that the shell has back by then: it gets an empty standard input instead.
static void take_input_away(void) {
  int empty = open("/dev/null", O_RDONLY | O_CLOEXEC);
  if (empty >= 0 && dup2(empty, STDIN_FILENO) >= 0 && empty != STDIN_FILENO) {
    close(empty);
  }
}

void nav_guard_restore(void) {
  if (atomic_exchange(&armed, 0)) {
    restore_terminal();
  }
}

static int index_of(int signal) {
  for (int i = 0; i < crash_count; i++) {
    if (crash_signals[i] == signal) {
      return i;
    }
  }
  return -1;
}

static void crashed(int signal, siginfo_t *info, void *context) {
  (void)context;
  int error = errno;
  if (atomic_exchange(&armed, 0)) {
    restore_terminal();
    take_input_away();
  }
  // A signal sent by another process is no fault of this one. A previous handler may rely on a fault that
  // recurs (Swift's backtracer does) and would let the process live on without its terminal.
  int is_from_outside = info->si_code <= 0 && info->si_pid != getpid();
  int index = index_of(signal);
  struct sigaction standard = {.sa_handler = SIG_DFL};
  sigaction(signal, index < 0 || is_from_outside ? &standard : &previous[index], NULL);
  errno = error;
  // A fault recurs when the handler returns, now with the previous action and at its true location. A
  // signal that was sent, or whose instruction has completed, is raised again; it is delivered when the
  // handler returns.
  int is_fault = info->si_code > 0 && info->si_code != SI_KERNEL
      && (signal == SIGSEGV || signal == SIGBUS || signal == SIGILL || signal == SIGFPE);
  if (!is_fault) {
    raise(signal);
  }
}

static int provide_stack(void) {
  stack_t current;
  if (sigaltstack(NULL, &current) != 0) {
    return -1;
  }
  if (!(current.ss_flags & SS_DISABLE)) {
    return 0;
  }
  stack_t stack = {.ss_sp = handler_stack, .ss_size = sizeof handler_stack};
  return sigaltstack(&stack, NULL);
}

static void uninstall(int count) {
  for (int i = 0; i < count; i++) {
    struct sigaction current;
    // A handler installed by another component in the meantime is kept.
    if (sigaction(crash_signals[i], NULL, &current) == 0 && (current.sa_flags & SA_SIGINFO)
        && current.sa_sigaction == crashed) {
      sigaction(crash_signals[i], &previous[i], NULL);
    }
  }
}

static int install(void) {
  if (is_installed) {
    return 0;
  }
  if (provide_stack() != 0) {
    return -1;
  }
  struct sigaction action = {.sa_sigaction = crashed, .sa_flags = SA_SIGINFO | SA_ONSTACK};
  // All signals are blocked in the handler, above all SIGTTOU, which would stop a background process.
  sigfillset(&action.sa_mask);
  for (int i = 0; i < crash_count; i++) {
    if (sigaction(crash_signals[i], &action, &previous[i]) != 0) {
      int error = errno;
      uninstall(i);
      errno = error;
      return -1;
    }
  }
  is_installed = 1;
  return 0;
}

int nav_guard_arm(int descriptor, const struct termios *saved, const void *bytes, size_t count) {
  if (count > NAV_GUARD_LIMIT) {
    errno = EMSGSIZE;
    return -1;
  }
  atomic_store(&armed, 0);
  terminal = descriptor;
  modes = *saved;
  memcpy(farewell, bytes, count);
  farewell_count = count;
  if (install() != 0) {
    return -1;
  }
  nav_rescue_arm(&modes, farewell, farewell_count);
  atomic_store(&armed, 1);
  return 0;
}

void nav_guard_tell_rescue(void) {
  if (atomic_load(&armed)) {
    nav_rescue_arm(&modes, farewell, farewell_count);
  }
}

void nav_guard_disarm(void) {
  atomic_store(&armed, 0);
  nav_rescue_disarm();
  if (is_installed) {
    uninstall(crash_count);
    is_installed = 0;
  }
}
