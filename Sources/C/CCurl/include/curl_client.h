#ifndef TERN_CURL_CLIENT_H
#define TERN_CURL_CLIENT_H

#include <stddef.h>

// The part of libcurl that Tern needs. The library is loaded on first use: linking it would cost each start five
// milliseconds, for its twenty dependencies. Its functions are variadic; these have types.
//
// All but `tern_curl_wake` must be called on one thread.

/// Loads libcurl, once. Takes some milliseconds. 0, or -1 if it is not installed.
int tern_curl_open(void);

/// Concurrent transfers and their connections.
typedef struct tern_curl_engine tern_curl_engine;

/// NULL if there is not enough memory, or no socket.
tern_curl_engine *tern_curl_engine_new(void);
void tern_curl_engine_free(tern_curl_engine *engine);

/// Performs all work that does not block. -1 if libcurl failed.
int tern_curl_perform(tern_curl_engine *engine);

/// Waits for a socket, a timer of a transfer, `tern_curl_wake`, or the given time.
void tern_curl_wait(tern_curl_engine *engine, int milliseconds);

/// Ends the current wait, or the next one. May be called on any thread.
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

/// Returns 0 to end the transfer, `size` to continue, `TERN_CURL_PAUSE` to receive the same bytes again later.
/// `context` is that of the request.
typedef size_t (*tern_curl_receiver)(char *bytes, size_t one, size_t size, void *context);

extern const size_t TERN_CURL_PAUSE;

/// Fills `bytes` with at most `one * count` bytes of the body and returns their number; 0 at its end, `TERN_CURL_ABORT`
/// on failure.
typedef size_t (*tern_curl_reader)(char *bytes, size_t one, size_t count, void *context);

extern const size_t TERN_CURL_ABORT;

/// Rewinds the body to an offset, when libcurl has to send it again. 0 on success.
typedef int (*tern_curl_rewinder)(long offset, void *context);

/// Called before connecting, with the IP address in 4 or 16 bytes (none for other kinds of addresses). 0 to allow the
/// connection.
typedef int (*tern_curl_connect_check)(const unsigned char *address, size_t size, void *context);

struct tern_curl_request {
  const char *url;
  const char *method;
  /// `Name: value`, terminated by NULL.
  const char *const *headers;
  const unsigned char *body;
  size_t body_size;
  /// Replaces `body`. NULL if missing.
  tern_curl_reader on_read;
  tern_curl_rewinder on_rewind;
  long upload_size;
  /// The maximum time without progress during an upload. Wakes the thread once a second.
  long stall_seconds;
  const char *user_agent;
  /// Trusted certificates: a file and a folder. NULL: the system's.
  const char *ca_file;
  const char *ca_folder;
  /// NULL: from the environment. Empty: none.
  const char *proxy;
  /// NULL: all addresses are allowed.
  tern_curl_connect_check on_connect;
  /// Whether to use a separate connection, checked by `on_connect`.
  int uses_own_connection;
  /// Whether to use the proxy for all hosts, despite exceptions in the environment.
  int forces_proxy;
  /// Additional name resolutions `host:port:address`, terminated by NULL.
  const char *const *resolved;
  /// Whether the response is a stream, which is not compressed and has a separate connection.
  int is_stream;
  /// Whether to use HTTP without TLS, for the local computer only.
  int is_plain;
  /// Whether libcurl may repeat the request automatically if a reused connection turns out to be broken.
  int is_repeatable;
  long connect_milliseconds;
  long total_milliseconds;
  long max_body;
  /// The maximum idle time of a connection to reuse.
  long idle_seconds;
  tern_curl_receiver on_head_line;
  tern_curl_receiver on_body;
  void *context;
};

typedef struct tern_curl_transfer tern_curl_transfer;

/// Starts a transfer. `request` is copied. NULL if there is not enough memory, or libcurl lacks an option for safe
/// requests.
tern_curl_transfer *tern_curl_start(tern_curl_engine *engine, const struct tern_curl_request *request);

/// Removes the timeout of a transfer.
void tern_curl_lift_timeout(tern_curl_transfer *transfer);

/// Delivers the paused bytes to the receiver, which may be called within this call.
void tern_curl_resume(tern_curl_transfer *transfer);

/// A transfer that has ended, with its context and the reason, or NULL.
tern_curl_transfer *tern_curl_next_ended(tern_curl_engine *engine, void **context, enum tern_curl_end *end);

/// The number of bytes of the request, head and body, written to a socket.
long tern_curl_sent(const tern_curl_transfer *transfer);

/// libcurl's message about the end; valid until the transfer is freed.
const char *tern_curl_message(const tern_curl_transfer *transfer);

/// Ends and frees a transfer in any state.
void tern_curl_free(tern_curl_engine *engine, tern_curl_transfer *transfer);

#endif
