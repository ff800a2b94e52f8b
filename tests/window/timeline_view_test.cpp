// What the timeline draws and what the mouse does with it, without a display.
#include <gtest/gtest.h>
#include <imgui.h>

#include <algorithm>
#include <memory>
#include <set>
#include <string>
#include <variant>
#include <vector>

#include "app/scope/traced.hpp"
#include "app/window/features/scope/scope_figures.hpp"
#include "app/window/features/scope/timeline_view.hpp"
#include "app/window/widgets/plot_view.hpp"
#include "kernels/registry.hpp"
#include "tests/window/held_keys.hpp"
#include "tests/window/scope_drawing.hpp"

namespace heteroscope {
namespace {

class TimelineView : public ScopeDrawing {
 protected:
  /// Of a GPU.
  void show(const Trace& trace) {
    const std::vector<Trace> traces{trace};
    const auto traced = traced_mapping(std::vector{Participant{Processor::gpu, 0}}, traces, {}, {5, 1}, {});
    auto show = std::make_shared<ScopeShow>();
    show->times = std::make_shared<const MappingTimes>(traced->times);
    show->paint = std::make_shared<const ScopePaint>();
    Timeline timeline = timeline_of(traced->times);
    add_other_passes(timeline, traced->times, traces, traced->passes);
    show->timeline = std::make_shared<const Timeline>(std::move(timeline));
    show->traced_serial = 7;
    parts_.model.catalog = catalog();
    parts_.model.workload = catalog().front();
    parts_.model.scope.show = show;
  }

