#include "app/window/model/actions/actions.hpp"

#include <GLFW/glfw3.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <iterator>
#include <stdexcept>

#include "app/window/model/ui/ui.hpp"

namespace heteroscope {
namespace {

template <class Matches>
std::optional<Action> first_with(std::span<const ActionEntry> entries, Matches matches) {
  for (const ActionEntry& entry : entries) {
    if (std::ranges::any_of(entry.shortcuts, matches)) return entry.action;
  }
  return std::nullopt;
}

}  // namespace

Shortcut pressed(int key, const char* name) {
  return {.key = key, .name = name};
}
Shortcut with_control(int key, const char* name) {
  return {.key = key, .control = true, .name = name};
}
Shortcut with_control_and_shift(int key, const char* name) {
  return {.key = key, .control = true, .shift = true, .name = name};
}
Shortcut typed(char character, const char* name) {
  return {.character = static_cast<unsigned>(character), .name = name};
}

const char* heading_of(ActionGroup group) {
  constexpr std::array<const char*, action_groups> words{
      "File", "Edit", "View", "Run", "Inspect", "Measure", "Posters, movies", "Learn", "Window", "Program"};
  return words[static_cast<std::size_t>(group)];
}

std::vector<ActionEntry> in_group(ActionGroup group, std::vector<ActionEntry> entries) {
  for (ActionEntry& each : entries) each.group = group;
  return entries;
}

std::vector<const ActionEntry*> ActionTable::of(ActionGroup group) const {
  std::vector<const ActionEntry*> out;
  for (const ActionEntry& each : entries_) {
    if (each.group == group) out.push_back(&each);
  }
  return out;
}

std::string name_of(const ActionEntry& entry) {
  const std::string_view label = entry.label;
  std::string out(label.substr(0, label.find(':')));
  out.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(out.front())));
  return out;
}

void ActionTable::add(std::vector<ActionEntry> entries) {
  std::ranges::move(entries, std::back_inserter(entries_));
}

const ActionEntry& ActionTable::of(Action action) const {
  const auto entry = std::ranges::find(entries_, action, &ActionEntry::action);
  if (entry == entries_.end()) throw std::logic_error(fmt::format("no feature has the action {}", action.id()));
  return *entry;
}

std::optional<Action> ActionTable::of_key(int key, int modifiers) const {
  if ((modifiers & GLFW_MOD_ALT) != 0) return std::nullopt;
  const bool control = (modifiers & (GLFW_MOD_CONTROL | GLFW_MOD_SUPER)) != 0;
  const bool shift = (modifiers & GLFW_MOD_SHIFT) != 0;
  return first_with(entries_, [&](const Shortcut& each) {
    return each.key != 0 && each.key == key && each.control == control && (!control || each.shift == shift);
  });
}

std::optional<Action> ActionTable::of_character(unsigned codepoint) const {
  return first_with(entries_, [&](const Shortcut& each) { return each.key == 0 && each.character == codepoint; });
}

std::string keys_of(const ActionEntry& entry) {
  std::string out;
  for (const Shortcut& each : entry.shortcuts) out += (out.empty() ? "" : ", ") + std::string(each.name);
  return out;
}

std::string keys_of(const Ui& ui, Action action) {
  return keys_of(ui.action_table->of(action));
}

std::string with_keys(const Ui& ui, std::string_view sentence, Action action) {
  const bool ends = sentence.ends_with('.');
  if (ends) sentence.remove_suffix(1);
  return fmt::format("{} ({}){}", sentence, keys_of(ui, action), ends ? "." : "");
}

std::string why_not(const ActionEntry& entry, const Window& window) {
  return entry.why_not ? entry.why_not(window) : "";
}

}  // namespace heteroscope
