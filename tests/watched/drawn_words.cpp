#include "tests/watched/drawn_words.hpp"

#include <fmt/format.h>
#include <imgui_internal.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <string_view>
#include <utility>

namespace heteroscope {
namespace {

struct Glyph {
  ImVec2 low, high;  // in the atlas
  unsigned code = 0;
  float left = 0, right = 0, advance = 0;  // from the pen, at the font's own size
};

std::pair<long, long> corner_of(ImVec2 uv) {
  constexpr float fine = 1 << 20;
  return {std::lround(uv.x * fine), std::lround(uv.y * fine)};
}

/// Glyphs by their upper left corner.
class Atlas {
 public:
  Atlas() {
    // From ImGui 1.92 on glyphs are made for each size when they are first drawn, and none is known here.
#if IMGUI_VERSION_NUM < 19200
    for (const ImFont* font : ImGui::GetIO().Fonts->Fonts) {
      for (const ImFontGlyph& each : font->Glyphs) {
        if (each.Visible == 0) continue;
        const Glyph glyph{{each.U0, each.V0}, {each.U1, each.V1}, each.Codepoint, each.X0, each.X1, each.AdvanceX};
        glyphs_.emplace(corner_of(glyph.low), glyph);
      }
    }
#endif
  }

  struct Found {
    Glyph glyph;
    bool whole = false;
  };
  [[nodiscard]] std::optional<Found> find(ImVec2 low, ImVec2 high) const {
    const auto at = glyphs_.find(corner_of(low));
    if (at != glyphs_.end() && corner_of(at->second.high) == corner_of(high)) return Found{at->second, true};
    constexpr float slack = 1e-6F;
    for (const auto& [corner, each] : glyphs_) {
      const bool inside = low.x >= each.low.x - slack && low.y >= each.low.y - slack && high.x <= each.high.x + slack &&
                          high.y <= each.high.y + slack;
      if (inside) return Found{each, false};
    }
    return std::nullopt;
  }

 private:
  std::map<std::pair<long, long>, Glyph> glyphs_;
};

bool can_scroll(const ImGuiWindow* window) {
  return window != nullptr && window->ScrollMax.y > 0;
}

/// The window a draw list belongs to, and those around it.
bool in_scrolled(const char* name) {
  for (const ImGuiWindow* at = ImGui::FindWindowByName(name); at != nullptr; at = at->ParentWindow) {
    if (can_scroll(at)) return true;
  }
  return false;
}

bool clipped(ImVec2 low, ImVec2 high, const ImVec4& clip, bool scrolled) {
  constexpr float slack = 1;  // of a glyph's own edge
  if (scrolled && (high.y > clip.w || low.y < clip.y)) return false;
  return low.x < clip.x - slack || high.x > clip.z + slack || low.y < clip.y - slack || high.y > clip.w + slack;
}

/// Puts characters together into words, as they come.
class Line {
 public:
  explicit Line(std::string window) : window_(std::move(window)) {}

  void add(const Atlas::Found& found, const ImDrawVert& first, ImVec2 high, bool cut) {
    const ImVec2 low = first.pos;
    const float height = ImGui::GetFontSize();
    const bool goes_on = !words_.empty() && low.x >= words_.back().high.x - 2 &&
                         low.x < words_.back().high.x + 0.6F * height && std::abs(low.y - last_.y) < 0.9F * height &&
                         !ended_;
    if (!goes_on) words_.push_back({{}, window_, low, high, false, first.col});
    DrawnWords& words = words_.back();
    // no space is drawn, but it moves the pen by about a quarter of the height
    const float wide = found.glyph.right - found.glyph.left;
    const float scale = found.whole && wide > 0 ? (high.x - low.x) / wide : 1;
    const float pen = low.x - found.glyph.left * scale;
    if (goes_on && pen > pen_ + 0.12F * height) words.text += ' ';
    pen_ = pen + found.glyph.advance * scale;
    const unsigned code = found.glyph.code;
    words.text += code < 0x7f ? std::string(1, static_cast<char>(code)) : code == 0x2026 ? "..." : "?";
    words.low = {std::min(words.low.x, low.x), std::min(words.low.y, low.y)};
    words.high = {std::max(words.high.x, high.x), std::max(words.high.y, high.y)};
    words.cut = words.cut || cut;
    last_ = low;
    ended_ = false;
  }
  void end() { ended_ = true; }
  [[nodiscard]] std::vector<DrawnWords>& words() { return words_; }

