#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include "CNavSupport.h"

int nav_sync_filesystem(int descriptor) { return syncfs(descriptor); }

int nav_file_is_written(const char *path) {
  int descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
  if (descriptor < 0) {
    return 0;
  }
  // A lease for reading is refused while somebody has the file open for writing. Who opens it now waits until it is
  // closed here; the signal that announces them is one that is ignored.
  int is_written = fcntl(descriptor, F_SETSIG, SIGURG) == 0 && fcntl(descriptor, F_SETLEASE, F_RDLCK) != 0 &&
                   errno == EAGAIN;
  close(descriptor);
  return is_written;
}
