// The functions of libarchive that Tern uses. They are not linked, but loaded with dlopen when the first archive is
// read: libarchive depends on eight more libraries, which would cost memory and time at each start.
#pragma once

#include <archive.h>
#include <archive_entry.h>

// Returns 0 if libarchive is installed. Otherwise, no other function may be called.
int tern_archive_open(void);

// The functions with libarchive's signatures: F(result, name, parameters, arguments).
#define TERN_ARCHIVE_FUNCTIONS(F)                                                                                     \
  F(struct archive *, archive_read_new, (void), ())                                                                   \
  F(int, archive_read_free, (struct archive * a), (a))                                                                \
  F(int, archive_read_support_format_zip_seekable, (struct archive * a), (a))                                         \
  F(int, archive_read_support_format_tar, (struct archive * a), (a))                                                  \
  F(int, archive_read_support_filter_gzip, (struct archive * a), (a))                                                 \
  F(int, archive_read_support_filter_bzip2, (struct archive * a), (a))                                                \
  F(int, archive_read_support_filter_xz, (struct archive * a), (a))                                                   \
  F(int, archive_read_support_filter_zstd, (struct archive * a), (a))                                                 \
  F(int, archive_read_set_callback_data, (struct archive * a, void *data), (a, data))                                 \
  F(int, archive_read_set_read_callback, (struct archive * a, archive_read_callback *read), (a, read))                \
  F(int, archive_read_set_skip_callback, (struct archive * a, archive_skip_callback *skip), (a, skip))                \
  F(int, archive_read_set_seek_callback, (struct archive * a, archive_seek_callback *seek), (a, seek))                \
  F(int, archive_read_open1, (struct archive * a), (a))                                                               \
  F(int, archive_read_next_header, (struct archive * a, struct archive_entry * *entry), (a, entry))                   \
  F(int, archive_read_data_block, (struct archive * a, const void **bytes, size_t *count, la_int64_t *offset),        \
    (a, bytes, count, offset))                                                                                        \
  F(const char *, archive_error_string, (struct archive * a), (a))                                                    \
  F(const char *, archive_entry_pathname, (struct archive_entry * entry), (entry))                                    \
  F(const char *, archive_entry_pathname_utf8, (struct archive_entry * entry), (entry))                               \
  F(const char *, archive_entry_symlink, (struct archive_entry * entry), (entry))                                     \
  F(const char *, archive_entry_hardlink, (struct archive_entry * entry), (entry))                                    \
  F(la_int64_t, archive_entry_size, (struct archive_entry * entry), (entry))                                          \
  F(int, archive_entry_size_is_set, (struct archive_entry * entry), (entry))                                          \
  F(int, archive_entry_is_encrypted, (struct archive_entry * entry), (entry))                                         \
  F(unsigned int, archive_entry_filetype, (struct archive_entry * entry), (entry))

#define TERN_ARCHIVE_DECLARE(result, name, parameters, arguments) result tern_##name parameters;
TERN_ARCHIVE_FUNCTIONS(TERN_ARCHIVE_DECLARE)
#undef TERN_ARCHIVE_DECLARE
