#include "toml_document.h"

#include <deque>
#include <new>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "key_depth.h"

#define TOML_EXCEPTIONS 1
#define TOML_HEADER_ONLY 1
#define TOML_ENABLE_FORMATTERS 0
// toml++ parses nested arrays and tables recursively.
#define TOML_MAX_NESTED_VALUES 16
// toml++ has assertions that do not hold for every text. Keep them in release builds and throw, since it would continue
// with undefined behaviour otherwise.
#undef NDEBUG
#define TOML_ASSERT(condition)                              \
  do {                                                      \
    if (!(condition)) throw std::logic_error(#condition);   \
  } while (false)
#include <toml++/toml.h>

struct toml_document {
  std::vector<toml_document_entry> entries;
  /// Storage for the texts of entries and the fault; a deque keeps addresses stable.
  std::deque<std::string> texts;
  toml_document_fault fault = {};
  bool has_fault = false;

  toml_document_text keep(std::string_view text) {
    const std::string &kept = texts.emplace_back(text);
    return {kept.data(), kept.size()};
  }

  void fail(toml_document_position position, std::string_view words) {
    entries.clear();
    fault = {position, keep(words)};
    has_fault = true;
  }
};

namespace {

/// Deeper values are ignored.
constexpr std::size_t max_depth = 64;

toml_document_position position_of(const toml::source_position &position) {
  return {static_cast<uint32_t>(position.line), static_cast<uint32_t>(position.column)};
}

/// Collects the values of tables and arrays recursively.
class flattening {
 public:
  explicit flattening(toml_document &document) : document_(document) {}

  void add_all(const toml::table &table, ptrdiff_t parent, std::size_t depth = 0) {
    for (const auto &[key, value] : table) {
      toml_document_entry entry = {};
      entry.key = document_.keep(key.str());
      entry.key_position = position_of(key.source().begin);
      add(value, entry, parent, depth);
    }
  }

 private:
  toml_document &document_;

  void add_all(const toml::array &array, ptrdiff_t parent, std::size_t depth) {
    for (const auto &value : array) add(value, {}, parent, depth);
  }

  void add(const toml::node &node, toml_document_entry entry, ptrdiff_t parent, std::size_t depth) {
    entry.parent = parent;
    entry.value_position = position_of(node.source().begin);
    if (const auto *text = node.as_string()) {
      entry.kind = toml_document_kind_text;
      entry.text = document_.keep(text->get());
    } else if (const auto *integer = node.as_integer()) {
      entry.kind = toml_document_kind_integer;
      entry.integer = integer->get();
    } else if (const auto *number = node.as_floating_point()) {
      entry.kind = toml_document_kind_number;
      entry.number = number->get();
    } else if (const auto *boolean = node.as_boolean()) {
      entry.kind = toml_document_kind_boolean;
      entry.boolean = boolean->get();
    } else {
      entry.kind = node.is_table()   ? toml_document_kind_table
                   : node.is_array() ? toml_document_kind_array
                                     : toml_document_kind_date;
    }
    document_.entries.push_back(entry);
    if (depth >= max_depth) return;
    const auto place = static_cast<ptrdiff_t>(document_.entries.size() - 1);
    if (const auto *table = node.as_table()) add_all(*table, place, depth + 1);
    if (const auto *array = node.as_array()) add_all(*array, place, depth + 1);
  }
};

/// Whether an assertion of toml++ fails for this text.
bool is_beyond_toml(std::string_view text) {
  try {
    static_cast<void>(toml::parse(text));
    return false;
  } catch (const toml::parse_error &) {
    return false;
  } catch (const std::logic_error &) {
    return true;
  }
}

/// The line that makes an assertion fail. toml++ does not report it, so it is found by bisection.
toml_document_position place_beyond_toml(std::string_view text) {
  std::vector<std::size_t> ends;
  for (std::size_t end = text.find('\n'); end != std::string_view::npos; end = text.find('\n', end + 1)) {
    ends.push_back(end + 1);
  }
  std::size_t first = 0, last = ends.size();
  while (first < last) {
    const std::size_t middle = first + (last - first) / 2;
    if (is_beyond_toml(text.substr(0, ends[middle]))) last = middle;
    else first = middle + 1;
  }
  return {static_cast<uint32_t>(first + 1), 1};
}

void read(toml_document &document, std::string_view text) {
  if (text.size() > TOML_DOCUMENT_MAX_SIZE) return document.fail({}, "larger than 1 MB");
  if (const auto place = tern::key_depth(text).first_beyond_limit()) {
    const toml_document_position position = {
      static_cast<uint32_t>(place->line), static_cast<uint32_t>(place->column)};
    return document.fail(position, "a key of more than 32 parts");
  }
  try {
    flattening(document).add_all(toml::parse(text), -1);
  } catch (const toml::parse_error &error) {
    document.fail(position_of(error.source().begin), error.description());
  } catch (const std::logic_error &) {
    document.fail(place_beyond_toml(text), "this line is no TOML");
  }
}

}  // namespace

// Exceptions must not propagate to C or Swift.

toml_document *toml_document_parse(const char *bytes, size_t count) {
  toml_document *document = nullptr;
  try {
    document = new toml_document;
    read(*document, std::string_view(bytes, count));
    return document;
  } catch (...) {
    delete document;
    return nullptr;
  }
}

void toml_document_free(toml_document *document) { delete document; }

const toml_document_fault *toml_document_get_fault(const toml_document *document) {
  return document->has_fault ? &document->fault : nullptr;
}

size_t toml_document_count(const toml_document *document) { return document->entries.size(); }

const toml_document_entry *toml_document_get_entry(const toml_document *document, size_t index) {
  return &document->entries[index];
}
