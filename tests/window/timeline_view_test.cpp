// What the lens and the timeline draw, without a display: as it stands in ImGui's list of what is drawn.
#include <gtest/gtest.h>
#include <imgui_internal.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>

#include "app/scope/traced.hpp"
#include "app/window/cover/timeline_view.hpp"
#include "app/window/lens/memory_grid.hpp"
#include "kernels/registry.hpp"

namespace heteroscope {
namespace {

/// As far as vertices reach.
struct Drawn {
  ImVec2 low, high;
};

class ScopeDrawing : public ::testing::Test {
 protected:
  ScopeDrawing() : context_(ImGui::CreateContext()) {
    ImGuiIO& io = ImGui::GetIO();
    io.IniFilename = nullptr;
    io.DisplaySize = {860, 200};
    unsigned char* pixels = nullptr;
    int width = 0;
    int height = 0;
    io.Fonts->GetTexDataAsRGBA32(&pixels, &width, &height);
    state_.fonts = {io.Fonts->Fonts[0], io.Fonts->Fonts[0], io.Fonts->Fonts[0], io.Fonts->Fonts[0]};
  }
  ~ScopeDrawing() override { ImGui::DestroyContext(context_); }

  /// What is drawn into a window that is as large as the display.
  std::vector<ImDrawVert> vertices_of(const std::function<void()>& body) {
    ImGui::NewFrame();
    ImGui::SetNextWindowPos({0, 0});
    ImGui::SetNextWindowSize(ImGui::GetIO().DisplaySize);
    ImGui::Begin("scope", nullptr, ImGuiWindowFlags_NoDecoration);
    const ImDrawList& draw = *ImGui::GetWindowDrawList();
    const int first = draw.VtxBuffer.Size;
    body();
    std::vector<ImDrawVert> out(draw.VtxBuffer.Data + first, draw.VtxBuffer.Data + draw.VtxBuffer.Size);
    ImGui::End();
    ImGui::Render();
    return out;
  }

  /// A memory grid as text: a line a row, 32 places; a lane's place is its digit ('a' is 10), '-' a sector's that
  /// nobody wants, '.' another.
  std::string grid_of(const WarpAccess& access) {
    constexpr float width = 640;
    const auto all = vertices_of([&] { memory_grid(state_, access, width, 200); });
    if (all.size() < 8) return "nothing";
    const ImVec2 from = all[0].pos;
    const float row = row_height(all);
    const auto rows = static_cast<std::size_t>(std::lround((all[2].pos.y - from.y) / row));
    std::string out(rows * 33, '.');
    for (std::size_t i = 1; i <= rows; ++i) out[i * 33 - 1] = '\n';
    for (std::size_t i = 4; i + 4 <= all.size(); i += 4) {
      const auto line = static_cast<std::size_t>(std::lround((all[i].pos.y - from.y) / row));
      const int first = static_cast<int>(std::lround((all[i].pos.x - from.x) / (width / 32)));
      const int last = static_cast<int>(std::floor((all[i + 2].pos.x - from.x) / (width / 32)));
      for (int column = first; column <= last; ++column)
        out[line * 33 + static_cast<std::size_t>(column)] = sign_of(all[i].col);
    }
    return out;
  }

  /// Vertices of one color; nothing where there are none.
  static std::optional<Drawn> drawn_in(const std::vector<ImDrawVert>& all, ImU32 color) {
    std::optional<Drawn> out;
    for (const ImDrawVert& each : all) {
      if (each.col != color) continue;
      if (!out) out = {each.pos, each.pos};
      out->low = {std::min(out->low.x, each.pos.x), std::min(out->low.y, each.pos.y)};
      out->high = {std::max(out->high.x, each.pos.x), std::max(out->high.y, each.pos.y)};
    }
    return out;
  }

  State state_;

 private:
  /// The distance of the lowest square from the next above it; of one row its own height.
  static float row_height(const std::vector<ImDrawVert>& all) {
    float least = all[2].pos.y - all[0].pos.y;
    for (std::size_t i = 8; i < all.size(); i += 4) {
      const float apart = all[i].pos.y - all[i - 4].pos.y;
      if (apart > 0.01F) least = std::min(least, apart);
    }
    return least;
  }
  static char sign_of(ImU32 color) {
    for (int lane = 0; lane < 32; ++lane) {
      if (color == lane_color(lane)) return static_cast<char>(lane < 10 ? '0' + lane : 'a' + lane - 10);
    }
    return '-';
  }

