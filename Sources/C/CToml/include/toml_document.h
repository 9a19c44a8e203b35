#ifndef TERN_TOML_DOCUMENT_H
#define TERN_TOML_DOCUMENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Maximum size of a text in bytes.
#define TOML_DOCUMENT_MAX_SIZE (1024 * 1024)

/// One-based; the column counts characters. Zero if unknown.
typedef struct {
  uint32_t line;
  uint32_t column;
} toml_document_position;

/// UTF-8 that may contain zero bytes.
typedef struct {
  const char *bytes;
  size_t count;
} toml_document_text;

typedef enum {
  toml_document_kind_text,
  toml_document_kind_integer,
  toml_document_kind_number,
  toml_document_kind_boolean,
  toml_document_kind_date,
  toml_document_kind_array,
  toml_document_kind_table,
} toml_document_kind;

/// A value and its position.
typedef struct {
  /// The index of the enclosing table or array; -1 at the top level.
  ptrdiff_t parent;
  toml_document_kind kind;
  /// Empty in arrays.
  toml_document_text key;
  toml_document_position key_position;
  toml_document_position value_position;
  /// The value, depending on the kind.
  toml_document_text text;
  int64_t integer;
  double number;
  bool boolean;
} toml_document_entry;

/// A parse error and its position.
typedef struct {
  toml_document_position position;
  toml_document_text words;
} toml_document_fault;

typedef struct toml_document toml_document;

/// Parses a text. Always returns a document, to be released with `toml_document_free`, or NULL if out of memory.
toml_document *toml_document_parse(const char *bytes, size_t count);
void toml_document_free(toml_document *document);

/// NULL if the text is valid.
const toml_document_fault *toml_document_get_fault(const toml_document *document);

/// The number of values; elements of tables and arrays follow their container.
size_t toml_document_count(const toml_document *document);

/// - Parameter index: less than the count. The entry is valid as long as the document.
const toml_document_entry *toml_document_get_entry(const toml_document *document, size_t index);

#ifdef __cplusplus
}
#endif

#endif
