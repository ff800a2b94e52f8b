#include <fmt/format.h>
#include <gtest/gtest.h>
#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "app/bench/data.hpp"
#include "app/commands/bench/collection.hpp"
#include "app/lessons/measure.hpp"
#include "app/window/actions/actions.hpp"
#include "app/window/bench/layer.hpp"
#include "app/window/cover/task.hpp"
#include "app/window/lessons/lesson_layer.hpp"
#include "app/window/look/fonts.hpp"
#include "app/window/picture/pictures.hpp"
#include "app/window/picture/view_target.hpp"
#include "app/window/productions/queue_layer.hpp"
#include "app/window/shell/layout.hpp"
#include "app/window/shell/state.hpp"
#include "core/device/device.hpp"
#include "core/run/execute.hpp"
#include "kernels/registry.hpp"
#include "tests/window/drawn_words.hpp"

namespace heteroscope {
namespace {

constexpr std::array text_sizes{0.75, 0.85, 1.0, 1.15, 1.3, 1.5, 2.0};
constexpr std::array<Size, 4> windows{{{1024, 640}, {1280, 720}, {1920, 1080}, {2560, 1440}}};

/// The window without a display: what its panels and layers draw is looked at instead of shown.
class Sheet {
 public:
  explicit Sheet(double text_size, ThemeKind theme = ThemeKind::dark) {
    IMGUI_CHECKVERSION();
    context_ = ImGui::CreateContext();
    ImGuiIO& io = ImGui::GetIO();
    io.IniFilename = nullptr;
    state_.catalog = catalog();
    state_.preferences.theme = theme;
    state_.preferences.text_size = text_size;
    state_.scale = static_cast<float>(text_size);
    state_.fonts = load_fonts(state_.scale);
    unsigned char* pixels = nullptr;
    int width = 0;
    int height = 0;
    io.Fonts->GetTexDataAsRGBA32(&pixels, &width, &height);
    apply_theme(state_.theme(), state_.scale);
    state_.export_folder = "/home/somebody/Pictures";
  }
  ~Sheet() { ImGui::DestroyContext(context_); }
  Sheet(const Sheet&) = delete;
  Sheet& operator=(const Sheet&) = delete;

  /// Chooses the workload, with a small picture of it that is there.
  void choose(const Workload& workload) {
    state_.workload = &workload;
    state_.settings = default_settings(workload);
    state_.frames.clear();
    compute();
    panels_.leave_workload();
    layers_.leave_workload();
  }

  void compute() {
    Settings settings = state_.settings;
    settings.problem.size = {96, 64};
    Executor executor;
    const Plan planned = *plan(settings, catalog(), device::all()).plan;
    state_.frame = std::make_shared<const Frame>(*executor.execute(planned, {.trace = true}));
    state_.map = map_of(*state_.frame, shown_role(*state_.frame), settings.look);
    FrameSample sample;
    sample.timing = state_.frame->timing;
    sample.operations = 1e9;
    sample.variant = "simd";
    sample.size = settings.problem.size;
    for (int i = 0; i < 40; ++i) state_.frames.add(sample, settings);
  }

  /// What the scope shows of a traced frame of these settings, in a color.
  void show_scope(TraceColor color) {
    state_.preferences.cover_color = color;
    state_.cover.as_computed = true;
    state_.cover.shown = true;
    const CoverWish wish{.of = {.workload = state_.workload, .variant = {}, .as_computed = true},
                         .traced = state_.frame,
                         .color = color,
                         .theme = state_.preferences.theme};
    make_show(wish, std::atomic<bool>(false), nullptr,
              [&](std::shared_ptr<const CoverShow> made) { state_.cover.show = std::move(made); });
  }

  /// Lays everything out until nothing moves any more.
  void draw(Size window) {
    ImGuiIO& io = ImGui::GetIO();
    io.DisplaySize = {static_cast<float>(window.width), static_cast<float>(window.height)};
    for (int i = 0; i < 3; ++i) {
      io.DeltaTime = 1.0F / 60;
      ImGui::NewFrame();
      lay_out(state_, panels_, layers_, io.DisplaySize.x, io.DisplaySize.y);
      state_.open = layers_.open();
      ImGui::Render();
    }
  }

