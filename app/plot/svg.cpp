#include "app/plot/svg.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "app/text/document.hpp"
#include "app/text/picture.hpp"

namespace heteroscope {
namespace {

constexpr std::uint32_t opaque = 0xff000000u;

/// How colors are written in SVG.
class Paint {
 public:
  /// `in_page`: what is not data has the page's colors, by classes of its style sheet.
  explicit Paint(bool in_page) : in_page_(in_page) {}

  /// Attributes; `name`: the element's class, if it has one.
  [[nodiscard]] std::string fill(std::uint32_t color, std::string_view name = {}) const {
    return of("fill", color, name);
  }
  [[nodiscard]] std::string stroke(std::uint32_t color, std::string_view name = {}) const {
    return of("stroke", color, name);
  }
  /// A line around what is behind everything.
  [[nodiscard]] std::string ring(std::uint32_t color, std::string_view name) const {
    if (!in_page_) return stroke(color, name) + " fill=\"white\"";
    return stroke(color, fmt::format("{} ground", name));
  }

 private:
  [[nodiscard]] std::string of(std::string_view attribute, std::uint32_t color, std::string_view name) const {
    const std::string_view inks = name_of(attribute, color | opaque);
    std::string out;
    if (!name.empty() || !inks.empty())
      out = fmt::format(" class=\"{}{}{}\"", name, name.empty() || inks.empty() ? "" : " ", inks);
    if (inks.empty())
      out += fmt::format(" {}=\"#{:02x}{:02x}{:02x}\"", attribute, color & 255u, color >> 8 & 255u, color >> 16 & 255u);
    const std::uint32_t alpha = color >> 24;
    if (alpha < 255) out += fmt::format(" {}-opacity=\"{:.2f}\"", attribute, alpha / 255.0);
    return out;
  }

  /// Empty for what is data, and outside of pages.
  [[nodiscard]] std::string_view name_of(std::string_view attribute, std::uint32_t color) const {
    if (!in_page_) return {};
    const PlotStyle& style = svg_style();
    if (attribute == "fill") return color == style.text ? "body" : color == style.dim ? "soft" : "";
    return color == style.text                         ? "edge"
           : color == style.dim || color == style.axis ? "axis"
           : color == style.grid                       ? "grid"
                                                       : "";
  }

  bool in_page_;
};

std::string svg_places(const std::vector<Spot>& points) {
  std::string out;
  for (const Spot& each : points) out += fmt::format("{}{:.1f},{:.1f}", out.empty() ? "" : " ", each.x, each.y);
  return out;
}

std::string element(const DrawnLine& line, const Paint& paint) {
  return fmt::format("<polyline points=\"{}\" fill=\"none\"{} stroke-width=\"{:.3g}\" stroke-linejoin=\"round\"/>\n",
                     svg_places(line.points), paint.stroke(line.color), line.width);
}

std::string element(const DrawnBox& box, const Paint& paint) {
  const Area& a = box.area;
  return fmt::format("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\"{}{}/>\n", a.left, a.top,
                     a.width(), a.height(), box.filled ? paint.fill(box.color) : " fill=\"none\"",
                     box.filled ? std::string() : paint.stroke(box.color));
}

std::string element(const DrawnMark& mark, const Paint& paint) {
  constexpr std::string_view name = "mark";
  if (mark.marker == Marker::cross) {
    const std::vector<Spot> ends = corners_of(mark);
    return fmt::format("<path d=\"M{} L{} M{} L{}\"{} stroke-width=\"1.8\"/>\n", svg_places({ends[0]}),
                       svg_places({ends[1]}), svg_places({ends[2]}), svg_places({ends[3]}),
                       paint.stroke(mark.color, name));
  }
  const std::vector<Spot> corners = corners_of(mark);
  if (!corners.empty())
    return fmt::format("<polygon points=\"{}\"{}/>\n", svg_places(corners), paint.fill(mark.color, name));
  const std::string colors = mark.marker == Marker::ring ? paint.ring(mark.color, name) + " stroke-width=\"1.8\""
                                                         : paint.fill(mark.color, name);
  return fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{:.1f}\"{}/>\n", mark.at.x, mark.at.y, mark.radius,
                     colors);
}

std::string element(const DrawnText& text, const Paint& paint) {
  static constexpr std::array anchors{"start", "middle", "end"};
  const double baseline = text.at.y + svg_base * svg_font * text.scale;
  std::string more;
  if (text.bold) more += " font-weight=\"bold\"";
  if (text.scale != 1) more += fmt::format(" font-size=\"{:.3g}\"", svg_font * text.scale);
  return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\"{}{}>{}</text>\n", text.at.x, baseline,
                     anchors[static_cast<std::size_t>(text.anchor)], paint.fill(text.color), more,
                     html_escaped(text.words));
}

}  // namespace

