#define _GNU_SOURCE
#include "curl_client.h"

#include <curl/curl.h>
#include <dlfcn.h>
#include <errno.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

// Options that are newer than the oldest supported header. Older libraries reject them.
enum { SET_CA_CACHE_SECONDS = 321, SET_QUICK_EXIT = 322, SET_PROTOCOLS = 10318, SET_IDLE_SECONDS = 288 };

static struct {
  __typeof__(curl_global_init) *global_init;
  __typeof__(curl_easy_init) *init;
  __typeof__(curl_easy_setopt) *set;
  __typeof__(curl_easy_getinfo) *get;
  __typeof__(curl_easy_cleanup) *cleanup;
  __typeof__(curl_easy_pause) *pause;
  __typeof__(curl_easy_strerror) *words;
  __typeof__(curl_slist_append) *append;
  __typeof__(curl_slist_free_all) *free_all;
  __typeof__(curl_multi_init) *multi_init;
  __typeof__(curl_multi_setopt) *multi_set;
  __typeof__(curl_multi_cleanup) *multi_cleanup;
  __typeof__(curl_multi_add_handle) *add;
  __typeof__(curl_multi_remove_handle) *remove;
  __typeof__(curl_multi_perform) *perform;
  __typeof__(curl_multi_poll) *poll;
  __typeof__(curl_multi_wakeup) *wakeup;
  __typeof__(curl_multi_info_read) *read;
} curl;

const size_t TERN_CURL_PAUSE = CURL_WRITEFUNC_PAUSE;
const size_t TERN_CURL_ABORT = CURL_READFUNC_ABORT;

struct tern_curl_transfer {
  CURL *easy;
  struct curl_slist *headers;
  void *context;
  tern_curl_rewinder on_rewind;
  tern_curl_connect_check on_connect;
  struct curl_slist *resolved;
  CURLcode code;
  char words[CURL_ERROR_SIZE];
};

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int is_open = 0;

static int take(void *library, const char *name, void *function) {
  void *symbol = dlsym(library, name);
  memcpy(function, &symbol, sizeof symbol);
  return symbol != NULL;
}

static void open_library(void) {
  void *library = dlopen("libcurl.so.4", RTLD_LAZY | RTLD_LOCAL);
  if (!library) library = dlopen("libcurl-gnutls.so.4", RTLD_LAZY | RTLD_LOCAL);
  if (!library) return;
  const struct {
    const char *name;
    void *function;
  } names[] = {
      {"curl_global_init", &curl.global_init},
      {"curl_easy_init", &curl.init},
      {"curl_easy_setopt", &curl.set},
      {"curl_easy_getinfo", &curl.get},
      {"curl_easy_cleanup", &curl.cleanup},
      {"curl_easy_pause", &curl.pause},
      {"curl_easy_strerror", &curl.words},
      {"curl_slist_append", &curl.append},
      {"curl_slist_free_all", &curl.free_all},
      {"curl_multi_init", &curl.multi_init},
      {"curl_multi_setopt", &curl.multi_set},
      {"curl_multi_cleanup", &curl.multi_cleanup},
      {"curl_multi_add_handle", &curl.add},
      {"curl_multi_remove_handle", &curl.remove},
      {"curl_multi_perform", &curl.perform},
      {"curl_multi_poll", &curl.poll},
      {"curl_multi_wakeup", &curl.wakeup},
      {"curl_multi_info_read", &curl.read},
  };
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    if (!take(library, names[i].name, names[i].function)) return;
  }
  is_open = curl.global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK;
}

int tern_curl_open(void) {
  pthread_once(&once, open_library);
  return is_open ? 0 : -1;
}

tern_curl_engine *tern_curl_engine_new(void) {
  CURLM *multi = curl.multi_init();
  // Idle connections of all servers together.
  if (multi) curl.multi_set(multi, CURLMOPT_MAXCONNECTS, 16L);
  return (tern_curl_engine *)multi;
}

void tern_curl_engine_free(tern_curl_engine *engine) { curl.multi_cleanup((CURLM *)engine); }

int tern_curl_perform(tern_curl_engine *engine) {
  int running = 0;
  return curl.perform((CURLM *)engine, &running) == CURLM_OK ? 0 : -1;
}

void tern_curl_wait(tern_curl_engine *engine, int milliseconds) {
  curl.poll((CURLM *)engine, NULL, 0, milliseconds, NULL);
}

