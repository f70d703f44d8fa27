#define _GNU_SOURCE

#include "CNavSupport.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

void nav_close_inherited(void) { close_range(3, ~0U, 0); }

// The child's report through the pipe if it can't run the program.
struct failure {
  int stage;
  int error;
};

// The following functions run in a child that shares its parent's memory: they only make system
// calls.

static _Noreturn void fail(int report, int stage) {
  struct failure failure = {.stage = stage, .error = errno};
  ssize_t ignored = write(report, &failure, sizeof failure);
  (void)ignored;
  _exit(127);
}

static int limit(int resource, rlim_t value) {
  struct rlimit now;
  if (getrlimit(resource, &now) != 0) {
    return -1;
  }
  if (now.rlim_max != RLIM_INFINITY && now.rlim_max < value) {
    value = now.rlim_max;
  }
  now.rlim_cur = now.rlim_max = value;
  return setrlimit(resource, &now);
}

static int place(const struct nav_process *process) {
  // Moves the descriptors above 0, 1 and 2 first, because they may occupy these numbers.
  int input = fcntl(process->input, F_DUPFD_CLOEXEC, 3);
  int output = fcntl(process->output, F_DUPFD_CLOEXEC, 3);
  int errors = fcntl(process->errors, F_DUPFD_CLOEXEC, 3);
  if (input < 0 || output < 0 || errors < 0) {
    return -1;
  }
  if (dup2(input, 0) < 0 || dup2(output, 1) < 0 || dup2(errors, 2) < 0) {
    return -1;
  }
  return close_range(3, ~0U, CLOSE_RANGE_CLOEXEC);
}

static _Noreturn void become(const struct nav_process *process, pid_t parent, int report) {
  const struct sigaction standard = {.sa_handler = SIG_DFL};
  for (int number = 1; number < NSIG; number++) {
    sigaction(number, &standard, NULL);
  }
  // A session of its own: its process group can be ended as a whole, and it has no controlling
  // terminal.
  if (!process->keeps_session && setsid() < 0) {
    fail(report, NAV_PROCESS_SETTING_UP);
  }
  if (process->dies_with_thread) {
    if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0) {
      fail(report, NAV_PROCESS_SETTING_UP);
    }
    if (getppid() != parent) {
      _exit(127);
    }
  }
  if (limit(RLIMIT_CORE, 0) != 0) {
    fail(report, NAV_PROCESS_SETTING_UP);
  }
  if (process->memory > 0 && limit(RLIMIT_DATA, process->memory) != 0) {
    fail(report, NAV_PROCESS_SETTING_UP);
  }
  if (process->directory != NULL && chdir(process->directory) != 0) {
    fail(report, NAV_PROCESS_DIRECTORY);
  }
  if (place(process) != 0) {
    fail(report, NAV_PROCESS_SETTING_UP);
  }
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  execve(process->path, process->argv, process->environment);
  fail(report, NAV_PROCESS_PROGRAM);
}

// The parent continues once the child has run exec or has ended.
static __attribute__((noinline)) pid_t fork_into(const struct nav_process *process, int report) {
  pid_t parent = getpid();
  pid_t child = vfork();
  if (child == 0) {
    become(process, parent, report);
  }
  return child;
}

// End of the functions that run in the child.

static ssize_t read_failure(int report, struct failure *failure) {
  ssize_t count;
  do {
    count = read(report, failure, sizeof *failure);
  } while (count < 0 && errno == EINTR);
  return count;
}

pid_t nav_process_start(const struct nav_process *process, int *stage) {
  *stage = NAV_PROCESS_SETTING_UP;
  int report[2];
  if (pipe2(report, O_CLOEXEC) != 0) {
    return -1;
  }
  // No signal handler of the parent may run in the child while it shares the parent's memory.
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  pid_t child = fork_into(process, report[1]);
  int error = errno;
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  close(report[1]);
  struct failure failure = {.stage = NAV_PROCESS_SETTING_UP, .error = error};
  if (child > 0 && read_failure(report[0], &failure) != (ssize_t)sizeof failure) {
    close(report[0]);
    return child;
  }
  close(report[0]);
  if (child > 0) {
    while (waitpid(child, NULL, 0) < 0 && errno == EINTR) {
    }
  }
  *stage = failure.stage;
  errno = failure.error;
  return -1;
}

int nav_process_watch(pid_t child) {
  return (int)syscall(SYS_pidfd_open, child, 0);
}

int nav_process_status(pid_t child, int *is_signal) {
  int status;
  pid_t found;
  do {
    found = waitpid(child, &status, 0);
  } while (found < 0 && errno == EINTR);
  if (found < 0) {
    return -1;
  }
  *is_signal = WIFSIGNALED(status) ? 1 : 0;
  return WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status);
}

static int write_all(int file, const char *bytes, size_t count) {
  while (count > 0) {
    ssize_t written = write(file, bytes, count);
    if (written < 0 && errno != EINTR) {
      return -1;
    }
    if (written > 0) {
      bytes += written;
      count -= (size_t)written;
    }
  }
  return lseek(file, 0, SEEK_SET) < 0 ? -1 : 0;
}

int nav_memory_file(const void *bytes, size_t count) {
  int file = memfd_create("navd", MFD_CLOEXEC);
  if (file >= 0 && write_all(file, bytes, count) != 0) {
    int error = errno;
    close(file);
    errno = error;
    return -1;
  }
  return file;
}

int nav_pipe(int *ends) {
  return pipe2(ends, O_CLOEXEC);
}

char *const *nav_environment(void) {
  return environ;
}
