#include "app/window/features/keys/action_search.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <iterator>
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

/// Words that a person may have in mind, and the label has not.
struct Synonyms {
  Action action;
  const char* words;
};
constexpr Synonyms synonyms[] = {
    {Action("present"), "full screen fullscreen lecture projector slides"},
    {action::export_picture, "screenshot image save picture"},
    {action::export_times, "save table spreadsheet"},
    {action::export_field, "npy array save numbers"},
    {action::export_trace, "profile perfetto chrome save"},
    {action::save_settings, "json file"},
    {action::open, "load import photograph image file"},
    {action::toggle_bench, "benchmark performance speed"},
    {action::toggle_variants, "benchmark compare speed implementations table"},
    {action::toggle_sweep, "scaling curves graph"},
    {action::toggle_tune, "autotune optimize best block"},
    {action::toggle_study, "convergence accuracy order"},
    {action::toggle_lessons, "tutorial course exercise teach learn"},
    {action::toggle_keys, "shortcuts help hotkeys"},
    {action::welcome, "start help tour"},
    {action::toggle_scope, "threads schedule timeline trace gantt occupancy"},
    {action::toggle_lens, "bank conflicts coalescing addresses cache"},
    {action::toggle_roofline, "ceiling limit bandwidth arithmetic intensity"},
    {action::toggle_counters, "profiler registers ncu nsight"},
    {action::toggle_poster, "large print render wallpaper"},
    {action::toggle_movie, "video animation zoom film"},
    {action::toggle_record, "video animation film"},
    {action::cycle_compare, "difference error"},
    {action::toggle_panels, "hide sidebar zen"},
    {action::toggle_views, "bookmarks places favorites locations"},
    {action::fit, "reset view home"},
    {action::quit, "exit close"},
};

std::string_view synonyms_of(Action action) {
  const auto found = std::ranges::find(synonyms, action, &Synonyms::action);
  return found == std::end(synonyms) ? std::string_view() : found->words;
}

std::string searched(const ActionEntry& entry) {
  return in_lower_case(fmt::format("{} {} {}", entry.label, keys_of(entry), synonyms_of(entry.action)));
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
