#include "CNavSupport.h"

#include <malloc.h>

void nav_memory_tidy(void) { malloc_trim(0); }