 private:
  std::string window_;
  std::vector<DrawnWords> words_;
  ImVec2 last_;
  float pen_ = 0;  ///< where the next character would stand
  bool ended_ = true;
};

/// The upper left and the lower right corner of what six indices draw, if that is a rectangle as ImGui draws glyphs.
std::optional<std::pair<ImDrawVert, ImDrawVert>> rectangle(const ImDrawList& list, const ImDrawCmd& command,
                                                           unsigned at) {
  if (at + 6 > command.ElemCount) return std::nullopt;
  const ImDrawIdx* const index = list.IdxBuffer.Data + command.IdxOffset + at;
  const unsigned first = index[0];
  const bool quad = index[1] == first + 1 && index[2] == first + 2 && index[3] == first && index[4] == first + 2 &&
                    index[5] == first + 3;
  if (!quad) return std::nullopt;
  const ImDrawVert* const vertex = list.VtxBuffer.Data + command.VtxOffset + first;
  const bool plain = vertex[0].uv.x == vertex[2].uv.x && vertex[0].uv.y == vertex[2].uv.y;  // one color, no glyph
  if (plain) return std::nullopt;
  return std::pair{vertex[0], vertex[2]};
}

void read(const ImDrawList& list, const Atlas& atlas, std::vector<DrawnWords>& out) {
  const std::string name = list._OwnerName != nullptr ? list._OwnerName : "";
  const bool scrolled = in_scrolled(name.c_str());
  Line line(name);
  for (const ImDrawCmd& command : list.CmdBuffer) {
    if (command.UserCallback != nullptr || command.GetTexID() != ImGui::GetIO().Fonts->TexID) continue;
    for (unsigned at = 0; at < command.ElemCount;) {
      const auto corners = rectangle(list, command, at);
      const auto found = corners ? atlas.find(corners->first.uv, corners->second.uv) : std::nullopt;
      at += corners ? 6 : 3;
      if (!found) {
        line.end();
        continue;
      }
      const ImVec2 low = corners->first.pos;
      const ImVec2 high = corners->second.pos;
      const ImVec4& clip = command.ClipRect;
      const bool outside = high.y <= clip.y || low.y >= clip.w;
      if (outside && scrolled) continue;
      const bool at_edge = scrolled && (low.y <= clip.y + 1 || high.y >= clip.w - 1);
      line.add(*found, corners->first, high, clipped(low, high, clip, scrolled) || (!found->whole && !at_edge));
    }
  }
  out.insert(out.end(), line.words().begin(), line.words().end());
}

}  // namespace

bool DrawnWords::overlaps(const DrawnWords& other, float apart) const {
  return std::min(high.x, other.high.x) - std::max(low.x, other.low.x) > apart &&
         std::min(high.y, other.high.y) - std::max(low.y, other.low.y) > apart;
}

std::vector<DrawnWords> drawn_words() {
  const Atlas atlas;
  const ImDrawData* const data = ImGui::GetDrawData();
  std::vector<DrawnWords> out;
  for (int i = 0; i < data->CmdListsCount; ++i) read(*data->CmdLists[i], atlas, out);
  return out;
}

std::vector<std::string> windows_too_small() {
  std::vector<std::string> out;
  for (const ImGuiWindow* each : ImGui::GetCurrentContext()->Windows) {
    if (!each->Active || each->Hidden || std::string_view(each->Name).starts_with("Debug")) continue;
    const ImVec2 room = each->ContentRegionRect.GetSize();
    const bool fixed = (each->Flags & ImGuiWindowFlags_NoScrollbar) != 0;
    const float wide = each->ContentSize.x - room.x;
    const float high = each->ContentSize.y - room.y;
    if (wide > 1 || (fixed && high > 1)) out.push_back(fmt::format("{} by {:.0f} × {:.0f}", each->Name, wide, high));
  }
  return out;
}

bool input_is_pending() {
#if IMGUI_VERSION_NUM < 18700
  return false;
#else
  return ImGui::GetCurrentContext() != nullptr && ImGui::GetCurrentContext()->InputEventsQueue.Size > 0;
#endif
}

}  // namespace heteroscope
