#define _GNU_SOURCE
#include "archive_reader.h"

#include <dlfcn.h>
#include <pthread.h>
#include <string.h>

#define DECLARE(result, name, parameters, arguments) __typeof__(name) *name;
static struct {
  TERN_ARCHIVE_FUNCTIONS(DECLARE)
} library;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int is_open = 0;

static int load_function(void *handle, const char *name, void *function) {
  void *symbol = dlsym(handle, name);
  memcpy(function, &symbol, sizeof symbol);
  return symbol != NULL;
}

static void open_library(void) {
  void *handle = dlopen("libarchive.so.13", RTLD_LAZY | RTLD_LOCAL);
  if (!handle) return;
#define LOAD(result, name, parameters, arguments) \
  if (!load_function(handle, #name, &library.name)) return;
  TERN_ARCHIVE_FUNCTIONS(LOAD)
  is_open = 1;
}

int tern_archive_open(void) {
  pthread_once(&once, open_library);
  return is_open ? 0 : -1;
}

#define FORWARD(result, name, parameters, arguments) \
  result tern_##name parameters { return library.name arguments; }
TERN_ARCHIVE_FUNCTIONS(FORWARD)
