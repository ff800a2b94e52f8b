#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "app/window/features/presentation/presentation.hpp"
#include "app/window/features/scope/task.hpp"
#include "app/window/look/fonts.hpp"
#include "app/window/look/imgui_versions.hpp"
#include "app/window/picture/pictures.hpp"
#include "app/window/shell/layout.hpp"
#include "core/device/device.hpp"
#include "core/run/execute.hpp"
#include "kernels/registry.hpp"
#include "tests/watched/drawn_words.hpp"
#include "tests/window/all_features.hpp"
#include "tests/window/window_parts.hpp"

/// Panels and overlays laid out without a display, and what is wrong with what they draw.
namespace heteroscope {

inline constexpr std::array<Size, 4> windows{{{1024, 640}, {1280, 720}, {1920, 1080}, {2560, 1440}}};

/// The window without a display: what its panels and overlays draw is looked at instead of shown.
class SheetWindow {
 public:
  explicit SheetWindow(double text_size, ThemeKind theme = ThemeKind::dark) {
    IMGUI_CHECKVERSION();
    context_ = ImGui::CreateContext();
    ImGuiIO& io = ImGui::GetIO();
    io.IniFilename = nullptr;
    parts_.model.catalog = catalog();
    parts_.ui.preferences.theme = theme;
    parts_.ui.preferences.text_size = text_size;
    parts_.ui.scale = static_cast<float>(text_size);
    parts_.ui.fonts = load_fonts(parts_.ui.scale);
    unsigned char* pixels = nullptr;
    int width = 0;
    int height = 0;
    io.Fonts->GetTexDataAsRGBA32(&pixels, &width, &height);
    apply_theme(parts_.ui.theme(), parts_.ui.scale);
    parts_.ui.export_folder = "/home/somebody/Pictures";
    parts_.ui.action_table = &features_->table();
  }
  ~SheetWindow() { ImGui::DestroyContext(context_); }
  SheetWindow(const SheetWindow&) = delete;
  SheetWindow& operator=(const SheetWindow&) = delete;

  /// Chooses the workload, with a small picture of it that is there.
  void choose(const Workload& workload) {
    parts_.model.workload = &workload;
    *parts_.model.edit() = default_settings(workload);
    parts_.model.frames.clear();
    compute();
    features_->for_all(&Feature::leave_workload);
  }

  void compute() {
    Settings settings = parts_.model.settings();
    settings.problem.size = {96, 64};
    Executor executor;
    const Plan planned = *plan(settings, catalog(), device::all()).plan;
    parts_.view.frame = std::make_shared<const Frame>(*executor.execute(planned, WholeRun{.trace = true}));
    parts_.view.map = map_of(*parts_.view.frame, shown_role(*parts_.view.frame), settings.look);
    FrameSample sample;
    sample.timing = parts_.view.frame->timing;
    sample.operations = 1e9;
    sample.variant = "simd";
    sample.size = settings.problem.size;
    for (int i = 0; i < 40; ++i) parts_.model.frames.add(sample, {settings}, parts_.model.catalog);
  }

  /// What the scope shows of a traced frame of these settings, in a color.
  void show_scope(TraceColor color) {
    parts_.ui.preferences.scope_color = color;
    parts_.model.scope.as_computed = true;
    parts_.model.scope.shown = true;
    const ScopeRequest request{.of = {.workload = parts_.model.workload, .variant = {}, .as_computed = true},
                               .traced = parts_.view.frame,
                               .color = color,
                               .theme = parts_.ui.preferences.theme};
    make_show(request, {}, nullptr,
              [&](std::shared_ptr<const ScopeShow> made) { parts_.model.scope.show = std::move(made); });
  }

  /// Gives all of the window to the picture, as for a projector. The text keeps its size.
  void present() {
    mode().present(true);
    features_->of<Presentation>().show(true);
  }

