#include "app/window/features/keys/action_search.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <iterator>
#include <sstream>
#include <string>

#include "app/window/model/window.hpp"

namespace heteroscope {
namespace {

std::string in_lower_case(std::string_view text) {
  std::string out(text);
  for (char& each : out) each = static_cast<char>(std::tolower(static_cast<unsigned char>(each)));
  return out;
}

/// Returns whether one of the text's words begins with `word`.
bool begins_word(const std::string& text, const std::string& word) {
  for (std::size_t at = text.find(word); at != text.npos; at = text.find(word, at + 1)) {
    if (at == 0 || text[at - 1] == ' ') return true;
  }
  return false;
}

/// Other words by which people may search for an action.
struct Synonyms {
  Action action;
  const char* words;
};
constexpr Synonyms synonyms[] = {
    {action::present, "full screen fullscreen lecture projector slides"},
    {action::export_picture, "screenshot image save picture"},
    {action::export_times, "save table spreadsheet"},
    {action::export_field, "npy array save numbers"},
    {action::export_trace, "profile perfetto chrome save"},
    {action::save_settings, "json file"},
    {action::open, "load import photograph image file"},
    {action::toggle_bench, "benchmark performance speed"},
    {action::toggle_variants, "compare speed implementations table"},
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
    {Action("turn_left"), "turn angle rotation tilt"},
    {Action("turn_right"), "turn angle rotation tilt"},
    {Action("turn_upright"), "reset angle straighten unrotate"},
    {action::quit, "exit close"},
    {Action("change_theme"), "theme night day mode colors"},
    {Action("larger_text"), "font size bigger zoom"},
    {Action("smaller_text"), "font size"},
};

std::string_view synonyms_of(Action action) {
  const auto found = std::ranges::find(synonyms, action, &Synonyms::action);
  return found == std::end(synonyms) ? std::string_view() : found->words;
}

std::string searched(const Offer& offer) {
  return in_lower_case(fmt::format("{} {} {}", offer.label, offer.kind, offer.also));
}

}  // namespace

std::vector<Offer> offered_actions(const Window& window) {
  std::vector<Offer> out;
  for (const ActionEntry& each : window.ui.action_table->all()) {
    if (each.action == action::search) continue;
    const auto take = [action = each.action](const Window& taking) { taking.ui.ask(action); };
    out.push_back({each.label, keys_of(each), why_not(each, window), take, std::string(synonyms_of(each.action))});
  }
  return out;
}

std::vector<const Offer*> found_offers(std::span<const Offer> offers, std::string_view text) {
  std::vector<std::string> words;
  std::istringstream in(in_lower_case(text));
  for (std::string each; in >> each;) words.push_back(each);
  std::vector<const Offer*> out;
  for (const Offer& each : offers) {
    const std::string all = searched(each);
    if (std::ranges::all_of(words, [&](const std::string& word) { return all.find(word) != all.npos; }))
      out.push_back(&each);
  }
  std::ranges::stable_sort(out, std::ranges::greater(), [&](const Offer* each) {
    const std::string all = searched(*each);
    const bool begun = std::ranges::all_of(words, [&](const std::string& word) { return begins_word(all, word); });
    return 2 * static_cast<int>(begun) + static_cast<int>(each->why_not.empty());
  });
  return out;
}

}  // namespace heteroscope
