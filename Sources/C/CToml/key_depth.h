#ifndef TERN_KEY_DEPTH_H
#define TERN_KEY_DEPTH_H

#include <cstddef>
#include <optional>
#include <string_view>

namespace tern {

struct position {
  std::size_t line = 1;
  std::size_t column = 1;
};

/// Finds dotted keys with too many parts (`a.b.c…`) before parsing. Each part is a nested table, and toml++ destroys
/// tables recursively, which could overflow the stack.
class key_depth {
 public:
  static constexpr std::size_t limit = 32;

  explicit key_depth(std::string_view text) : text_(text) {}

  std::optional<position> first_beyond_limit() {
    while (at_ < text_.size()) {
      switch (text_[at_]) {
        case '"':
        case '\'': skip_string(text_[at_]); break;
        case '#': skip_comment(); break;
        // Keys continue across spaces and quotes, and end with any of these.
        case '\n':
        case ',':
        case '=':
        case '[':
        case ']':
        case '{':
        case '}':
          dots_ = 0;
          ++at_;
          break;
        case '.':
          if (++dots_ >= limit) return place(at_);
          ++at_;
          break;
        default: ++at_;
      }
    }
    return std::nullopt;
  }

 private:
  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t dots_ = 0;

  bool is_triple(char quote) const {
    return at_ + 2 < text_.size() && text_[at_] == quote && text_[at_ + 1] == quote && text_[at_ + 2] == quote;
  }

  void skip_comment() {
    while (at_ < text_.size() && text_[at_] != '\n') ++at_;
  }

  void skip_string(char quote) {
    const bool has_lines = is_triple(quote);
    at_ += has_lines ? 3 : 1;
    while (at_ < text_.size()) {
      const char character = text_[at_];
      if (character == '\\' && quote == '"') {
        at_ += 2;
      } else if (!has_lines && character == '\n') {
        return;
      } else if (!has_lines && character == quote) {
        ++at_;
        return;
      } else if (has_lines && is_triple(quote)) {
        at_ += 3;
        // One or two more quotes belong to the text.
        for (int more = 0; more < 2 && at_ < text_.size() && text_[at_] == quote; ++more) ++at_;
        return;
      } else {
        ++at_;
      }
    }
  }

  position place(std::size_t end) const {
    position place;
    for (std::size_t index = 0; index < end; ++index) {
      if (text_[index] == '\n') {
        ++place.line;
        place.column = 1;
      } else if ((static_cast<unsigned char>(text_[index]) & 0xC0) != 0x80) {
        ++place.column;
      }
    }
    return place;
  }
};

}  // namespace tern

#endif