void tern_curl_wake(tern_curl_engine *engine) { curl.wakeup((CURLM *)engine); }

/// Whether connecting is allowed.
static int may_connect(const tern_curl_transfer *transfer, const struct sockaddr *address) {
  if (!transfer->on_connect) return 1;
  const void *bytes = NULL;
  size_t size = 0;
  if (address->sa_family == AF_INET) {
    bytes = &((const struct sockaddr_in *)(const void *)address)->sin_addr;
    size = sizeof(struct in_addr);
  } else if (address->sa_family == AF_INET6) {
    bytes = &((const struct sockaddr_in6 *)(const void *)address)->sin6_addr;
    size = sizeof(struct in6_addr);
  }
  return transfer->on_connect(bytes, size, transfer->context) == 0;
}

/// A socket that is not inherited by other programs.
static curl_socket_t open_socket(void *context, curlsocktype purpose, struct curl_sockaddr *address) {
  (void)purpose;
  if (!may_connect(context, &address->addr)) return CURL_SOCKET_BAD;
  return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

static int seek(void *context, curl_off_t offset, int origin) {
  const tern_curl_transfer *transfer = context;
  if (origin != SEEK_SET || offset < 0) return CURL_SEEKFUNC_FAIL;
  return transfer->on_rewind((long)offset, transfer->context) == 0 ? CURL_SEEKFUNC_OK : CURL_SEEKFUNC_FAIL;
}

/// A body that is read while it is sent.
static int set_up_upload(tern_curl_transfer *transfer, const struct tern_curl_request *request) {
  CURL *easy = transfer->easy;
  transfer->on_rewind = request->on_rewind;
  curl.set(easy, CURLOPT_LOW_SPEED_LIMIT, 1L);
  curl.set(easy, CURLOPT_LOW_SPEED_TIME, request->stall_seconds);
  return curl.set(easy, CURLOPT_POST, 1L) == CURLE_OK
         && curl.set(easy, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)request->upload_size) == CURLE_OK
         && curl.set(easy, CURLOPT_READFUNCTION, request->on_read) == CURLE_OK
         && curl.set(easy, CURLOPT_READDATA, request->context) == CURLE_OK
         && curl.set(easy, CURLOPT_SEEKFUNCTION, seek) == CURLE_OK
         && curl.set(easy, CURLOPT_SEEKDATA, transfer) == CURLE_OK;
}

