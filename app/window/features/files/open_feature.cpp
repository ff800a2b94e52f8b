#include "app/window/features/files/open_feature.hpp"

#include <GLFW/glfw3.h>
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <set>
#include <stop_token>

#include "app/options/typed_command.hpp"
#include "app/window/feature/overlay_window.hpp"
#include "app/window/look/imgui_versions.hpp"
#include "app/window/widgets/widgets.hpp"
#include "core/io/extension.hpp"

namespace heteroscope {
namespace {

constexpr std::size_t most_names = 10;

bool can_be_opened(const std::filesystem::path& path) {
  static const std::set<std::string> known{".png", ".jpg", ".jpeg", ".json", ".bmp", ".tga", ".gif",
                                           ".psd", ".hdr", ".pic",  ".pnm",  ".ppm", ".pgm", ".npy",
                                           ".kfr", ".xpf", ".toml", ".gpl",  ".map"};
  return known.contains(extension_of(path));
}

std::string with_home(const std::string& text) {
  const char* const home = std::getenv("HOME");
  return text.starts_with("~/") && home != nullptr ? home + text.substr(1) : text;
}

/// A path, or its end with "…" where it is too long: files are told apart by that.
bool path_line(const Ui& ui, const std::string& path) {
  const std::string shown = end_of(path, ImGui::GetContentRegionAvail().x);
  ImGui::PushID(path.c_str());
  const bool out = ImGui::Selectable(shown.c_str());
  ImGui::PopID();
  if (shown != path) help(ui, path);
  return out;
}

}  // namespace

std::vector<std::string> names_beginning(const std::string& text, std::size_t most) {
  const std::filesystem::path typed(with_home(text));
  const std::filesystem::path folder = typed.has_parent_path() ? typed.parent_path() : std::filesystem::path(".");
  const std::string begin = typed.filename().string();
  std::set<std::string> out;
  std::error_code failed;
  for (std::filesystem::directory_iterator at(folder, failed), end; !failed && at != end; at.increment(failed)) {
    const std::string name = at->path().filename().string();
    if (!name.starts_with(begin) || (name.starts_with(".") && begin.empty())) continue;
    std::error_code unknown;
    const bool is_folder = at->is_directory(unknown);
    if (!is_folder && !can_be_opened(at->path())) continue;
    const std::filesystem::path full = typed.has_parent_path() ? folder / name : std::filesystem::path(name);
    out.insert(full.string() + (is_folder ? "/" : ""));
    if (out.size() > most) out.erase(std::prev(out.end()));
  }
  return {out.begin(), out.end()};
}

OpenFeature::OpenFeature(const std::vector<std::string>& recent)
    : recent_(recent), names_([](const std::string& text, const std::stop_token&, const auto& publish) {
        publish(std::make_shared<const std::vector<std::string>>(looks_like_command(text) || looks_like_location(text)
                                                                     ? std::vector<std::string>()
                                                                     : names_beginning(text, most_names)));
      }) {}

void OpenFeature::open(const Window& window) {
  OpenedFeature::open(window);
  field_.clear();
}

void OpenFeature::take(Ui& ui, const std::string& text) {
  if (text.empty()) return;
  ui.typed.push_back(text);
  close();
}

/// What may be meant: a folder goes on being typed, a file is opened.
void OpenFeature::names(Ui& ui) {
  const auto found = names_.follow(field_.text(), ui);
  if (found == nullptr) return;
  for (const std::string& each : *found) {
    if (!path_line(ui, each)) continue;
    if (!each.ends_with("/")) return take(ui, each);
    field_.set(each);
  }
}

void OpenFeature::body(Ui& ui) {
  const char* const hint = "A picture, settings, saved views or a copied command line";
  if (field_.build("##path", hint, ImGuiInputTextFlags_EnterReturnsTrue)) return take(ui, field_.text());
  if (key_pressed(ImGuiKey_Escape)) return close();
  if (!recent_.empty()) {
    ImGui::Spacing();
    ImGui::PushStyleColor(ImGuiCol_Text, ui.theme().dim);
    ImGui::TextUnformatted("Opened before");
    ImGui::PopStyleColor();
    for (const std::string& each : std::vector<std::string>(recent_)) {
      ImGui::PushID("recent");
      const bool taken = path_line(ui, each);
      ImGui::PopID();
      if (taken) return take(ui, each);
    }
  }
  ImGui::Spacing();
  ImGui::PushStyleColor(ImGuiCol_Text, ui.theme().dim);
  ImGui::TextUnformatted("Here");
  ImGui::PopStyleColor();
  names(ui);
}

void OpenFeature::overlay(const Window& window, OverlaySpace& space) {
  if (!is_open()) return;
  const ImVec2 display = ImGui::GetIO().DisplaySize;
  ImGui::SetNextWindowPos({display.x * 0.5F, display.y * 0.12F}, ImGuiCond_Always, {0.5F, 0});
  ImGui::SetNextWindowSize(
      {std::min(window.ui.units(620), display.x * 0.9F), std::min(window.ui.units(460), display.y * 0.8F)});
  ImGui::SetNextWindowFocus();
  constexpr ImGuiWindowFlags flags = notice_flags & ~(ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoScrollbar);
  if (const OverlayWindow page(window.ui, space, "##open", flags, {14, 12}); page) body(window.ui);
}

std::vector<ActionEntry> OpenFeature::actions() {
  return {{opened_by(),
           "open a picture, settings, saved views or a command line",
           {with_control(GLFW_KEY_O, "Ctrl + O")},
           nullptr,
           nullptr,
           true}};
}

}  // namespace heteroscope
