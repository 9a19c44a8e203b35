#ifndef TERN_TOML_DOCUMENT_H
#define TERN_TOML_DOCUMENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The largest text that is read, in bytes.
#define TOML_DOCUMENT_MAX_SIZE (1024 * 1024)

/// Both begin with 1; a column is a character. Zero where the place is not known.
typedef struct {
  uint32_t line;
  uint32_t column;
} toml_document_position;

/// Bytes in UTF-8, which may hold zeros.
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

/// A value, and where it stands.
typedef struct {
  /// The entry of the table or array that it is in; -1 at the top.
  ptrdiff_t parent;
  toml_document_kind kind;
  /// Empty in an array.
  toml_document_text key;
  toml_document_position key_position;
  toml_document_position value_position;
  /// Each of these for its kind alone.
  toml_document_text text;
  int64_t integer;
  double number;
  bool boolean;
} toml_document_entry;

/// What is wrong with a text, and where.
typedef struct {
  toml_document_position position;
  toml_document_text words;
} toml_document_fault;

typedef struct toml_document toml_document;

/// Reads a text. Whatever it is, this answers with a document, to be given back to `toml_document_free`, and with NULL
/// where there is no memory for one.
toml_document *toml_document_parse(const char *bytes, size_t count);
void toml_document_free(toml_document *document);

/// NULL where the text could be read.
const toml_document_fault *toml_document_get_fault(const toml_document *document);

/// How many values there are, those of tables and arrays behind these.
size_t toml_document_count(const toml_document *document);

/// - Parameter index: below the count. The entry holds for as long as the document.
const toml_document_entry *toml_document_get_entry(const toml_document *document, size_t index);

#ifdef __cplusplus
}
#endif

#endif
