// The process id without a system call.
//
// libzmq asks for it at each look at a socket's signals and at each signal to an I/O thread, to notice a fork: a dozen
// times for a key press in navd. Its calls are bound to the function in this file, as others are to those in
// connections.c. The C library kept the id in the same way until 2.25.

#define _GNU_SOURCE

#include <pthread.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>

/// 0 if it is not known: before the first call, and in a child of `fork`.
static atomic_int known = 0;

static void forget(void) { atomic_store_explicit(&known, 0, memory_order_relaxed); }

__attribute__((constructor)) static void watch_forks(void) { pthread_atfork(NULL, NULL, forget); }

/// A child of `vfork` must not call it: it would get the id of its parent.
pid_t getpid(void) {
  pid_t id = atomic_load_explicit(&known, memory_order_relaxed);
  if (id == 0) {
    id = (pid_t)syscall(SYS_getpid);
    atomic_store_explicit(&known, id, memory_order_relaxed);
  }
  return id;
}