/// A request fails if the library does not know an option that keeps it safe.
static int set_up(tern_curl_transfer *transfer, const struct tern_curl_request *request) {
  CURL *easy = transfer->easy;
  int safe = curl.set(easy, CURLOPT_URL, request->url) == CURLE_OK;
  if (curl.set(easy, (CURLoption)SET_PROTOCOLS, request->is_plain ? "http" : "https") != CURLE_OK) {
    // Before 7.85. 1 is HTTP there, and 2 HTTPS.
    safe = safe && curl.set(easy, (CURLoption)181, request->is_plain ? 1L : 2L) == CURLE_OK;
  }
  safe = safe && curl.set(easy, CURLOPT_NOSIGNAL, 1L) == CURLE_OK;
  safe = safe && curl.set(easy, CURLOPT_FOLLOWLOCATION, 0L) == CURLE_OK;
  safe = safe && curl.set(easy, CURLOPT_CUSTOMREQUEST, request->method) == CURLE_OK;
  safe = safe && curl.set(easy, CURLOPT_USERAGENT, request->user_agent) == CURLE_OK;
  if (request->on_read) {
    safe = safe && set_up_upload(transfer, request);
  } else if (request->body_size > 0 || strcmp(request->method, "POST") == 0) {
    safe = safe && curl.set(easy, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)request->body_size) == CURLE_OK;
    safe = safe && curl.set(easy, CURLOPT_COPYPOSTFIELDS, request->body_size ? (const char *)request->body : "") == CURLE_OK;
  }
  for (const char *const *header = request->headers; *header; header++) {
    struct curl_slist *longer = curl.append(transfer->headers, *header);
    if (!longer) return 0;
    transfer->headers = longer;
  }
  safe = safe && curl.set(easy, CURLOPT_HTTPHEADER, transfer->headers) == CURLE_OK;
  if (request->ca_file) safe = safe && curl.set(easy, CURLOPT_CAINFO, request->ca_file) == CURLE_OK;
  if (request->ca_folder) safe = safe && curl.set(easy, CURLOPT_CAPATH, request->ca_folder) == CURLE_OK;
  curl.set(easy, CURLOPT_SSLVERSION, (long)CURL_SSLVERSION_TLSv1_2);
  // Requests to the local computer never use a proxy.
  if (request->is_plain) {
    safe = safe && curl.set(easy, CURLOPT_PROXY, "") == CURLE_OK;
  } else if (request->proxy) {
    safe = safe && curl.set(easy, CURLOPT_PROXY, request->proxy) == CURLE_OK;
  }
  curl.set(easy, CURLOPT_SUPPRESS_CONNECT_HEADERS, 1L);
  transfer->on_connect = request->on_connect;
  safe = safe && curl.set(easy, CURLOPT_OPENSOCKETFUNCTION, open_socket) == CURLE_OK
         && curl.set(easy, CURLOPT_OPENSOCKETDATA, transfer) == CURLE_OK;
  if (request->forces_proxy) safe = safe && curl.set(easy, CURLOPT_NOPROXY, "") == CURLE_OK;
  for (const char *const *entry = request->resolved; entry && *entry; entry++) {
    struct curl_slist *longer = curl.append(transfer->resolved, *entry);
    if (!longer) return 0;
    transfer->resolved = longer;
  }
  if (transfer->resolved) curl.set(easy, CURLOPT_RESOLVE, transfer->resolved);
  curl.set(easy, CURLOPT_TCP_KEEPALIVE, 1L);
  curl.set(easy, CURLOPT_CONNECTTIMEOUT_MS, request->connect_milliseconds);
  curl.set(easy, CURLOPT_TIMEOUT_MS, request->total_milliseconds);
  // Otherwise ending the program would wait for a name server that does not respond.
  curl.set(easy, (CURLoption)SET_QUICK_EXIT, 1L);
  curl.set(easy, (CURLoption)SET_CA_CACHE_SECONDS, 24L * 60 * 60);
  curl.set(easy, (CURLoption)SET_IDLE_SECONDS, request->idle_seconds);
  // Only a request on a new connection is never repeated.
  if (request->is_stream || request->uses_own_connection || !request->is_repeatable) {
    safe = safe && curl.set(easy, CURLOPT_FRESH_CONNECT, 1L) == CURLE_OK;
  }
  if (request->is_stream) {
    curl.set(easy, CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_1_1);
    curl.set(easy, CURLOPT_FORBID_REUSE, 1L);
  } else {
    curl.set(easy, CURLOPT_ACCEPT_ENCODING, "");
    curl.set(easy, CURLOPT_MAXFILESIZE_LARGE, (curl_off_t)request->max_body);
  }
  curl.set(easy, CURLOPT_ERRORBUFFER, transfer->words);
  curl.set(easy, CURLOPT_PRIVATE, transfer);
  curl.set(easy, CURLOPT_HEADERDATA, request->context);
  curl.set(easy, CURLOPT_WRITEDATA, request->context);
  return safe && curl.set(easy, CURLOPT_HEADERFUNCTION, request->on_head_line) == CURLE_OK
         && curl.set(easy, CURLOPT_WRITEFUNCTION, request->on_body) == CURLE_OK;
}

tern_curl_transfer *tern_curl_start(tern_curl_engine *engine, const struct tern_curl_request *request) {
  tern_curl_transfer *transfer = calloc(1, sizeof *transfer);
  if (!transfer) return NULL;
  transfer->context = request->context;
  transfer->easy = curl.init();
  if (transfer->easy && set_up(transfer, request) && curl.add((CURLM *)engine, transfer->easy) == CURLM_OK) {
    return transfer;
  }
  tern_curl_free(NULL, transfer);
  return NULL;
}

void tern_curl_lift_timeout(tern_curl_transfer *transfer) { curl.set(transfer->easy, CURLOPT_TIMEOUT_MS, 0L); }

void tern_curl_resume(tern_curl_transfer *transfer) { curl.pause(transfer->easy, CURLPAUSE_CONT); }

/// A connection that breaks during the handshake, or without TLS, is not a matter of trust. OpenSSL takes the first
/// bytes of another protocol for a version of TLS.
static enum tern_curl_end handshake_end(const tern_curl_transfer *transfer) {
  const char *const breaks[] = {"reset by peer", "SSL_ERROR_SYSCALL", "unexpected eof", "Broken pipe", NULL};
  for (const char *const *text = breaks; *text; text++) {
    if (strcasestr(transfer->words, *text)) return TERN_CURL_CUT;
  }
  return strcasestr(transfer->words, "wrong version number") ? TERN_CURL_NO_TLS : TERN_CURL_UNTRUSTED;
}