const PlotStyle& svg_style() {
  // a sans-serif letter is seldom wider on average; bytes that go on with a letter of UTF-8 are no letters
  static const PlotStyle style{.unit = 1,
                               .line = 14,
                               .y_labels = 40,
                               .width =
                                   [](const std::string& words, bool bold) {
                                     const auto letters =
                                         std::ranges::count_if(words, [](char c) { return (c & 0xc0) != 0x80; });
                                     return (bold ? 0.64 : 0.6) * svg_font * static_cast<double>(letters);
                                   },
                               .text = 0xff222222u,
                               .dim = 0xff444444u,
                               .grid = 0xffddddddu,
                               .axis = 0xff666666u,
                               .frame = 0};
  return style;
}

namespace {

std::string body_of(const Drawing& drawing, const Paint& paint) {
  std::string out;
  for (const DrawnShape& each : drawing)
    out += std::visit([&](const auto& shape) { return element(shape, paint); }, each);
  return out;
}

/// A viewer takes the last of the ways to scale without smoothing that it knows.
std::string svg_pictures(const PlotFigure& figure) {
  std::string out;
  for (const FigurePicture& each : figure.pictures) {
    out += fmt::format(
        "<image x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" preserveAspectRatio=\"none\" "
        "image-rendering=\"optimizeSpeed\" style=\"image-rendering:crisp-edges;image-rendering:pixelated\" "
        "href=\"data:image/png;base64,{}\"/>\n",
        each.area.left, each.area.top, each.area.width(), each.area.height(), base64(encode_png(*each.picture, {})));
  }
  return out;
}

}  // namespace

std::string svg(const PlotFigure& figure) {
  return fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.0f}\" height=\"{1:.0f}\" viewBox=\"0 0 {0:.0f} "
      "{1:.0f}\" font-family=\"sans-serif\" font-size=\"{2}\">\n<title>{3}</title>\n"
      "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n{4}</svg>\n",
      figure.width, figure.height, svg_font, html_escaped(figure.title),
      svg_pictures(figure) + body_of(figure.drawing, Paint(false)));
}

std::string svg_in_page(const Drawing& drawing, double width, double height, const SvgWords& words) {
  return fmt::format(
      "<svg class=\"plot\" xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" aria-labelledby=\"{0}-title {0}-about\" "
      "width=\"{1:.0f}\" height=\"{2:.0f}\" viewBox=\"0 0 {1:.0f} {2:.0f}\" font-family=\"sans-serif\" "
      "font-size=\"{3}\">\n<title id=\"{0}-title\">{4}</title>\n<desc id=\"{0}-about\">{5}</desc>\n{6}</svg>\n",
      html_escaped(words.id), width, height, svg_font, html_escaped(words.title), html_escaped(words.about),
      body_of(drawing, Paint(true)));
}

double put_heading(Drawing& out, const std::string& title, const std::string& about, double width) {
  constexpr double title_scale = 1.4;
  constexpr double bold = 1.1;  // bold letters are so much wider at most
  constexpr double line_step = 24;
  double y = figure_margin + 4;
  const std::vector<std::string> lines =
      wrapped(title, (width - 2 * figure_margin) / (title_scale * bold), svg_style());
  for (const std::string& each : lines) {
    if (&each != lines.data()) y += line_step;
    out.emplace_back(DrawnText{
        .at = {figure_margin, y}, .words = each, .color = svg_style().text, .bold = true, .scale = title_scale});
  }
  return put_paragraph(out, about, y + 4, width) + 20;
}

double put_paragraph(Drawing& out, const std::string& words, double y, double width) {
  constexpr double line_step = 17;
  const PlotStyle& style = svg_style();
  for (const std::string& each : wrapped(words, width - 2 * figure_margin, style))
    out.emplace_back(DrawnText{.at = {figure_margin, y += line_step}, .words = each, .color = style.text});
  return y;
}

std::vector<std::string> wrapped(const std::string& text, double width, const PlotStyle& style) {
  std::vector<std::string> out(1);
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find(' ', begin), text.size());
    const std::string word = text.substr(begin, end - begin);
    if (!out.back().empty() && style.width(out.back() + ' ' + word, false) > width) out.emplace_back();
    if (!out.back().empty()) out.back() += ' ';
    out.back() += word;
    begin = end + 1;
  }
  return out;
}

}  // namespace heteroscope
