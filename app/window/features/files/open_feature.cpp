#include "app/window/features/files/open_feature.hpp"

#include <GLFW/glfw3.h>
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <stop_token>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "app/window/feature/overlay_window.hpp"
#include "app/window/look/imgui_versions.hpp"
#include "app/window/widgets/widgets.hpp"
#include "core/io/extension.hpp"
#include "core/io/image/image.hpp"

namespace heteroscope {
namespace {

constexpr std::size_t most_names = 200;
constexpr std::size_t most_recent_lines = 6;

void dim_line(const Ui& ui, const std::string& text) {
  ImGui::PushStyleColor(ImGuiCol_Text, ui.theme().dim);
  ImGui::TextUnformatted(end_of(text, ImGui::GetContentRegionAvail().x).c_str());
  ImGui::PopStyleColor();
}

/// Returns the last name of the path, with the slash of a folder.
std::string file_name_of(const std::string& path) {
  const bool folder = path.ends_with("/");
  const std::string text = folder ? path.substr(0, path.size() - 1) : path;
  return std::filesystem::path(text).filename().string() + (folder ? "/" : "");
}

/// Returns all paths that can be chosen, in the order of their lines.
std::vector<std::string> lines_of(const std::vector<std::string>& recent, const FoundNames& found) {
  std::vector<std::string> out = recent;
  if (!found.parent.empty()) out.push_back(found.parent);
  out.insert(out.end(), found.paths.begin(), found.paths.end());
  return out;
}

/// Returns the file's folder; empty where it is not there, or is the one the program was started in.
std::string other_folder_of(const std::string& file) {
  const std::filesystem::path folder = std::filesystem::path(file).parent_path();
  std::error_code absent;
  if (!std::filesystem::is_directory(folder, absent) || std::filesystem::equivalent(folder, ".", absent)) return {};
  return folder.string();
}

/// Returns a line on a folder without names to list.
std::string nothing_text(const FoundNames& found) {
  const std::string begin = std::filesystem::path(found.path).filename().string();
  return begin.empty() ? "no file that can be opened" : "no name begins with \"" + begin + "\"";
}

}  // namespace

OpenFeature::OpenFeature(FilesFeature& files)
    : files_(files), names_([](const NamesRequest& request, const std::stop_token&, const auto& publish) {
        publish(std::make_shared<const FoundNames>(names_beginning(request, most_names)));
      }) {}

void OpenFeature::open(const Window& window) {
  open_with(window, false, "");
}

void OpenFeature::open_with(const Window& window, bool as_source, const std::string& text) {
  OpenedFeature::open(window);
  field_.clear();
  if (!text.empty()) field_.set(text);
  as_source_ = as_source;
  base_ = last_folder();
  // a source that the command line has named, or the start before
  if (const std::vector<std::string>& sources = window.model.sources.files; base_.empty() && !sources.empty())
    base_ = other_folder_of(sources.front());
  chosen_ = -1;
  wanted_ = Wanted::nothing;
  error_.clear();
  reading_.clear();
  ++asked_;
  names_.forget();
}

void OpenFeature::take(const std::string& text) {
  if (text.empty()) return;
  error_.clear();
  reading_ = text;
  const int asked = ++asked_;
  files_.open_typed({.text = text, .as_source = as_source_, .told = [this, asked](const std::string& error) {
                       if (asked != asked_ || !is_open()) return false;
                       reading_.clear();
                       error_ = error;
                       if (error.empty()) close();
                       return true;
                     }});
}

void OpenFeature::go_to(const std::string& text) {
  field_.set(text);
  chosen_ = -1;
  error_.clear();
}

/// Puts a folder into the field, or opens a file.
void OpenFeature::choose(const std::string& path) {
  path.ends_with("/") ? go_to(path) : take(path);
}

/// Takes the chosen line, else the file or folder that the text names, else the only entry that begins with the text.
/// Without any of these the text itself is opened, whose answer then says why that fails.
void OpenFeature::enter(const std::vector<std::string>& recent, const FoundNames& found) {
  const std::string& text = found.of.text;
  const std::vector<std::string> lines = lines_of(recent, found);
  if (chosen_ >= 0 && chosen_ < static_cast<int>(lines.size())) return choose(lines[static_cast<std::size_t>(chosen_)]);
  if (found.is_file) return take(found.path);
  if (found.is_folder && !text.empty() && !text.ends_with("/")) return go_to(found.path + "/");
  std::vector<std::string> candidates = recent;
  candidates.insert(candidates.end(), found.paths.begin(), found.paths.end());
  if (candidates.size() == 1) return choose(candidates.front());
  if (text.empty() || text.ends_with("/")) return;
  take(found.path);
}

bool OpenFeature::fits(const std::string& path) const {
  return !as_source_ || has_image_extension(path) || extension_of(path) == ".npy";
}

/// Returns the folder of the file that was opened here last; empty for the one the program was started in.
std::string OpenFeature::last_folder() const {
  const std::vector<std::string>& recent = files_.recent();
  const auto last = std::ranges::find_if(recent, [&](const std::string& each) { return fits(each); });
  return last == recent.end() ? std::string() : other_folder_of(*last);
}

/// Completes the text as far as all names agree. Text that was typed meanwhile stays behind it.
void OpenFeature::complete(const FoundNames& found) {
  const std::string beginning = common_beginning(found.paths);
  const std::string now = field_.text();
  if (beginning.empty() || beginning == found.of.text || !now.starts_with(found.of.text)) return;
  go_to(beginning + now.substr(found.of.text.size()));
}

void OpenFeature::act(const std::vector<std::string>& recent, const FoundNames& found) {
  const Wanted wanted = std::exchange(wanted_, Wanted::nothing);
  wanted == Wanted::enter ? enter(recent, found) : complete(found);
}

/// Returns recent paths that contain the text, newest first, without those in the folder's list.
std::vector<std::string> OpenFeature::recent_matches(const FoundNames* found) const {
  std::vector<std::string> out;
  const auto is_listed = [&](const std::string& path) {
    return found != nullptr && std::ranges::any_of(found->paths, [&](const std::string& each) {
             return std::filesystem::path(found->folder) / file_name_of(each) == path;
           });
  };
  for (const std::string& each : files_.recent()) {
    const bool has_text = each.find(field_.text()) != std::string::npos;
    if (fits(each) && has_text && !is_listed(each) && out.size() < most_recent_lines) out.push_back(each);
  }
  return out;
}

/// Draws a line. Returns whether it was clicked.
bool OpenFeature::line(const Ui& ui, const Entry& entry, int index) {
  const std::string shown = end_of(entry.shown, ImGui::GetContentRegionAvail().x);
  ImGui::PushID(index);
  const bool out = ImGui::Selectable(shown.c_str(), index == chosen_);
  ImGui::PopID();
  if (index == chosen_) ImGui::SetScrollHereY();
  if (entry.shown != entry.path || shown != entry.shown) help(ui, entry.path);
  return out;
}

void OpenFeature::list(Ui& ui, const std::vector<std::string>& recent, const FoundNames* found) {
  std::string clicked;
  int index = 0;
  if (!recent.empty()) dim_line(ui, "Recent");
  for (const std::string& each : recent) {
    if (line(ui, {each, each}, index++)) clicked = each;
  }
  if (found != nullptr && !found->folder.empty()) {
    if (!recent.empty()) ImGui::Spacing();
    dim_line(ui, "In " + found->folder);
    if (!found->parent.empty() && line(ui, {found->parent, "../"}, index++)) clicked = found->parent;
    for (const std::string& each : found->paths) {
      if (line(ui, {each, file_name_of(each)}, index++)) clicked = each;
    }
    if (found->paths.empty()) dim_line(ui, nothing_text(*found));
    if (found->more > 0) dim_line(ui, fmt::format("and {} more: type the beginning of the name", found->more));
  }
  if (!clicked.empty()) choose(clicked);
}

void OpenFeature::want(Wanted wanted) {
  wanted_ = wanted;
  wanted_text_ = field_.text();
}

void OpenFeature::note_keys(bool entered) {
  // while text is typed, keys are ImGui's
  if (key_pressed(ImGuiKey_Escape)) return close();
  if (entered) {
    want(Wanted::enter);
    field_.select_all();  // so that the next typing replaces a name that leads nowhere
  }
  if (field_.tabbed()) want(Wanted::complete);
  if (key_pressed(ImGuiKey_DownArrow, true)) ++moves_;
  if (key_pressed(ImGuiKey_UpArrow, true)) --moves_;
}

void OpenFeature::move(int lines) {
  chosen_ = std::clamp(chosen_ + std::exchange(moves_, 0), -1, lines - 1);
}

void OpenFeature::heading(const Ui& ui) {
  push_font(ui.fonts.strong);
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted(as_source_ ? "Open a picture as the source" : "Open");
  ImGui::PopFont();
  const float width = text_size("Close").x + 2 * ImGui::GetStyle().FramePadding.x;
  ImGui::SameLine(ImGui::GetWindowContentRegionMax().x - width);
  if (ImGui::Button("Close")) close();
}

void OpenFeature::body(Ui& ui) {
  heading(ui);
  if (!is_open()) return;
  const char* const hint = as_source_ ? "Path of a picture or of a .npy file"
                                      : "Path of any file that the program reads, or a copied command line";
  constexpr ImGuiInputTextFlags flags = ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_CallbackCompletion;
  const bool entered = field_.build("##path", hint, flags);
  if (std::string text = field_.text(); text != last_text_) {
    last_text_ = std::move(text);
    chosen_ = -1;
    moves_ = 0;
  }
  note_keys(entered);
  if (!is_open()) return;
  if (!error_.empty()) {
    ImGui::PushStyleColor(ImGuiCol_Text, ui.theme().error);
    ImGui::TextWrapped("%s", error_.c_str());
    ImGui::PopStyleColor();
  }
  if (!reading_.empty()) dim_line(ui, "Reading " + reading_ + " …");
  ImGui::Spacing();
  const NamesRequest request{wanted_ == Wanted::nothing ? std::string(field_.text()) : wanted_text_, as_source_, base_};
  const auto found = names_.follow(request, ui);
  const bool answers = found != nullptr && found->of == request;
  const std::vector<std::string> recent = recent_matches(found.get());
  if (answers) move(static_cast<int>(lines_of(recent, *found).size()));
  if (wanted_ != Wanted::nothing && answers) act(recent, *found);
  if (ImGui::BeginChild("##names")) list(ui, recent, found.get());
  ImGui::EndChild();
}

void OpenFeature::overlay(const Window& window, OverlaySpace& space) {
  if (!is_open()) return;
  place_near_top(window.ui, space, "##open", {620, 460});
  ImGui::SetNextWindowFocus();
  constexpr ImGuiWindowFlags flags = (notice_flags & ~ImGuiWindowFlags_AlwaysAutoResize) | ImGuiWindowFlags_NoScrollbar;
  if (const OverlayWindow page(window.ui, space, "##open", flags, {14, 12}); page) body(window.ui);
}

std::vector<ActionEntry> OpenFeature::actions() {
  const auto opens = [this](bool as_source, std::string text) {
    return [this, as_source, text = std::move(text)](const Window& window) { open_with(window, as_source, text); };
  };
  const auto entry = [](Action action, const char* label, Shortcut key, std::function<void(const Window&)> act) {
    return ActionEntry{action, label, {key}, std::move(act), nullptr, true};
  };
  return {entry(opened_by(), "open a picture, settings, saved views or a command line",
                with_control(GLFW_KEY_O, "Ctrl + O"), nullptr),
          entry(action::choose_source, "open a picture as the source",
                with_control_and_shift(GLFW_KEY_O, "Ctrl + Shift + O"), opens(true, "")),
          entry(Action("type_path"), "open a file by its path from the root: begin to type the path", typed('/', "/"),
                opens(false, "/")),
          entry(Action("type_home_path"), "open a file by its path from the home folder: begin to type the path",
                typed('~', "~"), opens(false, "~"))};
}

}  // namespace heteroscope
