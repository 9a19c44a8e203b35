// Settings of the allocator that Swift's Glibc module does not export.
#include <malloc.h>
