#define _GNU_SOURCE
#include <unistd.h>

#include "CNavSupport.h"

int nav_sync_filesystem(int descriptor) { return syncfs(descriptor); }