  ImGuiContext* context_;
};

WarpAccess access_of(Access access, int bytes, const std::vector<std::uint64_t>& addresses) {
  WarpAccess out{.access = access, .array = "a", .bytes = bytes, .lanes = {}};
  for (std::size_t i = 0; i < addresses.size(); ++i) out.lanes.push_back({static_cast<int>(i), addresses[i]});
  return out;
}

TEST_F(ScopeDrawing, LinesOfMemoryArePinned) {
  std::vector<std::uint64_t> row;
  for (std::uint64_t lane = 0; lane < 32; ++lane) row.push_back(128 + 4 * lane);
  EXPECT_EQ(grid_of(access_of(Access::global_load, 4, row)), "0123456789abcdefghijklmnopqrstuv\n");
  // lanes of a column lie in lines of their own; what else is in their sectors is moved for nothing
  EXPECT_EQ(grid_of(access_of(Access::global_store, 4, {0, 4, 160, 508})),
            "01------........................\n"
            "........2-------................\n"
            "........................-------3\n");
  EXPECT_EQ(grid_of(access_of(Access::global_load, 16, {32, 48, 48})), "........00001111................\n");
}

TEST_F(ScopeDrawing, BanksOfSharedMemoryArePinned) {
  EXPECT_EQ(grid_of(access_of(Access::shared_load, 4, {0, 4, 128, 256, 124})),
            "01.............................4\n"
            "2...............................\n"
            "3...............................\n");
}

/// Two multiprocessors with two blocks at once; the fifth begins a wave, and one of them has nothing left to do.
Trace two_units() {
  Trace out;
  out.passes = {{.name = "cells", .space = {5, 1}, .regions = {{{0, 5}, {0, 1}}}}};
  out.launches = {{.pass = 0, .columns = 5, .rows = 1}};
  out.pieces = {{.cells = {0, 1}, .number = 0, .unit = 0, .start_ns = 1000, .end_ns = 2000},
                {.cells = {1, 1}, .number = 1, .unit = 1, .start_ns = 1000, .end_ns = 2000},
                {.cells = {2, 1}, .number = 2, .unit = 0, .start_ns = 1500, .end_ns = 2500},
                {.cells = {3, 1}, .number = 3, .unit = 1, .start_ns = 1500, .end_ns = 2500},
                {.cells = {4, 1}, .number = 4, .unit = 1, .start_ns = 3000, .end_ns = 5000}};
  return out;
}

TEST_F(ScopeDrawing, TheTimelinesMarksStandAtTheirTimes) {
  const std::vector<Trace> traces{two_units()};
  const std::atomic<bool> stop{false};
  const auto traced = traced_cover(std::vector{Lane{Processor::gpu, 0}}, traces, {}, {5, 1}, stop);
  auto show = std::make_shared<CoverShow>();
  show->times = std::make_shared<const CoverTimes>(traced->times);
  show->paint = std::make_shared<const CoverPaint>();
  show->timeline = std::make_shared<const Timeline>(timeline_of(traced->times));
  state_.catalog = catalog();
  state_.workload = catalog().front();
  state_.cover.show = show;
  const Theme& theme = state_.theme();
  const auto draw = [&] { return vertices_of([&] { timeline_view(state_); }); };
  const ImU32 tail_color = faded(theme.notice, 0.10F);
  const ImU32 wave_color = faded(theme.text, 0.75F);
  const auto whole = draw();
  const auto back = drawn_in(whole, faded(theme.frame, 0.45F));
  const auto tail = drawn_in(whole, tail_color);
  const auto wave = drawn_in(whole, wave_color);
  ASSERT_TRUE(back && tail && wave);
  const auto at = [&](double share) { return back->low.x + static_cast<float>(share) * (back->high.x - back->low.x); };
  // of 4 µs: the fifth piece begins at 2, the first multiprocessor has nothing to do from 1.5 on
  EXPECT_NEAR(tail->low.x, at(1.5 / 4), 0.5);
  EXPECT_NEAR(tail->high.x, at(1), 0.5);
  EXPECT_NEAR(tail->low.y, back->low.y, 0.5) << "over all rows";
  EXPECT_NEAR(tail->high.y, back->high.y, 0.5);
  EXPECT_NEAR((wave->low.x + wave->high.x) / 2, at(2.0 / 4), 1.5);
  EXPECT_LT(wave->high.x - wave->low.x, 4);
  // zoomed into the second half, the wave stands at its beginning, and the tail is all there is
  state_.cover.span = TimeSpan{2, 4};
  const auto half = draw();
  EXPECT_NEAR(drawn_in(half, tail_color)->low.x, at(0), 0.5);
  EXPECT_NEAR(drawn_in(half, wave_color)->low.x, at(0), 2);
  // what the mouse points at has an outline, in its multiprocessor's row
  state_.cover.span.reset();
  const ImU32 outline = IM_COL32(0, 0, 0, 200);
  EXPECT_FALSE(drawn_in(whole, outline));
  state_.cover.hovered = 4;
  const auto lit = drawn_in(draw(), outline);
  ASSERT_TRUE(lit);
  EXPECT_NEAR(lit->low.x, at(2.0 / 4), 3);
  EXPECT_NEAR(lit->high.x, at(1), 3);
  EXPECT_NEAR(lit->low.y, (back->low.y + back->high.y) / 2, 3);
}

}  // namespace
}  // namespace heteroscope
