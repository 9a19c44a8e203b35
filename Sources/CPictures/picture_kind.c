#include "picture_decoder.h"

#include <string.h>

static int begins(const unsigned char *bytes, size_t size, size_t at, const char *with) {
  size_t length = strlen(with);
  return size >= at + length && memcmp(bytes + at, with, length) == 0;
}

/// What a file is that is no picture that is read.
struct other {
  size_t at;
  const char *with, *words;
  enum tern_media_kind media;
};

/// Whether what such a file begins with is there, too: a text may have any word in these places.
static int is_framed(const unsigned char *bytes, size_t size, const struct other *other) {
  switch (other->at) {
    // The length of a box, in four bytes: but for what holds the film itself, none has 16 MB.
    case 4: return bytes[0] == 0 || strcmp(other->with, "mdat") == 0;
    case 8: return begins(bytes, size, 0, "RIFF");
    default: return 1;
  }
}

/// NULL where its first bytes say nothing.
static const struct other *other(const unsigned char *bytes, size_t size) {
  static const struct other others[] = {
      {4, "ftypavif", "an AVIF", TERN_MEDIA_NONE},
      {4, "ftypavis", "an AVIF", TERN_MEDIA_NONE},
      {4, "ftyphei", "a HEIC", TERN_MEDIA_NONE},
      {4, "ftypmif1", "a HEIC", TERN_MEDIA_NONE},
      {4, "ftypM4A", "a sound", TERN_MEDIA_SOUND},
      {4, "ftypM4B", "a sound", TERN_MEDIA_SOUND},
      {4, "ftyp", "a film", TERN_MEDIA_FILM},
      {4, "moov", "a film", TERN_MEDIA_FILM},
      {4, "mdat", "a film", TERN_MEDIA_FILM},
      {4, "wide", "a film", TERN_MEDIA_FILM},
      {0, "\x1A\x45\xDF\xA3", "a film", TERN_MEDIA_FILM},
      {8, "AVI LIST", "a film", TERN_MEDIA_FILM},
      {0, "\x30\x26\xB2\x75\x8E\x66\xCF\x11", "a film", TERN_MEDIA_FILM},
      {8, "WAVEfmt", "a sound", TERN_MEDIA_SOUND},
      {0, "OggS", "a sound", TERN_MEDIA_SOUND},
      {0, "fLaC", "a sound", TERN_MEDIA_SOUND},
      {0, "ID3", "a sound", TERN_MEDIA_SOUND},
      {0, "\xFF\xFB", "a sound", TERN_MEDIA_SOUND},
      {0, "\xFF\xF3", "a sound", TERN_MEDIA_SOUND},
      {0, "\xFF\xF2", "a sound", TERN_MEDIA_SOUND},
      {0, "\xFF\xF1", "a sound", TERN_MEDIA_SOUND},
      {0, "\xFF\xF9", "a sound", TERN_MEDIA_SOUND},
      {0, "BM", "a BMP", TERN_MEDIA_NONE},
      {0, "II*", "a TIFF", TERN_MEDIA_NONE},
      {0, "MM", "a TIFF", TERN_MEDIA_NONE},
      {0, "<svg", "an SVG", TERN_MEDIA_NONE},
      {0, "<?xml", "a text", TERN_MEDIA_NONE},
      {0, "<!", "a page", TERN_MEDIA_NONE},
      {0, "<html", "a page", TERN_MEDIA_NONE},
  };
  for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
    const struct other *kind = &others[i];
    if (begins(bytes, size, kind->at, kind->with) && is_framed(bytes, size, kind)) return kind;
  }
  return NULL;
}

enum tern_media_kind tern_media_kind(const unsigned char *bytes, size_t size) {
  const struct other *found = other(bytes, size);
  return found ? found->media : TERN_MEDIA_NONE;
}

enum tern_picture_kind tern_picture_kind(const unsigned char *bytes, size_t size, char *words, size_t room) {
  if (begins(bytes, size, 0, "\xFF\xD8\xFF")) return TERN_PICTURE_JPEG;
  if (begins(bytes, size, 0, "\x89PNG\r\n\x1A\n")) return TERN_PICTURE_PNG;
  if (begins(bytes, size, 0, "RIFF") && begins(bytes, size, 8, "WEBP")) return TERN_PICTURE_WEBP;
  if (begins(bytes, size, 0, "GIF87a") || begins(bytes, size, 0, "GIF89a")) return TERN_PICTURE_GIF;
  const struct other *found = other(bytes, size);
  strncpy(words, found ? found->words : size == 0 ? "empty" : "no picture", room - 1);
  words[room - 1] = 0;
  return TERN_PICTURE_NONE;
}
