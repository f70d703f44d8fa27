#define _GNU_SOURCE

#include "CNavSupport.h"

#include <errno.h>
#include <fcntl.h>
#include <pty.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

int nav_window_size(int descriptor, uint16_t *columns, uint16_t *rows, uint16_t *width, uint16_t *height) {
  struct winsize size;
  if (ioctl(descriptor, TIOCGWINSZ, &size) != 0) {
    return -1;
  }
  *columns = size.ws_col;
  *rows = size.ws_row;
  *width = size.ws_xpixel;
  *height = size.ws_ypixel;
  return 0;
}

int nav_set_window_size(int descriptor, uint16_t columns, uint16_t rows) {
  struct winsize size = {.ws_col = columns, .ws_row = rows};
  return ioctl(descriptor, TIOCSWINSZ, &size);
}

static void prepare_master(int master) {
  fcntl(master, F_SETFD, FD_CLOEXEC);
  fcntl(master, F_SETFL, fcntl(master, F_GETFL) | O_NONBLOCK);
}

int nav_open_pty(uint16_t columns, uint16_t rows, int *device) {
  struct winsize size = {.ws_col = columns, .ws_row = rows};
  int master;
  if (openpty(&master, device, NULL, NULL, &size) != 0) {
    return -1;
  }
  prepare_master(master);
  fcntl(*device, F_SETFD, FD_CLOEXEC);
  return master;
}

// Runs the program, or reports the error to the parent through the pipe.
static _Noreturn void become(char *const argv[], char *const environment[], int report) {
  const struct sigaction standard = {.sa_handler = SIG_DFL};
  for (int number = 1; number < NSIG; number++) {
    sigaction(number, &standard, NULL);
  }
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  close_range(3, ~0U, CLOSE_RANGE_CLOEXEC);
  execvpe(argv[0], argv, environment);
  int error = errno;
  ssize_t ignored = write(report, &error, sizeof error);
  (void)ignored;
  _exit(127);
}

// Returns the errno reported by the child, or 0 once exec has closed the pipe.
static int exec_error(int report) {
  int error = 0;
  ssize_t count;
  do {
    count = read(report, &error, sizeof error);
  } while (count < 0 && errno == EINTR);
  return count == (ssize_t)sizeof error ? error : 0;
}

int nav_spawn_pty(
    char *const *argv,
    char *const *environment,
    uint16_t columns,
    uint16_t rows,
    pid_t *pid
) {
  struct winsize size = {.ws_col = columns, .ws_row = rows};
  int report[2];
  if (pipe2(report, O_CLOEXEC) != 0) {
    return -1;
  }
  int master;
  pid_t child = forkpty(&master, NULL, NULL, &size);
  if (child == 0) {
    become(argv, environment, report[1]);
  }
  int error = errno;
  close(report[1]);
  if (child > 0) {
    error = exec_error(report[0]);
  }
  close(report[0]);
  if (child < 0) {
    errno = error;
    return -1;
  }
  if (error != 0) {
    close(master);
    while (waitpid(child, NULL, 0) < 0 && errno == EINTR) {
    }
    errno = error;
    return -1;
  }
  prepare_master(master);
  *pid = child;
  return master;
}
