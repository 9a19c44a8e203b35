#ifndef TERN_CURL_CLIENT_H
#define TERN_CURL_CLIENT_H

#include <stddef.h>

// libcurl, as far as Tern needs it. The library is opened when it is first asked for: linking it would cost each start
// five milliseconds, for twenty libraries that it brings along. Its functions are variadic; these have types.
//
// All but `tern_curl_wake` is for one thread.

/// Opens libcurl, once. 0, or -1 where there is none. It takes some milliseconds.
int tern_curl_open(void);

/// Transfers that go on side by side, and the connections that they leave open.
typedef struct tern_curl_engine tern_curl_engine;

/// NULL where there is no memory, or no socket left.
tern_curl_engine *tern_curl_engine_new(void);
void tern_curl_engine_free(tern_curl_engine *engine);

/// Brings everything on as far as it goes without waiting. -1 where libcurl has given up.
int tern_curl_perform(tern_curl_engine *engine);

/// Waits for a socket, for a timer of a transfer, for `tern_curl_wake`, or for so many milliseconds.
void tern_curl_wait(tern_curl_engine *engine, int milliseconds);

/// Ends a wait, the one that goes on or the next one. Any thread may call it.
void tern_curl_wake(tern_curl_engine *engine);

/// Why a transfer has ended.
enum tern_curl_end {
  TERN_CURL_DONE,
  TERN_CURL_UNKNOWN_HOST,
  TERN_CURL_REFUSED,
  TERN_CURL_NO_ROUTE,
  TERN_CURL_CUT,
  TERN_CURL_PROXY,
  TERN_CURL_TIMED_OUT,
  TERN_CURL_NO_TLS,
  TERN_CURL_UNTRUSTED,
  TERN_CURL_TOO_LARGE,
  TERN_CURL_STOPPED,
  TERN_CURL_MALFORMED,
};

/// Gives 0 to end the transfer, `size` to go on, `TERN_CURL_PAUSE` to be given the same bytes later. `context` is the
/// request's.
typedef size_t (*tern_curl_receiver)(char *bytes, size_t one, size_t size, void *context);

extern const size_t TERN_CURL_PAUSE;

/// Fills `bytes` with `one * count` bytes of the body at most, and gives how many; 0 at its end, `TERN_CURL_ABORT` where
/// there can be no more.
typedef size_t (*tern_curl_giver)(char *bytes, size_t one, size_t count, void *context);

extern const size_t TERN_CURL_ABORT;

/// The body is read anew from there, which libcurl asks for where it has to begin again. 0 where that can be.
typedef int (*tern_curl_rewinder)(long offset, void *context);

/// Asked before a connection is made, with the address of the network in 4 or 16 bytes (none: it is of another kind).
/// 0 where it may be made.
typedef int (*tern_curl_gate)(const unsigned char *address, size_t size, void *context);

struct tern_curl_request {
  const char *url;
  const char *method;
  /// `Name: value`, ended by NULL.
  const char *const *headers;
  const unsigned char *body;
  size_t body_size;
  /// Takes the place of `body`. NULL: there is none.
  tern_curl_giver on_read;
  tern_curl_rewinder on_rewind;
  long upload_size;
  /// How long nothing may move, where something is uploaded. It wakes once a second.
  long stall_seconds;
  const char *user_agent;
  /// Who is trusted: a file and a folder of certificates. NULL: as the system has it.
  const char *ca_file;
  const char *ca_folder;
  /// NULL: as the environment has it. Empty: none.
  const char *proxy;
  /// NULL: a connection may be made to wherever the host's name leads.
  tern_curl_gate on_connect;
  /// It goes by a connection of its own, which `on_connect` has seen.
  int is_apart;
  /// It goes by the proxy, whatever hosts the environment excepts.
  int is_by_proxy;
  /// `host:port:address`, ended by NULL, besides what the system knows.
  const char *const *resolved;
  /// Answers that go on are not compressed, and have a connection of their own.
  int is_stream;
  /// HTTP without TLS, which is for this machine alone.
  int is_plain;
  /// Whether libcurl may send it once more by itself, where a connection that was kept has broken in silence.
  int is_repeatable;
  long connect_milliseconds;
  long total_milliseconds;
  long longest_body;
  /// How long a connection may have been idle that is used again.
  long idle_seconds;
  tern_curl_receiver on_head_line;
  tern_curl_receiver on_body;
  void *context;
};

typedef struct tern_curl_transfer tern_curl_transfer;

/// Begins. All of `request` is copied. NULL where there is no memory, or where libcurl lacks what keeps a request safe.
tern_curl_transfer *tern_curl_start(tern_curl_engine *engine, const struct tern_curl_request *request);

/// From now on the transfer may take as long as it likes.
void tern_curl_lift_timeout(tern_curl_transfer *transfer);

/// Gives the receiver what it has paused. It may be called again within this call.
void tern_curl_resume(tern_curl_transfer *transfer);

/// A transfer that has ended, or NULL. Gives its context and why it has ended.
tern_curl_transfer *tern_curl_next_ended(tern_curl_engine *engine, void **context, enum tern_curl_end *end);

/// How many bytes of the request, its head and what follows, have gone to a socket.
long tern_curl_sent(const tern_curl_transfer *transfer);

/// What libcurl says about the end; valid until the transfer is freed.
const char *tern_curl_words(const tern_curl_transfer *transfer);

/// Ends a transfer, wherever it is.
void tern_curl_free(tern_curl_engine *engine, tern_curl_transfer *transfer);

#endif