  [[nodiscard]] State& state() { return state_; }
  [[nodiscard]] Layers& layers() { return layers_; }

 private:
  ImGuiContext* context_ = nullptr;
  State state_;
  Panels panels_;
  Layers layers_;
};

/// What is wrong with the frame that was drawn last, a line each.
std::vector<std::string> faults() {
  std::vector<std::string> out;
  const std::vector<DrawnWords> all = drawn_words();
  for (const DrawnWords& each : all) {
    if (each.cut)
      out.push_back(fmt::format("cut in {}: \"{}\" at {:.0f}, {:.0f}", each.window, each.text, each.low.x, each.low.y));
  }
  const float apart = 0.2F * ImGui::GetIO().Fonts->Fonts[0]->FontSize;
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
void look(Sheet& sheet, Size window, std::set<std::string>& out) {
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

std::string name_of(Size size) {
  return fmt::format("{}×{}", size.width, size.height);
}

std::string lines(const std::set<std::string>& all) {
  std::string out;
  for (const std::string& each : all) out += "\n  " + each;
  return out;
}

class Fitting : public ::testing::TestWithParam<double> {
 protected:
  void SetUp() override {
#if IMGUI_VERSION_NUM >= 19200
    GTEST_SKIP() << "skipped: glyphs are kept in another way from ImGui 1.92 on";
#endif
  }
};

TEST_P(Fitting, Panels) {
  Sheet sheet(GetParam());
  for (const Size window : windows) {
    for (const Workload* each : catalog()) {
      sheet.choose(*each);
      std::set<std::string> found;
      look(sheet, window, found);
      EXPECT_TRUE(found.empty()) << each->id << " at " << name_of(window) << lines(found);
      const Size picture = sheet.state().area.size;
      EXPECT_TRUE(picture.width >= 0.35 * window.width && picture.height >= 0.35 * window.height)
          << each->id << " at " << name_of(window) << " has a picture of " << name_of(picture);
    }
  }
}

TEST_P(Fitting, EveryPresetVariantAndChoice) {
  Sheet sheet(GetParam(), ThemeKind::light);
  for (const Workload* each : catalog()) {
    sheet.choose(*each);
    const Settings first = sheet.state().settings;
    std::set<std::string> found;
    for (const Scene& scene : each->scenes) {
      apply_scene(sheet.state().settings.problem.parameters, *each, scene, {716, 512});
      look(sheet, {1280, 720}, found);
    }
    sheet.state().settings = first;
    for (const Stage& stage : each->stages) {
      for (const NamedVariant& variant : stage.variants) {
        auto& chosen = sheet.state().settings.execution.variants[std::string(stage.id)];
        (variant.variant->processor == Processor::cpu ? chosen.cpu : chosen.gpu) = variant.id;
        look(sheet, {1280, 720}, found);
      }
    }
    for (const Parameter& parameter : each->parameters) {
      for (std::size_t i = 0; i < parameter.choices.size(); ++i) {
        sheet.state().settings = first;
        sheet.state().settings.problem.parameters[std::string(parameter.id)] = static_cast<double>(i);
        look(sheet, {1280, 720}, found);
      }
    }
    EXPECT_TRUE(found.empty()) << each->id << lines(found);
  }
}

/// Waits for what the layers compute, some seconds at most.
void finish(Sheet& sheet) {
  for (int i = 0; i < 1200; ++i) {
    sheet.draw({1280, 720});
    if (!sheet.layers().moves()) return;
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
  FAIL() << "a layer goes on for a minute";
}

TEST_P(Fitting, Layers) {
  Sheet sheet(GetParam());
  for (const Action opened : {Action::toggle_keys, Action::search, Action::welcome, Action::open, Action::toggle_sweep,
                              Action::toggle_study, Action::toggle_lessons, Action::toggle_bench}) {
    for (const Size window : windows) {
      sheet.choose(find_workload(catalog(), "heat"));
      sheet.layers().toggle(opened, sheet.state());
      if (opened == Action::open || opened == Action::toggle_bench) finish(sheet);
      std::set<std::string> found;
      look(sheet, window, found);
      EXPECT_TRUE(found.empty()) << entry_of(opened).label << " at " << name_of(window) << lines(found);
      sheet.layers().close_top();
    }
  }
}

/// Looks at all of a page that scrolls within a layer.
void look_through(Sheet& sheet, Size window, const char* page, std::set<std::string>& out) {
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

/// Every page, with what was measured, and the strip under which a lesson's settings are tried.
TEST_P(Fitting, Lessons) {
  Sheet sheet(GetParam(), ThemeKind::light);
  sheet.choose(find_workload(catalog(), "mandelbrot"));
  sheet.layers().toggle(Action::toggle_lessons, sheet.state());
  LessonLayer& layer = sheet.layers().lessons();
  static BenchWatch nobody;
  // of problems so small that it takes no time, once for all sizes of text
  static const Result measured = measure_lesson(find_lesson("coalescing", catalog(), LessonScale::quick), catalog(),
                                                lesson_effort(LessonScale::quick), nobody);
  std::set<std::string> found;
  for (const Lesson& each : all_lessons(catalog(), LessonScale::quick)) {
    layer.choose(sheet.state(), each.id);
    look_through(sheet, {1280, 720}, "##lessons/page", found);
  }
  layer.choose(sheet.state(), "coalescing");
  layer.explain_from(measured);
  for (const Size window : windows) look_through(sheet, window, "##lessons/page", found);
  for (const Size window : windows) {
    layer.try_row(sheet.state(), 0);
    look(sheet, window, found);
  }
  EXPECT_TRUE(found.empty()) << lines(found);
}

/// The scope's panel and the lens.
TEST_P(Fitting, Scope) {
  Sheet sheet(GetParam(), ThemeKind::light);
  State& state = sheet.state();
  for (const char* id : {"mandelbrot", "transpose", "blur", "histogram", "heat", "triangle"}) {
    sheet.choose(find_workload(catalog(), id));
    state.readout = {.inside = true, .x = 40, .y = 30};
    for (const Size window : windows) {
      std::set<std::string> found;
      state.cover.shown = true;
      look(sheet, window, found);
      state.cover.shows_costs = false;
      look(sheet, window, found);
      state.cover.shows_costs = true;
      state.cover.shown = false;
      sheet.layers().toggle(Action::toggle_lens, state);
      finish(sheet);
      look(sheet, window, found);
      sheet.layers().close_top();
      EXPECT_TRUE(found.empty()) << id << " at " << name_of(window) << lines(found);
    }
  }
}

/// Its colors, legends and figures, of pieces that were computed; of a frame without a step why there are none.
TEST_P(Fitting, ScopeAsComputed) {
  Sheet sheet(GetParam());
  const auto look_at = [&](const char* id, std::initializer_list<TraceColor> colors) {
    sheet.choose(find_workload(catalog(), id));
    std::set<std::string> found;
    for (const TraceColor color : colors) {
      sheet.show_scope(color);
      for (const Size window : {windows[0], windows[1]}) look(sheet, window, found);
    }
    EXPECT_TRUE(found.empty()) << id << lines(found);
  };
  look_at("mandelbrot", {TraceColor::launch, TraceColor::evenness});
  look_at("heat", {TraceColor::start});
}

TEST(FittingStudy, ItsPlots) {
  for (const double text_size : {1.0, 2.0}) {
    Sheet sheet(text_size);
    sheet.choose(find_workload(catalog(), "heat"));
    sheet.layers().toggle(Action::toggle_study, sheet.state());
    finish(sheet);
    for (const Size window : windows) {
      std::set<std::string> found;
      look(sheet, window, found);
      EXPECT_TRUE(found.empty()) << text_size << " at " << name_of(window) << lines(found);
    }
  }
}

/// A poster and a movie that can be made, and orders of which something has become.
TEST_P(Fitting, Productions) {
  Sheet sheet(GetParam());
  sheet.choose(find_workload(catalog(), "mandelbrot"));
  OrdersRecollection orders;
  for (const OrderStanding each : {OrderStanding::done, OrderStanding::stopped, OrderStanding::failed}) {
    const auto order = order_of({.settings = sheet.state().settings, .out = "/home/somebody/a poster.tif"});
    orders.orders.push_back({.order = order, .standing = each, .line = "12 of 64 pieces of /home/somebody/a poster"});
  }
  sheet.layers().queue().put_back(std::move(orders), {}, sheet.state());
  sheet.layers().queue().update(sheet.state(), false);
  sheet.state().toasts.clear();
  sheet.state().recorded = {sheet.state().settings, sheet.state().settings};
  sheet.state().recorded.back().problem.parameters["span"] = 0.1;
  for (const Action opened : {Action::toggle_poster, Action::toggle_movie, Action::toggle_queue}) {
    sheet.layers().toggle(opened, sheet.state());
    for (const Size window : windows) {
      finish(sheet);
      std::set<std::string> found;
      look_through(sheet, window, "##queue", found);
      EXPECT_TRUE(found.empty()) << entry_of(opened).label << " at " << name_of(window) << lines(found);
    }
  }
}

/// What bench measures of that, in two runs a row.
std::shared_ptr<const BenchViews> measured_by(const std::vector<std::string>& lines) {
  Several asked;
  for (const std::string& each : lines) asked.parts.push_back(outlook_of(each, catalog()).asked.parts.front());
  if (lines.size() > 1) asked.title = "a collection";
  BenchEffort effort;
  effort.sampling.runs = 2;
  BenchWatch nobody;
  std::vector<UnfinishedBench> parts;
  for (const Asked& each : asked.parts) parts.emplace_back(each, effort);
  return std::make_shared<const BenchViews>(
      views_of(measure_several(asked, parts, nobody, [](const Results&) {}), {1}));
}

/// Bars, and curves beside what was published; alone, and of a collection.
TEST(FittingBench, ItsRows) {
  const std::string bars = "heteroscope bench blur --size 64x64 --variant sequential --variant separable_simd";
  const std::string curves = "heteroscope bench cpu-schedules --size 64x64 --set max_iterations=9";
  const std::array views{measured_by({bars}), measured_by({curves}), measured_by({bars, curves})};
  for (const double text_size : text_sizes) {
    Sheet sheet(text_size, text_size < 1 ? ThemeKind::light : ThemeKind::dark);
    sheet.choose(find_workload(catalog(), "heat"));
    for (const auto& view : views) {
      sheet.layers().bench().show(view, "/home/somebody/Documents/heteroscope-bench-cpu-schedules-001.json");
      sheet.layers().toggle(Action::toggle_bench, sheet.state());
      finish(sheet);
      for (const Size window : windows) {
        std::set<std::string> found;
        look(sheet, window, found);
        EXPECT_TRUE(found.empty()) << text_size << " at " << name_of(window) << lines(found);
      }
      sheet.layers().close_top();
    }
  }
}

TEST_P(Fitting, Comparing) {
  Sheet sheet(GetParam());
  for (const char* id : {"mandelbrot", "blur", "histogram"}) {
    sheet.choose(find_workload(catalog(), id));
    Comparison& comparison = sheet.state().comparison;
    for (int i = 0; i < 3; ++i) {
      sheet.compute();
      comparison.kept.keep(sheet.state().frame);
    }
    comparison.with = CompareWith::kept;
    comparison.other = comparison.kept.chosen()->frame;
    comparison.result = CompareResult{.diff = {.values = 100'000'000,
                                               .differing = 12'345'678,
                                               .max_error = 4999,
                                               .mean_error = 0.0123456,
                                               .psnr_db = 34.09}};
    comparison.result_is_current = true;
    for (const CompareStyle style : {CompareStyle::mask, CompareStyle::heat, CompareStyle::wipe, CompareStyle::side}) {
      comparison.style = style;
      for (const Size window : windows) {
        std::set<std::string> found;
        look(sheet, window, found);
        EXPECT_TRUE(found.empty()) << id << " at " << name_of(window) << lines(found);
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(TextSizes, Fitting, ::testing::ValuesIn(text_sizes),
                         [](const auto& each) { return fmt::format("Percent{:.0f}", each.param * 100); });

}  // namespace
}  // namespace heteroscope