  /// Lays everything out until nothing moves any more.
  void draw(Size window) {
    ImGuiIO& io = ImGui::GetIO();
    io.DisplaySize = {static_cast<float>(window.width), static_cast<float>(window.height)};
    for (int i = 0; i < 3; ++i) {
      io.DeltaTime = 1.0F / 60;
      ImGui::NewFrame();
      lay_out(parts_.ui, parts_.model, parts_.view, *features_, mode(), io.DisplaySize);
      parts_.ui.open = features_->open();
      ImGui::Render();
    }
  }

  [[nodiscard]] Ui& ui() { return parts_.ui; }
  [[nodiscard]] WindowModel& model() { return parts_.model; }
  [[nodiscard]] FrameView& view() { return parts_.view; }
  [[nodiscard]] Window window() { return parts_.all(); }
  [[nodiscard]] PanelMode& mode() { return features_.mode(); }
  [[nodiscard]] Features& features() { return *features_; }

 private:
  ImGuiContext* context_ = nullptr;
  WindowParts parts_;
  AllFeatures features_;
};

/// What is wrong with the frame that was drawn last, a line each.
inline std::vector<std::string> faults() {
  std::vector<std::string> out;
  const std::vector<DrawnWords> all = drawn_words();
  for (const DrawnWords& each : all) {
    if (each.cut)
      out.push_back(fmt::format("cut in {}: \"{}\" at {:.0f}, {:.0f}", each.window, each.text, each.low.x, each.low.y));
  }
  const float apart = 0.2F * loaded_size(*ImGui::GetIO().Fonts->Fonts[0]);
  for (std::size_t i = 0; i < all.size(); ++i) {
    for (std::size_t k = i + 1; k < all.size(); ++k) {
      if (all[i].window != all[k].window || !all[i].overlaps(all[k], apart)) continue;
      out.push_back(fmt::format("over each other in {}: \"{}\" and \"{}\"", all[i].window, all[i].text, all[k].text));
    }
  }
  for (const std::string& each : windows_too_small()) out.push_back("too small: " + each);
  return out;
}

/// Looks at all of the panels, also at what has to be scrolled to.
inline void look(SheetWindow& sheet, Size window, std::set<std::string>& out) {
  sheet.draw(window);
  for (std::string& each : faults()) out.insert(std::move(each));
  for (const char* name : {"##left", "##right"}) {
    ImGuiWindow* const panel = ImGui::FindWindowByName(name);
    if (panel == nullptr) continue;
    for (float before = -1; panel->Scroll.y < panel->ScrollMax.y && panel->Scroll.y > before;) {
      before = panel->Scroll.y;
      ImGui::SetScrollY(panel, std::min(panel->Scroll.y + 0.8F * panel->Size.y, panel->ScrollMax.y));
      sheet.draw(window);
      for (std::string& each : faults()) out.insert(std::move(each));
    }
    ImGui::SetScrollY(panel, 0);
  }
}

inline std::string name_of(Size size) {
  return fmt::format("{}×{}", size.width, size.height);
}

inline std::string lines(const std::set<std::string>& all) {
  std::string out;
  for (const std::string& each : all) out += "\n  " + each;
  return out;
}

/// Waits for what the features compute: some seconds, or minutes where other programs compute as well.
inline void finish(SheetWindow& sheet) {
  for (int i = 0; i < 4800; ++i) {
    sheet.draw({1280, 720});
    if (!sheet.features().activity(sheet.window()).busy) return;
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
  FAIL() << "a feature goes on for four minutes";
}

/// Looks at all of a page that scrolls within a window.
inline void look_through(SheetWindow& sheet, Size window, const char* page, std::set<std::string>& out) {
  look(sheet, window, out);
  for (ImGuiWindow* each : GImGui->Windows) {
    if (!each->WasActive || std::string_view(each->Name).find(page) == std::string_view::npos) continue;
    for (float before = -1; each->Scroll.y < each->ScrollMax.y && each->Scroll.y > before;) {
      before = each->Scroll.y;
      ImGui::SetScrollY(each, std::min(each->Scroll.y + 0.7F * each->Size.y, each->ScrollMax.y));
      look(sheet, window, out);
    }
  }
}

}  // namespace heteroscope
