// Words as outlines, of the font that is part of the program.
#include <span>
#include <stdexcept>
#include <utility>

#include "app/plot/coverage.hpp"
#include "core/base/utf8.hpp"
#include "embedded/Roboto_Medium_ttf.hpp"
#include "embedded/Roboto_Regular_ttf.hpp"

// of this source alone: a library of the system's may have functions of these names, too
#define STBTT_STATIC
#define STB_TRUETYPE_IMPLEMENTATION
#include <stb_truetype.h>

namespace heteroscope {
namespace {

class Font {
 public:
  explicit Font(std::span<const unsigned char> file) {
    if (stbtt_InitFont(&info_, file.data(), 0) == 0) throw std::logic_error("the program's own font cannot be read");
  }
  static const Font& of(const Letters& letters) {
    static const Font regular(embedded::Roboto_Regular_ttf());
    static const Font medium(embedded::Roboto_Medium_ttf());
    return letters.bold ? medium : regular;
  }

  [[nodiscard]] double scale(double em) const {
    return static_cast<double>(stbtt_ScaleForMappingEmToPixels(&info_, static_cast<float>(em)));
  }
  [[nodiscard]] int glyph(char32_t point) const { return stbtt_FindGlyphIndex(&info_, static_cast<int>(point)); }
  /// In the font's units.
  [[nodiscard]] int advance(int glyph, int next) const {
    int out = 0;
    int bearing = 0;
    stbtt_GetGlyphHMetrics(&info_, glyph, &out, &bearing);
    return out + (next != 0 ? stbtt_GetGlyphKernAdvance(&info_, glyph, next) : 0);
  }
  /// In the font's units, y upward; curves as pieces that are straight.
  [[nodiscard]] std::vector<Outline> outlines(int glyph) const {
    stbtt_vertex* corners = nullptr;
    const int count = stbtt_GetGlyphShape(&info_, glyph, &corners);
    std::vector<Outline> out;
    for (int i = 0; i < count; ++i) {
      const stbtt_vertex& each = corners[i];
      const Spot to{static_cast<double>(each.x), static_cast<double>(each.y)};
      if (each.type == STBTT_vmove) {
        out.push_back({to});
      } else if (each.type == STBTT_vcurve) {
        constexpr int pieces = 8;
        const Spot from = out.back().back();
        for (int k = 1; k <= pieces; ++k) {
          const double t = static_cast<double>(k) / pieces;
          const double a = (1 - t) * (1 - t);
          const double b = 2 * t * (1 - t);
          out.back().push_back({a * from.x + b * each.cx + t * t * to.x, a * from.y + b * each.cy + t * t * to.y});
        }
      } else {
        out.back().push_back(to);
      }
    }
    stbtt_FreeShape(&info_, corners);
    return out;
  }

 private:
  stbtt_fontinfo info_{};
};

std::vector<int> glyphs_of(const Font& font, std::string_view words) {
  std::vector<int> out;
  while (!words.empty()) {
    const Utf8Character next = first_character(words);
    out.push_back(font.glyph(next.point));
    words.remove_prefix(next.bytes);
  }
  return out;
}

/// Calls `take` with each glyph and where it begins, in pixels from the first; returns where the last one ends.
template <class Take>
double each_glyph(std::string_view words, const Letters& letters, Take take) {
  const Font& font = Font::of(letters);
  const std::vector<int> glyphs = glyphs_of(font, words);
  const double scale = font.scale(letters.em);
  double x = 0;
  for (std::size_t i = 0; i < glyphs.size(); ++i) {
    take(glyphs[i], x);
    x += scale * font.advance(glyphs[i], i + 1 < glyphs.size() ? glyphs[i + 1] : 0);
  }
  return x;
}

}  // namespace

double words_width(std::string_view words, const Letters& letters) {
  return each_glyph(words, letters, [](int, double) {});
}

std::vector<Outline> words_outlines(std::string_view words, const Letters& letters, Spot base) {
  const Font& font = Font::of(letters);
  const double scale = font.scale(letters.em);
  std::vector<Outline> out;
  each_glyph(words, letters, [&](int glyph, double x) {
    for (Outline& outline : font.outlines(glyph)) {
      for (Spot& each : outline) each = {base.x + x + scale * each.x, base.y - scale * each.y};
      out.push_back(std::move(outline));
    }
  });
  return out;
}

}  // namespace heteroscope