  std::vector<ImDrawVert> draw() {
    return vertices_of([&] { timeline_view(parts_.all()); });
  }
  /// All rows.
  std::optional<Drawn> background() { return drawn_in(draw(), faded(parts_.ui.theme().frame, 0.45F)); }
  /// At a share of the width.
  float x_at(double share) {
    const auto back = background();
    return back->low.x + static_cast<float>(share) * (back->high.x - back->low.x);
  }
  /// At a share of the units' rows.
  float y_at(double share) {
    const auto back = background();
    const float beside = parts_.ui.units(12) * static_cast<float>(parts_.model.scope.show->timeline->beside.size());
    return back->low.y + static_cast<float>(share) * (back->high.y - beside - back->low.y);
  }
  /// Frames with the mouse there, until what is below knows of it; long after the last click.
  void point_at(float x, float y) {
    ImGuiIO& io = ImGui::GetIO();
    io.MousePos = {x, y};
    io.DeltaTime = 1;
    for (int i = 0; i < 3; ++i) draw();
    io.DeltaTime = 1.0F / 60;
  }
  void turn_wheel(float notches, bool ctrl, bool shift) {
    ImGuiIO& io = ImGui::GetIO();
    hold_control(ctrl);
    hold_shift(shift);
    draw();
    io.MouseWheel = notches;
    draw();
    io.MouseWheel = 0;
    hold_control(false);
    hold_shift(false);
    draw();
  }
  /// With the left button down, in one frame.
  void drag(float x, float y) {
    ImGuiIO& io = ImGui::GetIO();
    io.MouseDown[0] = true;
    draw();
    io.MousePos = {io.MousePos.x + x, io.MousePos.y + y};
    draw();
    io.MouseDown[0] = false;
    draw();
  }
};

/// Two multiprocessors with two blocks at once; the fifth begins a wave, and one of them has nothing left to do.
Trace two_waves() {
  Trace out;
  out.passes = {{.name = "cells", .space = {5, 1}, .regions = {{{0, 5}, {0, 1}}}}};
  out.launches = {{.pass = 0, .columns = 5, .rows = 1}};
  out.spans = {{.cells = {0, 1}, .number = 0, .unit = 0, .start_ns = 1000, .end_ns = 2000},
               {.cells = {1, 1}, .number = 1, .unit = 1, .start_ns = 1000, .end_ns = 2000},
               {.cells = {2, 1}, .number = 2, .unit = 0, .start_ns = 1500, .end_ns = 2500},
               {.cells = {3, 1}, .number = 3, .unit = 1, .start_ns = 1500, .end_ns = 2500},
               {.cells = {4, 1}, .number = 4, .unit = 1, .start_ns = 3000, .end_ns = 5000}};
  return out;
}

TEST_F(TimelineView, MarksStandAtTheirTimes) {
  show(two_waves());
  const Theme& theme = parts_.ui.theme();
  const ImU32 tail_color = faded(theme.notice, 0.10F);
  const ImU32 wave_color = faded(theme.text, 0.75F);
  const auto whole = draw();
  const auto back = background();
  const auto tail = drawn_in(whole, tail_color);
  const auto wave = drawn_in(whole, wave_color);
  ASSERT_TRUE(back && tail && wave);
  const auto at = [&](double share) { return x_at(share); };
  // of 4 µs: the fifth span begins at 2, the first multiprocessor has nothing to do from 1.5 on
  EXPECT_NEAR(tail->low.x, at(1.5 / 4), 0.6);
  EXPECT_NEAR(tail->high.x, at(1), 0.6);
  EXPECT_NEAR(tail->low.y, back->low.y, 0.6) << "over all rows";
  EXPECT_NEAR(tail->high.y, back->high.y, 0.6);
  EXPECT_NEAR((wave->low.x + wave->high.x) / 2, at(2.0 / 4), 1.5);
  EXPECT_LT(wave->high.x - wave->low.x, 4);
  // zoomed into the second half, the wave stands at its beginning, and the tail is all there is
  parts_.model.scope.span = TimeSpan{2, 4};
  const auto half = draw();
  EXPECT_NEAR(drawn_in(half, tail_color)->low.x, at(0), 0.6);
  EXPECT_NEAR(drawn_in(half, wave_color)->low.x, at(0), 2);
  // what the mouse points at has an outline, in its multiprocessor's row
  parts_.model.scope.span.reset();
  const ImU32 outline = IM_COL32(0, 0, 0, 200);
  EXPECT_FALSE(drawn_in(whole, outline));
  parts_.model.scope.hovered = 4;
  const auto lit = drawn_in(draw(), outline);
  ASSERT_TRUE(lit);
  EXPECT_NEAR(lit->low.x, at(2.0 / 4), 3);
  EXPECT_NEAR(lit->high.x, at(1), 3);
  EXPECT_NEAR(lit->low.y, (back->low.y + back->high.y) / 2, 3);
}

/// So many multiprocessors, each with as many spans at once, in two waves of a microsecond each.
Trace full_units(std::uint32_t units, std::uint32_t at_once) {
  Trace out;
  const std::uint32_t blocks = 2 * units * at_once;
  out.passes = {{.name = "cells", .space = {static_cast<int>(blocks), 1}}};
  out.passes[0].regions = {{{0, static_cast<int>(blocks)}, {0, 1}}};
  out.launches = {{.pass = 0, .columns = blocks, .rows = 1}};
  for (std::uint32_t i = 0; i < blocks; ++i) {
    const std::uint64_t start = 1000 + 1000 * (i / (units * at_once));
    out.spans.push_back({.cells = {i, 1}, .number = i, .unit = i % units, .start_ns = start, .end_ns = start + 1000});
  }
  return out;
}

TEST_F(TimelineView, TheDisplayHasARowWhereTheFrameIsOnTheScreen) {
  show(two_waves());
  const ImU32 color = line_color(parts_.ui.theme(), 1);
  const std::uint64_t zero = parts_.model.scope.show->times->zero_ns;
  EXPECT_FALSE(drawn_in(draw(), color));
  // from 1 to 3 of 4 µs
  parts_.view.presented = {.serial = 7, .begin_ns = zero + 1000, .end_ns = zero + 3000};
  const auto row = drawn_in(draw(), color);
  ASSERT_TRUE(row);
  EXPECT_NEAR(row->low.x, x_at(1.0 / 4), 0.5);
  EXPECT_NEAR(row->high.x, x_at(3.0 / 4), 0.5);
  const auto back = background();
  EXPECT_NEAR(row->low.y, back->high.y - parts_.ui.units(11), 0.5) << "below all others";
  EXPECT_NEAR(row->high.y, back->high.y, 0.5);
  // another frame is on the screen by now; it is not on it yet
  parts_.view.presented.serial = 8;
  EXPECT_FALSE(drawn_in(draw(), color));
  parts_.view.presented = {.serial = 7, .begin_ns = zero + 1000, .end_ns = 0};
  EXPECT_FALSE(drawn_in(draw(), color));
}

TEST_F(TimelineView, AWaitForTheDisplayCanBeZoomedTo) {
  show(two_waves());
  const std::uint64_t zero = parts_.model.scope.show->times->zero_ns;
  parts_.view.presented = {.serial = 7, .begin_ns = zero + 9000, .end_ns = zero + 14000};
  point_at(x_at(1), y_at(0.5));
  turn_wheel(-30, false, false);
  EXPECT_EQ(parts_.model.scope.span, (TimeSpan{0, 14})) << "and no farther than there is something";
}

TEST_F(TimelineView, DraggingMovesTheTimeUntilItsEnd) {
  show(two_waves());
  parts_.model.scope.span = TimeSpan{1, 3};
  const float wide = x_at(1) - x_at(0);
  const double pixel = 2 / static_cast<double>(wide);  // ImGui's mouse is at whole ones
  point_at(x_at(0.5), y_at(0.5));
  drag(wide / 4, 0);
  ASSERT_TRUE(parts_.model.scope.span);
  EXPECT_NEAR(parts_.model.scope.span->from, 0.5, pixel) << "what was under the mouse stays there";
  EXPECT_NEAR(parts_.model.scope.span->to, 2.5, pixel);
  EXPECT_FALSE(parts_.model.scope.pinned) << "a drag is no click";
  point_at(x_at(0.5), y_at(0.5));
  drag(wide / 2, 0);
  EXPECT_EQ(parts_.model.scope.span, (TimeSpan{0, 2})) << "there is nothing before";
  point_at(x_at(0.9), y_at(0.5));
  drag(-wide * 2, 0);
  EXPECT_EQ(parts_.model.scope.span, (TimeSpan{2, 4}));
  EXPECT_FALSE(parts_.model.scope.units) << "all rows are looked at";
}

TEST_F(TimelineView, RowsAreZoomedAboutTheMouse) {
  show(full_units(100, 8));
  const auto whole = parts_.model.scope.span;
  point_at(x_at(0.25), y_at(0.5));
  turn_wheel(2, true, false);
  ASSERT_TRUE(parts_.model.scope.units);
  EXPECT_NEAR(parts_.model.scope.units->from, 50 - 32, 0.5);
  EXPECT_NEAR(parts_.model.scope.units->to, 50 + 32, 0.5);
  EXPECT_EQ(parts_.model.scope.span, whole) << "the time stays";
  turn_wheel(60, true, false);
  EXPECT_NEAR(parts_.model.scope.units->length(), 1, 1e-9) << "one unit is the least";
  turn_wheel(-60, true, false);
  EXPECT_FALSE(parts_.model.scope.units) << "all of them";
}

TEST_F(TimelineView, RowsAreGoneThroughByWheelAndByDragging) {
  show(full_units(100, 8));
  point_at(x_at(0.5), y_at(0.5));
  turn_wheel(1, false, true);
  EXPECT_FALSE(parts_.model.scope.units) << "where all are seen";
  parts_.model.scope.units = UnitSpan{40, 50};
  turn_wheel(-1, false, true);
  EXPECT_EQ(parts_.model.scope.units, (UnitSpan{42, 52}));
  turn_wheel(100, false, true);
  EXPECT_EQ(parts_.model.scope.units, (UnitSpan{0, 10}));
  const float high = y_at(1) - y_at(0);
  drag(0, -high / 2);
  ASSERT_TRUE(parts_.model.scope.units);
  const double pixel = 10 / static_cast<double>(high);
  EXPECT_NEAR(parts_.model.scope.units->from, 5, pixel);
  EXPECT_NEAR(parts_.model.scope.units->to, 15, pixel);
  EXPECT_FALSE(parts_.model.scope.span) << "the time stays";
}

TEST_F(TimelineView, ADoubleClickShowsAll) {
  show(full_units(100, 8));
  parts_.model.scope.units = UnitSpan{40, 50};
  parts_.model.scope.span = TimeSpan{0.5, 1};
  point_at(x_at(0.5), y_at(0.5));
  drag(0, 0);
  drag(0, 0);
  EXPECT_FALSE(parts_.model.scope.units);
  EXPECT_FALSE(parts_.model.scope.span);
}

TEST_F(TimelineView, WhatAUnitComputesAtTheSameTimeStandsSideBySideWhereThereIsRoom) {
  show(full_units(100, 8));
  const auto outline_of = [&](std::int64_t span) {
    parts_.model.scope.hovered = span;
    return drawn_in(draw(), IM_COL32(0, 0, 0, 200));
  };
  // unit 41 has the spans 41, 141, …, 741 at once
  const auto over = outline_of(241);
  ASSERT_TRUE(over);
  EXPECT_NEAR(over->low.y, y_at(0.41), 2.5) << "with all, a row for each unit";
  point_at(x_at(0.25), y_at(0.505));
  EXPECT_EQ(parts_.model.scope.pointed_in_timeline, 750) << "the last that began";
  // two units have 16 rows
  parts_.model.scope.units = UnitSpan{41, 43};
  const auto third = outline_of(241);
  ASSERT_TRUE(third);
  EXPECT_NEAR(third->low.y, y_at(2.0 / 16), 2.5);
  EXPECT_NEAR(third->high.y, y_at(3.0 / 16), 2.5);
  for (int place = 0; place < 8; ++place) {
    point_at(x_at(0.25), y_at((place + 0.5) / 16));
    EXPECT_EQ(parts_.model.scope.pointed_in_timeline, 41 + 100 * place) << place;
    point_at(x_at(0.75), y_at((place + 8.5) / 16));
    EXPECT_EQ(parts_.model.scope.pointed_in_timeline, 842 + 100 * place) << place;
  }
}

TEST_F(TimelineView, RowsAreNamedAtTheirLeft) {
  show(full_units(100, 8));
  const ImU32 color = parts_.ui.theme().dim;
  const auto names = [&] {
    std::vector<ImDrawVert> out = draw();
    const float left = background()->low.x - 2;  // the axis begins there, below the rows
    std::erase_if(out, [&](const ImDrawVert& each) { return each.col != color || each.pos.x >= left; });
    return out;
  };
  /// Lines of letters: places of letters that are farther apart than a letter is high.
  const auto lines_of = [](const std::vector<ImDrawVert>& all) {
    std::vector<float> tops;
    for (std::size_t i = 0; i < all.size(); i += 4) tops.push_back(all[i].pos.y);
    std::ranges::sort(tops);
    std::size_t out = tops.empty() ? 0 : 1;
    for (std::size_t i = 1; i < tops.size(); ++i) out += tops[i] - tops[i - 1] > 5 ? 1 : 0;
    return out;
  };
  const std::size_t of_all = lines_of(names());
  EXPECT_GT(of_all, 3U);
  EXPECT_LT(of_all, 20U) << "of 100 rows those whose names find room";
  parts_.model.scope.units = UnitSpan{41, 43};
  const std::vector<ImDrawVert> two = names();
  EXPECT_EQ(lines_of(two), 2U);
  const auto drawn = drawn_in(two, color);
  ASSERT_TRUE(drawn);
  EXPECT_NEAR((drawn->low.y + drawn->high.y) / 2, y_at(0.5), 4) << "each in the middle of its rows";
  // at the right, which part it is
  const auto part = drawn_in(draw(), faded(parts_.ui.theme().text, 0.6F));
  ASSERT_TRUE(part);
  EXPECT_NEAR(part->low.y, y_at(0.41), 1);
  EXPECT_NEAR(part->high.y, y_at(0.43), 1);
}

TEST_F(TimelineView, IsSavedAsAFigure) {
  show(two_waves());
  auto shown = std::make_shared<ScopeShow>(*parts_.model.scope.show);
  auto paint = std::make_shared<ScopePaint>();
  paint->colors.assign(5, 0xff2040c0U);
  shown->paint = paint;
  parts_.model.scope.show = shown;
  *parts_.model.edit() = default_settings(*parts_.model.workload);
  const std::string bare = std::string(parts_.model.workload->label) + ": who was busy when";
  EXPECT_EQ(timeline_figure(parts_.all()).title, bare) << "nothing is known of the frame";
  FrameSample sample;
  sample.serial = 7;
  sample.variant = "cuda_2d";
  sample.processor = Processor::gpu;
  sample.size = {96, 64};
  parts_.model.frames.add(sample);
  FrameSample next = sample;
  next.serial = 8;
  next.variant = "simd";
  parts_.model.frames.add(next);
  const PlotFigure figure = timeline_figure(parts_.all());
  EXPECT_EQ(figure.title, bare + ", cuda_2d on the GPU, fp64, 96 × 64") << "the traced frame, not the newest";
  ASSERT_EQ(figure.pictures.size(), 1U);
  std::set<std::string> words;
  for (const DrawnShape& each : figure.drawing) {
    if (const auto* text = std::get_if<DrawnText>(&each)) words.insert(text->words);
  }
  EXPECT_TRUE(words.contains("SM 0") && words.contains("SM 1")) << "rows are named";
  EXPECT_TRUE(words.contains("0 µs"));
  const Area& rows = figure.pictures.front().area;
  for (const DrawnShape& each : figure.drawing) {
    const auto* const text = std::get_if<DrawnText>(&each);
    EXPECT_TRUE(text == nullptr || text->at.y < figure.height);
  }
  EXPECT_LT(rows.right, figure.width);
  EXPECT_LT(rows.bottom, figure.height);
}

}  // namespace
}  // namespace heteroscope