static enum tern_curl_end end_of(const tern_curl_transfer *transfer) {
  long number = 0;
  switch ((int)transfer->code) {
    case CURLE_OK: return TERN_CURL_DONE;
    case CURLE_COULDNT_RESOLVE_HOST: return TERN_CURL_UNKNOWN_HOST;
    case CURLE_COULDNT_CONNECT:
      curl.get(transfer->easy, CURLINFO_OS_ERRNO, &number);
      return number == ENETUNREACH || number == EHOSTUNREACH || number == ENETDOWN ? TERN_CURL_NO_ROUTE
                                                                                            : TERN_CURL_REFUSED;
    case CURLE_COULDNT_RESOLVE_PROXY:
    case 97: return TERN_CURL_PROXY;
    case CURLE_OPERATION_TIMEDOUT: return TERN_CURL_TIMED_OUT;
    case CURLE_SSL_CONNECT_ERROR: return handshake_end(transfer);
    case CURLE_PEER_FAILED_VERIFICATION:
    case CURLE_SSL_ENGINE_NOTFOUND:
    case CURLE_SSL_ENGINE_SETFAILED:
    case CURLE_SSL_CERTPROBLEM:
    case CURLE_SSL_CIPHER:
    case CURLE_USE_SSL_FAILED:
    case CURLE_SSL_ENGINE_INITFAILED:
    case CURLE_SSL_CACERT_BADFILE:
    case CURLE_SSL_SHUTDOWN_FAILED:
    case CURLE_SSL_CRL_BADFILE:
    case CURLE_SSL_ISSUER_ERROR:
    case CURLE_SSL_PINNEDPUBKEYNOTMATCH:
    case CURLE_SSL_INVALIDCERTSTATUS: return TERN_CURL_UNTRUSTED;
    case CURLE_GOT_NOTHING:
    case CURLE_PARTIAL_FILE:
    case CURLE_SEND_ERROR:
    case CURLE_RECV_ERROR:
    case CURLE_HTTP2:
    case CURLE_HTTP2_STREAM:
      // A broken chunk length also ends like this.
      if (strcasestr(transfer->words, "chunk")) return TERN_CURL_MALFORMED;
      curl.get(transfer->easy, CURLINFO_HTTP_CONNECTCODE, &number);
      return number >= 300 ? TERN_CURL_PROXY : TERN_CURL_CUT;
    case CURLE_FILESIZE_EXCEEDED:
    case 100: return TERN_CURL_TOO_LARGE;
    case CURLE_WRITE_ERROR:
    case CURLE_ABORTED_BY_CALLBACK: return TERN_CURL_STOPPED;
    default: return TERN_CURL_MALFORMED;
  }
}

tern_curl_transfer *tern_curl_next_ended(tern_curl_engine *engine, void **context, enum tern_curl_end *end) {
  int left = 0;
  for (CURLMsg *message; (message = curl.read((CURLM *)engine, &left));) {
    tern_curl_transfer *transfer = NULL;
    if (message->msg != CURLMSG_DONE) continue;
    if (curl.get(message->easy_handle, CURLINFO_PRIVATE, &transfer) != CURLE_OK || !transfer) continue;
    transfer->code = message->data.result;
    *context = transfer->context;
    *end = end_of(transfer);
    return transfer;
  }
  return NULL;
}

long tern_curl_sent(const tern_curl_transfer *transfer) {
  long size = 0;
  return curl.get(transfer->easy, CURLINFO_REQUEST_SIZE, &size) == CURLE_OK ? size : 1;
}

const char *tern_curl_message(const tern_curl_transfer *transfer) {
  return transfer->words[0] ? transfer->words : curl.words(transfer->code);
}

void tern_curl_free(tern_curl_engine *engine, tern_curl_transfer *transfer) {
  if (transfer->easy && engine) curl.remove((CURLM *)engine, transfer->easy);
  if (transfer->easy) curl.cleanup(transfer->easy);
  if (transfer->headers) curl.free_all(transfer->headers);
  if (transfer->resolved) curl.free_all(transfer->resolved);
  free(transfer);
}
