#include "CNavSupport.h"

#include <malloc.h>
#include <stdio.h>
#include <unistd.h>

size_t nav_memory_spare(void) {
  FILE *file = fopen("/proc/self/statm", "re");
  if (!file) return 0;
  size_t resident = 0, shared = 0;
  int count = fscanf(file, "%*u %zu %zu", &resident, &shared);
  fclose(file);
  if (count != 2) return 0;
  size_t own = (resident - shared) * (size_t)sysconf(_SC_PAGESIZE);
  struct mallinfo2 allocated = mallinfo2();
  size_t used = allocated.uordblks + allocated.hblkhd;
  return own > used ? own - used : 0;
}

void nav_memory_tidy(void) { malloc_trim(0); }
