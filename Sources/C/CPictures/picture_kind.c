#include "picture_decoder.h"

#include <string.h>

static int begins(const unsigned char *bytes, size_t size, size_t at, const char *with) {
  size_t length = strlen(with);
  return size >= at + length && memcmp(bytes + at, with, length) == 0;
}

/// A file type that is not decoded.
struct other {
  size_t at;
  const char *with, *name;
  enum tern_media_kind media;
};

/// Checks the surrounding bytes, since a text may contain these words by chance.
static int is_framed(const unsigned char *bytes, size_t size, const struct other *other) {
  switch (other->at) {
    // A box length of four bytes: below 16 MB, except for the media data.
    case 4: return bytes[0] == 0 || strcmp(other->with, "mdat") == 0;
    case 8: return begins(bytes, size, 0, "RIFF");
    default: return 1;
  }
}

/// Returns NULL for unknown types.
static const struct other *other(const unsigned char *bytes, size_t size) {
  static const struct other others[] = {
      {4, "ftypavif", "an AVIF", TERN_MEDIA_NONE},
      {4, "ftypavis", "an AVIF", TERN_MEDIA_NONE},
      {4, "ftyphei", "a HEIC", TERN_MEDIA_NONE},
      {4, "ftypmif1", "a HEIC", TERN_MEDIA_NONE},
      {4, "ftypM4A", "an audio file", TERN_MEDIA_AUDIO},
      {4, "ftypM4B", "an audio file", TERN_MEDIA_AUDIO},
      {4, "ftyp", "a video", TERN_MEDIA_VIDEO},
      {4, "moov", "a video", TERN_MEDIA_VIDEO},
      {4, "mdat", "a video", TERN_MEDIA_VIDEO},
      {4, "wide", "a video", TERN_MEDIA_VIDEO},
      {0, "\x1A\x45\xDF\xA3", "a video", TERN_MEDIA_VIDEO},
      {8, "AVI LIST", "a video", TERN_MEDIA_VIDEO},
      {0, "\x30\x26\xB2\x75\x8E\x66\xCF\x11", "a video", TERN_MEDIA_VIDEO},
      {8, "WAVEfmt", "an audio file", TERN_MEDIA_AUDIO},
      {0, "OggS", "an audio file", TERN_MEDIA_AUDIO},
      {0, "fLaC", "an audio file", TERN_MEDIA_AUDIO},
      {0, "ID3", "an audio file", TERN_MEDIA_AUDIO},
      {0, "\xFF\xFB", "an audio file", TERN_MEDIA_AUDIO},
      {0, "\xFF\xF3", "an audio file", TERN_MEDIA_AUDIO},
      {0, "\xFF\xF2", "an audio file", TERN_MEDIA_AUDIO},
      {0, "\xFF\xF1", "an audio file", TERN_MEDIA_AUDIO},
      {0, "\xFF\xF9", "an audio file", TERN_MEDIA_AUDIO},
      {0, "BM", "a BMP", TERN_MEDIA_NONE},
      {0, "II*", "a TIFF", TERN_MEDIA_NONE},
      {0, "MM", "a TIFF", TERN_MEDIA_NONE},
      {0, "<svg", "an SVG", TERN_MEDIA_NONE},
      {0, "<?xml", "a text file", TERN_MEDIA_NONE},
      {0, "<!", "a web page", TERN_MEDIA_NONE},
      {0, "<html", "a web page", TERN_MEDIA_NONE},
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

enum tern_picture_kind tern_picture_kind(const unsigned char *bytes, size_t size, char *message, size_t capacity) {
  if (begins(bytes, size, 0, "\xFF\xD8\xFF")) return TERN_PICTURE_JPEG;
  if (begins(bytes, size, 0, "\x89PNG\r\n\x1A\n")) return TERN_PICTURE_PNG;
  if (begins(bytes, size, 0, "RIFF") && begins(bytes, size, 8, "WEBP")) return TERN_PICTURE_WEBP;
  if (begins(bytes, size, 0, "GIF87a") || begins(bytes, size, 0, "GIF89a")) return TERN_PICTURE_GIF;
  const struct other *found = other(bytes, size);
  strncpy(message, found ? found->name : size == 0 ? "empty" : "not a picture", capacity - 1);
  message[capacity - 1] = 0;
  return TERN_PICTURE_NONE;
}
