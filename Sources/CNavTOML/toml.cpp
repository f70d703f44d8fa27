#include "nav_toml.h"

// The compiled library of the system, not its source in each of our builds.
#define TOML_HEADER_ONLY 0
#include <toml++/toml.h>

#include <exception>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

struct nav_toml {
  toml::table root;
  std::vector<nav_toml_entry> entries;
  std::string problem;
  toml::source_position place{1, 1};
  bool has_problem = false;

  // Nested as deep as toml++ allows.
  void add(const toml::table &table, size_t depth) {
    for (auto &&[key, value] : table) {
      nav_toml_entry entry{};
      entry.depth = depth;
      entry.key = key.str().data();
      entry.key_length = key.str().size();
      if (auto text = value.as_string()) {
        entry.kind = NAV_TOML_TEXT;
        entry.text = text->get().data();
        entry.text_length = text->get().size();
      } else if (auto flag = value.as_boolean()) {
        entry.kind = NAV_TOML_FLAG;
        entry.number = flag->get();
      } else if (auto number = value.as_integer()) {
        entry.kind = NAV_TOML_NUMBER;
        entry.number = number->get();
      } else {
        entry.kind = value.is_table() ? NAV_TOML_TABLE : NAV_TOML_OTHER;
      }
      entries.push_back(entry);
      if (auto inner = value.as_table()) add(*inner, depth + 1);
    }
  }
};

nav_toml *nav_toml_parse(const char *text, size_t length) {
  try {
    auto document = std::make_unique<nav_toml>();
    try {
      document->root = toml::parse(std::string_view(text, length));
      document->add(document->root, 0);
    } catch (const toml::parse_error &error) {
      document->has_problem = true;
      document->problem = error.description();
      document->place = error.source().begin;
    }
    return document.release();
  } catch (const std::exception &) {
    return nullptr;
  }
}

void nav_toml_free(nav_toml *document) { delete document; }

const char *nav_toml_problem(const nav_toml *document) {
  return document->has_problem ? document->problem.c_str() : nullptr;
}

uint32_t nav_toml_problem_line(const nav_toml *document) { return document->place.line; }
uint32_t nav_toml_problem_column(const nav_toml *document) { return document->place.column; }

const nav_toml_entry *nav_toml_entries(const nav_toml *document) { return document->entries.data(); }
size_t nav_toml_entry_count(const nav_toml *document) { return document->entries.size(); }
