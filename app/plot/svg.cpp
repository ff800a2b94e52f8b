#include "app/plot/svg.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace heteroscope {
namespace {

constexpr double font = 12;

std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      default:
        out += c;
    }
  }
  return out;
}

/// The color as an attribute, with its opacity where it is not whole.
std::string paint(std::string_view attribute, std::uint32_t color) {
  std::string out =
      fmt::format(" {}=\"#{:02x}{:02x}{:02x}\"", attribute, color & 255u, color >> 8 & 255u, color >> 16 & 255u);
  const std::uint32_t alpha = color >> 24;
  if (alpha < 255) out += fmt::format(" {}-opacity=\"{:.2f}\"", attribute, alpha / 255.0);
  return out;
}

std::string places(const std::vector<Spot>& points) {
  std::string out;
  for (const Spot& each : points) out += fmt::format("{}{:.1f},{:.1f}", out.empty() ? "" : " ", each.x, each.y);
  return out;
}

std::string element(const DrawnLine& line) {
  return fmt::format("<polyline points=\"{}\" fill=\"none\"{} stroke-width=\"{:.3g}\" stroke-linejoin=\"round\"/>\n",
                     places(line.points), paint("stroke", line.color), line.width);
}

std::string element(const DrawnBox& box) {
  const Area& a = box.area;
  return fmt::format("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\"{}{}/>\n", a.left, a.top,
                     a.width(), a.height(), box.filled ? paint("fill", box.color) : " fill=\"none\"",
                     box.filled ? std::string() : paint("stroke", box.color));
}

std::string element(const DrawnMark& mark) {
  const std::string name = " class=\"mark\"";
  if (mark.marker == Marker::cross) {
    const std::vector<Spot> ends = corners_of(mark);
    return fmt::format("<path{} d=\"M{} L{} M{} L{}\"{} stroke-width=\"1.8\"/>\n", name, places({ends[0]}),
                       places({ends[1]}), places({ends[2]}), places({ends[3]}), paint("stroke", mark.color));
  }
  const std::vector<Spot> corners = corners_of(mark);
  if (!corners.empty()) {
    return fmt::format("<polygon{} points=\"{}\"{}/>\n", name, places(corners), paint("fill", mark.color));
  }
  const bool ring = mark.marker == Marker::ring;
  return fmt::format(
      "<circle{} cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{:.1f}\"{}/>\n", name, mark.at.x, mark.at.y, mark.radius,
      ring ? " fill=\"white\"" + paint("stroke", mark.color) + " stroke-width=\"1.8\"" : paint("fill", mark.color));
}

std::string element(const DrawnText& text) {
  static constexpr std::array anchors{"start", "middle", "end"};
  const double baseline = text.at.y + 0.35 * font * text.scale;
  std::string more;
  if (text.bold) more += " font-weight=\"bold\"";
  if (text.scale != 1) more += fmt::format(" font-size=\"{:.3g}\"", font * text.scale);
  return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\"{}{}>{}</text>\n", text.at.x, baseline,
                     anchors[static_cast<std::size_t>(text.anchor)], paint("fill", text.color), more,
                     escaped(text.words));
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
                                     return (bold ? 0.64 : 0.6) * font * static_cast<double>(letters);
                                   },
                               .text = 0xff222222u,
                               .dim = 0xff444444u,
                               .grid = 0xffddddddu,
                               .axis = 0xff666666u,
                               .frame = 0};
  return style;
}

std::string svg(const Drawing& drawing, double width, double height, std::string_view title) {
  std::string body;
  for (const DrawnShape& each : drawing) body += std::visit([](const auto& shape) { return element(shape); }, each);
  return fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.0f}\" height=\"{1:.0f}\" viewBox=\"0 0 {0:.0f} "
      "{1:.0f}\" font-family=\"sans-serif\" font-size=\"{2}\">\n<title>{3}</title>\n"
      "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n{4}</svg>\n",
      width, height, font, escaped(title), body);
}

double put_heading(Drawing& out, const std::string& title, const std::string& about, double width) {
  constexpr double title_scale = 1.4;
  const double y = figure_margin + 4;
  out.emplace_back(DrawnText{
      .at = {figure_margin, y}, .words = title, .color = svg_style().text, .bold = true, .scale = title_scale});
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
