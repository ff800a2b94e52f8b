#include "app/commands/bench/plot.hpp"

#include <fmt/format.h>

#include <cmath>

#include "app/commands/machine.hpp"
#include "core/color/oklab.hpp"

namespace heteroscope::plot {

namespace {

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

/// 1, 2 or 5 times a power of ten: at most about `count` of them make up `range`.
double tick_distance(double range, int count) {
  const double least = range / count;
  const double decade = std::pow(10, std::floor(std::log10(least)));
  for (const double factor : {1, 2, 5}) {
    if (factor * decade >= least) return factor * decade;
  }
  return 10 * decade;
}

/// Lines that fit into a width, broken between words.
std::vector<std::string> wrapped(const std::string& text, double width) {
  std::vector<std::string> out(1);
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find(' ', begin), text.size());
    const std::string word = text.substr(begin, end - begin);
    if (!out.back().empty() && width_of(out.back() + ' ' + word) > width) out.emplace_back();
    if (!out.back().empty()) out.back() += ' ';
    out.back() += word;
    begin = end + 1;
  }
  return out;
}

}  // namespace

double width_of(std::string_view text) {
  // bytes that go on with a letter of UTF-8 are no letters
  return letter * static_cast<double>(std::ranges::count_if(text, [](char c) { return (c & 0xc0) != 0x80; }));
}

void Canvas::line(double x0, double y0, double x1, double y1, std::string_view color, double width) {
  body_ +=
      fmt::format("<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" stroke=\"{}\" stroke-width=\"{}\"/>\n",
                  x0, y0, x1, y1, color, width);
}

void Canvas::bar(double x, double y, double width, double height, std::string_view color, bool filled) {
  body_ +=
      fmt::format("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" fill=\"{}\" stroke=\"{}\"/>\n", x,
                  y, width, height, filled ? color : "none", color);
}

void Canvas::dot(double x, double y, std::string_view color) {
  body_ += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"3.5\" fill=\"{}\"/>\n", x, y, color);
}

void Canvas::text(double x, double y, std::string_view words, std::string_view anchor, std::string_view more) {
  body_ += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\"{}>{}</text>\n", x, y, anchor, more,
                       escaped(words));
}

void Canvas::text_upward(double x, double y, std::string_view words) {
  text(x, y, words, "middle", fmt::format(" transform=\"rotate(-90 {:.1f} {:.1f})\"", x, y));
}

std::string Canvas::svg(double width, double height, std::string_view title) const {
  return fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.0f}\" height=\"{1:.0f}\" viewBox=\"0 0 {0:.0f} "
      "{1:.0f}\" font-family=\"sans-serif\" font-size=\"{2}\" fill=\"#222\">\n<title>{3}</title>\n"
      "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n{4}</svg>\n",
      width, height, font, escaped(title), body_);
}

std::size_t Names::place(const std::string& name) {
  const auto found = std::ranges::find(all_, name);
  const auto at = static_cast<std::size_t>(found - all_.begin());
  if (found == all_.end()) all_.push_back(name);
  return at;
}

double Names::width() const {
  double out = 0;
  for (const std::string& each : all_) out = std::max(out, width_of(each));
  return out;
}

std::string color_of(std::size_t series, std::size_t count) {
  const double turns = 0.7 + static_cast<double>(series) / static_cast<double>(count);
  const double lightness = series % 2 == 0 ? 0.52 : 0.70;
  constexpr double chroma = 0.14;
  const std::uint32_t rgba = srgb_from_oklch(lightness, chroma, turns);
  return fmt::format("#{:02x}{:02x}{:02x}", rgba & 255u, rgba >> 8 & 255u, rgba >> 16 & 255u);
}

std::string variant_text(const Bench& bench, const BenchRow& row) {
  const bool several = std::ranges::any_of(bench.rows, [&](const BenchRow& other) {
    return other.what.variant == row.what.variant && other.threads != row.threads;
  });
  if (!several) return row.what.variant;
  return fmt::format("{}, {} thread{}", row.what.variant, row.threads, row.threads == 1 ? "" : "s");
}

Scale::Scale(double least, double largest, bool logarithms) : logarithmic(logarithms) {
  if (logarithmic) {
    low = std::floor(std::log10(least) - 0.1);
    high = std::max(std::ceil(std::log10(largest)), low + 1);
    const int decades = static_cast<int>(high - low);
    for (int i = 0; i <= decades; ++i) ticks.push_back(std::pow(10, low + i));
    return;
  }
  const double distance = tick_distance(largest, 6);
  const int count = static_cast<int>(std::ceil(largest / distance));
  high = count * distance;
  for (int i = 0; i <= count; ++i) ticks.push_back(i * distance);
}

double Scale::share(double value) const {
  return std::clamp(((logarithmic ? std::log10(value) : value) - low) / (high - low), 0.0, 1.0);
}

double heading(Canvas& canvas, const Bench& bench, std::string_view title, double width) {
  double y = margin + 8;
  canvas.text(margin, y, title, "start", " font-size=\"17\" font-weight=\"bold\"");
  const Machine m = this_machine(device::facts());
  Names sizes;
  for (const BenchRow& row : bench.rows) sizes.place(fmt::format("{}x{}", row.size.width, row.size.height));
  std::string about = sizes.all().size() == 1 ? sizes.all().front() + "; " : "";
  about += fmt::format("{}, {} threads; {}{}", m.cpu, m.cpu_threads, m.gpu.empty() ? "" : m.gpu + "; ", m.date_utc);
  y += 4;
  for (const std::string& each : wrapped(about, width - 2 * margin)) canvas.text(margin, y += 17, each);
  return y + 20;
}

double footnotes(Canvas& canvas, const Bench& bench, double y, double width) {
  Names notes;
  for (const BenchRow& row : bench.rows) {
    if (!row.advice.empty()) notes.place(row.advice);
    if (row.settled == false) notes.place("A hollow bar is of a run that did not settle.");
  }
  for (const auto& [reason, count] : bench.skips) notes.place(fmt::format("skipped {}: {}", count, reason));
  for (const std::string& each : notes.all()) {
    for (const std::string& part : wrapped(each, width - 2 * margin)) canvas.text(margin, y += 17, part);
  }
  return y + margin;
}

}  // namespace heteroscope::plot
