#include "app/window/features/keys/action_search.hpp"

#include <algorithm>
#include <cctype>
#include <sstream>
#include <string>

namespace heteroscope {
namespace {

std::string in_lower_case(std::string_view text) {
  std::string out(text);
  for (char& each : out) each = static_cast<char>(std::tolower(static_cast<unsigned char>(each)));
  return out;
}

/// Words of the window's are begun by this one.
bool begins_word(const std::string& text, const std::string& word) {
  for (std::size_t at = text.find(word); at != text.npos; at = text.find(word, at + 1)) {
    if (at == 0 || text[at - 1] == ' ') return true;
  }
  return false;
}

std::string searched(const ActionEntry& entry) {
  return in_lower_case(std::string(entry.label) + ' ' + keys_of(entry));
}

}  // namespace

std::vector<const ActionEntry*> found_actions(const ActionTable& table, std::string_view text) {
  std::vector<std::string> words;
  std::istringstream in(in_lower_case(text));
  for (std::string each; in >> each;) words.push_back(each);
  std::vector<const ActionEntry*> out;
  for (const ActionEntry& each : table.all()) {
    const std::string all = searched(each);
    const auto has = [&](const std::string& word) { return all.find(word) != all.npos; };
    if (each.action != action::search && std::ranges::all_of(words, has)) out.push_back(&each);
  }
  std::stable_partition(out.begin(), out.end(), [&](const ActionEntry* each) {
    const std::string all = searched(*each);
    return std::ranges::all_of(words, [&](const std::string& word) { return begins_word(all, word); });
  });
  return out;
}

}  // namespace heteroscope
