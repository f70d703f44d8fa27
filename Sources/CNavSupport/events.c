#define _GNU_SOURCE

#include "CNavSupport.h"

#include "rescue.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/signalfd.h>
#include <time.h>
#include <unistd.h>

// Reads a record of fixed size: returns 1 if there was one, 0 if there is none.
static int read_record(int descriptor, void *record, size_t size) {
  for (;;) {
    ssize_t count = read(descriptor, record, size);
    if (count == (ssize_t)size) {
      return 1;
    }
    if (count >= 0) {
      errno = EIO;
      return -1;
    }
    if (errno == EAGAIN) {
      return 0;
    }
    if (errno != EINTR) {
      return -1;
    }
  }
}

static int change_mask(int how, const sigset_t *set, sigset_t *before) {
  int error = pthread_sigmask(how, set, before);
  if (error != 0) {
    errno = error;
    return -1;
  }
  return 0;
}

static int change_one(int how, int signal) {
  sigset_t set, before;
  sigemptyset(&set);
  if (sigaddset(&set, signal) != 0 || change_mask(how, &set, &before) != 0) {
    return -1;
  }
  return sigismember(&before, signal);
}

int nav_signalfd_open(const int *signals, size_t count) {
  sigset_t set;
  sigemptyset(&set);
  for (size_t i = 0; i < count; i++) {
    if (sigaddset(&set, signals[i]) != 0) {
      return -1;
    }
  }
  int descriptor = signalfd(-1, &set, SFD_NONBLOCK | SFD_CLOEXEC);
  if (descriptor < 0) {
    return -1;
  }
  if (change_mask(SIG_BLOCK, &set, NULL) != 0) {
    int error = errno;
    close(descriptor);
    errno = error;
    return -1;
  }
  return descriptor;
}

int nav_signalfd_read(int descriptor) {
  struct signalfd_siginfo info;
  int result = read_record(descriptor, &info, sizeof info);
  return result == 1 ? (int)info.ssi_signo : result;
}

// What the enforcing thread waits for; written once, before it starts.
static struct pollfd enforced;
static int enforced_patience;

static void *enforce(void *unused) {
  (void)unused;
  // Above all SIGTTOU, which would stop a background process that restores its terminal.
  sigset_t all;
  sigfillset(&all);
  change_mask(SIG_BLOCK, &all, NULL);
  for (;;) {
    poll(&enforced, 1, -1);
    struct timespec patience = {
        .tv_sec = enforced_patience / 1000, .tv_nsec = enforced_patience % 1000 * 1000000L};
    nanosleep(&patience, NULL);
    int signal = nav_signalfd_read(enforced.fd);
    if (signal > 0) {
      nav_guard_restore();
      struct sigaction standard = {.sa_handler = SIG_DFL};
      sigaction(signal, &standard, NULL);
      nav_signal_unblock(signal);
      raise(signal);
    }
  }
}

int nav_signals_enforce(const int *signals, size_t count, int milliseconds) {
  enforced.fd = nav_signalfd_open(signals, count);
  enforced.events = POLLIN;
  enforced_patience = milliseconds;
  if (enforced.fd < 0) {
    return -1;
  }
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, 64 * 1024);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  pthread_t thread;
  int error = pthread_create(&thread, &attributes, enforce, NULL);
  pthread_attr_destroy(&attributes);
  if (error != 0) {
    close(enforced.fd);
    errno = error;
    return -1;
  }
  return 0;
}

int nav_signal_block(int signal) { return change_one(SIG_BLOCK, signal); }

int nav_signal_unblock(int signal) { return change_one(SIG_UNBLOCK, signal); }

int64_t nav_monotonic_ns(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

int nav_eventfd_open(void) { return eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC); }

int nav_eventfd_signal(int descriptor) {
  const uint64_t one = 1;
  for (;;) {
    if (write(descriptor, &one, sizeof one) == (ssize_t)sizeof one) {
      return 0;
    }
    if (errno == EAGAIN) {
      // The counter is full, so the descriptor is readable.
      return 0;
    }
    if (errno != EINTR) {
      return -1;
    }
  }
}

int nav_eventfd_drain(int descriptor) {
  uint64_t count;
  return read_record(descriptor, &count, sizeof count);
}

int nav_watch_open(void) { return inotify_init1(IN_NONBLOCK | IN_CLOEXEC); }

int nav_watch_directory(int descriptor, const char *path, int is_complete) {
  uint32_t mask = IN_CREATE | IN_MOVED_TO | IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR;
  if (is_complete) {
    mask |= IN_CLOSE_WRITE | IN_MODIFY | IN_MOVED_FROM | IN_DELETE | IN_ATTRIB;
  } else {
    // Another path may lead to the same directory, and need more.
    mask |= IN_MASK_ADD;
  }
  return inotify_add_watch(descriptor, path, mask);
}

int nav_watch_names(int descriptor, const char *path) {
  uint32_t mask = IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR;
  return inotify_add_watch(descriptor, path, mask);
}

int nav_watch_end(int descriptor, int watch) { return inotify_rm_watch(descriptor, watch); }

int nav_watch_drain(int descriptor) {
  // Holds several events, aligned for the structure.
  _Alignas(struct inotify_event) char events[4096];
  int count = 0;
  for (;;) {
    ssize_t size = read(descriptor, events, sizeof events);
    if (size > 0) {
      count = 1;
    } else if (size == 0 || errno == EAGAIN) {
      return count;
    } else if (errno != EINTR) {
      return -1;
    }
  }
}

int nav_group_open(void) { return epoll_create1(EPOLL_CLOEXEC); }

int nav_group_add(int group, int descriptor) {
  struct epoll_event event = {.events = EPOLLIN, .data = {.fd = descriptor}};
  return epoll_ctl(group, EPOLL_CTL_ADD, descriptor, &event);
}
