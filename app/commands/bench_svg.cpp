#include "app/commands/bench_svg.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <set>

#include "app/commands/machine.hpp"
#include "app/commands/table.hpp"
#include "core/oklab.hpp"

namespace heteroscope {

namespace {

constexpr double plot_width = 720;
constexpr double margin = 24;
constexpr double font = 12;
/// A sans-serif letter is seldom wider on average.
constexpr double letter = 0.6 * font;
/// Times that differ by more than this need a logarithmic axis.
constexpr double linear_range = 30;

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

double width_of(std::string_view text) {
  // bytes that go on with a letter of UTF-8 are no letters
  return letter * static_cast<double>(std::ranges::count_if(text, [](char c) { return (c & 0xc0) != 0x80; }));
}

/// The picture's elements, as they are drawn; y grows downward.
class Canvas {
 public:
  void line(double x0, double y0, double x1, double y1, std::string_view color, double width = 1) {
    body_ += fmt::format(
        "<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" stroke=\"{}\" stroke-width=\"{}\"/>\n", x0, y0,
        x1, y1, color, width);
  }
  void bar(double x, double y, double width, double height, std::string_view color, bool filled) {
    body_ +=
        fmt::format("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" fill=\"{}\" stroke=\"{}\"/>\n",
                    x, y, width, height, filled ? color : "none", color);
  }
  void dot(double x, double y, std::string_view color) {
    body_ += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"3.5\" fill=\"{}\"/>\n", x, y, color);
  }
  /// `anchor`: which part of the text stands at x; y is its baseline.
  void text(double x, double y, std::string_view words, std::string_view anchor = "start", std::string_view more = {}) {
    body_ += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\"{}>{}</text>\n", x, y, anchor, more,
                         escaped(words));
  }
  void text_upward(double x, double y, std::string_view words) {
    text(x, y, words, "middle", fmt::format(" transform=\"rotate(-90 {:.1f} {:.1f})\"", x, y));
  }
  [[nodiscard]] std::string svg(double width, double height, std::string_view title) const {
    return fmt::format(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.0f}\" height=\"{1:.0f}\" viewBox=\"0 0 {0:.0f} "
        "{1:.0f}\" font-family=\"sans-serif\" font-size=\"{2}\" fill=\"#222\">\n<title>{3}</title>\n"
        "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n{4}</svg>\n",
        width, height, font, escaped(title), body_);
  }

 private:
  std::string body_;
};

constexpr std::string_view grid_color = "#dddddd";
constexpr std::string_view axis_color = "#666666";
constexpr std::string_view bold = " font-weight=\"bold\"";

/// Texts in the order in which they came first.
class Names {
 public:
  std::size_t place(const std::string& name) {
    const auto found = std::ranges::find(all_, name);
    const auto at = static_cast<std::size_t>(found - all_.begin());
    if (found == all_.end()) all_.push_back(name);
    return at;
  }
  [[nodiscard]] const std::vector<std::string>& all() const { return all_; }
  [[nodiscard]] double width() const {
    double out = 0;
    for (const std::string& each : all_) out = std::max(out, width_of(each));
    return out;
  }

 private:
  std::vector<std::string> all_;
};

/// Hues at equal distances; where they are many, neighbors differ in lightness too.
std::string color_of(std::size_t series, std::size_t count) {
  const double hue = 2 * std::numbers::pi * (0.7 + static_cast<double>(series) / static_cast<double>(count));
  const double lightness = series % 2 == 0 ? 0.52 : 0.70;
  constexpr double chroma = 0.14;
  const std::uint32_t rgba = srgb_from_oklab({lightness, chroma * std::cos(hue), chroma * std::sin(hue)});
  return fmt::format("#{:02x}{:02x}{:02x}", rgba & 255u, rgba >> 8 & 255u, rgba >> 16 & 255u);
}

std::string block_text(BlockShape block) {
  return fmt::format("{}x{}", block.x, block.y);
}

/// A variant, and with how many threads it ran where it ran with several counts.
std::string variant_text(const Bench& bench, const BenchRow& row) {
  const bool several = std::ranges::any_of(bench.rows, [&](const BenchRow& other) {
    return other.what.variant == row.what.variant && other.threads != row.threads;
  });
  if (!several) return row.what.variant;
  return fmt::format("{}, {} thread{}", row.what.variant, row.threads, row.threads == 1 ? "" : "s");
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

/// From 0 or, if logarithmic, from a power of ten that leaves every value some length.
struct Scale {
  double low = 0, high = 1;  ///< logarithms if logarithmic
  bool logarithmic = false;
  std::vector<double> ticks;

  Scale(double least, double largest, bool logarithms) : logarithmic(logarithms) {
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
  /// 0 at the axis' start to 1 at its end.
  [[nodiscard]] double share(double value) const {
    return std::clamp(((logarithmic ? std::log10(value) : value) - low) / (high - low), 0.0, 1.0);
  }
};

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

/// The title, and below it the size and the machine; returns where the plot begins.
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

/// What is to be known about the rows, below the plot; returns the picture's height.
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

std::string rates_by_block(const Bench& bench) {
  Names shapes, series;
  const bool several_scenes = std::ranges::any_of(
      bench.rows, [&](const BenchRow& row) { return row.what.scene != bench.rows.front().what.scene; });
  const auto name_of = [&](const BenchRow& row) {
    return fmt::format("{}{} {}", several_scenes ? row.what.scene + " " : "", row.what.variant,
                       id_of(row.what.settings.precision));
  };
  double largest = 0;
  for (const BenchRow& row : bench.rows) {
    if (row.block == BlockShape{}) continue;
    shapes.place(block_text(row.block));
    series.place(name_of(row));
    largest = std::max(largest, row.operations_per_s);
  }
  const std::string unit = std::string(bench.rows.front().work.unit) + "/s";
  const double left = margin + 76;
  const double right = left + plot_width;
  const double width = right + 56 + series.width() + margin;
  constexpr double height = 360;
  Canvas canvas;
  const std::string title = fmt::format("{}: {} by block shape", bench.title, unit);
  const double top = heading(canvas, bench, title, width);
  const Scale scale(0, largest > 0 ? largest : 1, false);
  const auto y_of = [&](double value) { return top + height * (1 - scale.share(value)); };
  for (const double tick : scale.ticks) {
    canvas.line(left, y_of(tick), right, y_of(tick), tick == 0 ? axis_color : grid_color);
    canvas.text(left - 8, y_of(tick) + 4, with_prefix(tick), "end");
  }
  const double step = plot_width / static_cast<double>(shapes.all().size());
  const auto x_of = [&](std::size_t shape) { return left + step * (static_cast<double>(shape) + 0.5); };
  for (std::size_t i = 0; i < shapes.all().size(); ++i)
    canvas.text(x_of(i), top + height + 18, shapes.all()[i], "middle");
  canvas.text(left + plot_width / 2, top + height + 40, "block shape, threads", "middle");
  canvas.text_upward(margin + 4, top + height / 2, unit);
  for (std::size_t i = 0; i < series.all().size(); ++i) {
    const std::string color = color_of(i, series.all().size());
    std::optional<std::pair<double, double>> last;
    for (const BenchRow& row : bench.rows) {
      if (row.block == BlockShape{} || series.place(name_of(row)) != i) continue;
      const std::pair point(x_of(shapes.place(block_text(row.block))), y_of(row.operations_per_s));
      if (last) canvas.line(last->first, last->second, point.first, point.second, color, 2);
      canvas.dot(point.first, point.second, color);
      last = point;
    }
    const double y = top + 8 + 22 * static_cast<double>(i);
    canvas.line(right + 16, y, right + 44, y, color, 2);
    canvas.dot(right + 30, y, color);
    canvas.text(right + 52, y + 4, series.all()[i]);
  }
  const double legend_end = top + 22 * static_cast<double>(series.all().size());
  const double bottom = footnotes(canvas, bench, std::max(top + height + 48, legend_end), width);
  return canvas.svg(width, bottom, title);
}

/// A row's time: of a step where runs are of some steps, to the end of what settles.
double time_of(const BenchRow& row) {
  return row.settled ? row.ms.median : row.step_ms().value_or(row.ms.median);
}

std::string times_as_bars(const Bench& bench) {
  const bool settles = bench.rows.front().settled.has_value();
  const bool of_step = !settles && bench.rows.front().steps > 0;
  const std::string what = settles ? "time to tolerance" : of_step ? "time a step" : "time";
  // what settles has its precisions side by side: they settle at tolerances of their own
  const auto group_of = [&](const BenchRow& row) {
    return settles ? row.what.scene : fmt::format("{}, {}", row.what.scene, id_of(row.what.settings.precision));
  };
  const auto name_of = [&](const BenchRow& row) {
    const std::string variant = variant_text(bench, row);
    return settles ? fmt::format("{} {}", variant, id_of(row.what.settings.precision)) : variant;
  };
  Names groups, series;
  double least = 0, largest = 0;
  for (const BenchRow& row : bench.rows) {
    groups.place(group_of(row));
    series.place(name_of(row));
    const double ms = time_of(row);
    if (ms > 0) least = least > 0 ? std::min(least, ms) : ms;
    largest = std::max(largest, ms);
  }
  if (!(largest > 0)) least = largest = 1;
  const Scale scale(least, largest, settles || largest > linear_range * least);
  const double left = margin + std::max(series.width(), groups.width()) + 12;
  const double right = left + plot_width;
  const double width = right + 16 * letter + margin;
  Canvas bars;
  const std::string title = fmt::format("{}: {}", bench.title, what);
  const double top = heading(bars, bench, title, width);
  constexpr double bar_height = 13, bar_step = 17, group_gap = 12;
  const double height = bar_step * static_cast<double>(bench.rows.size()) +
                        (bar_step + group_gap) * static_cast<double>(groups.all().size());
  const auto x_of = [&](double value) { return left + plot_width * scale.share(value); };
  for (const double tick : scale.ticks) {
    bars.line(x_of(tick), top, x_of(tick), top + height, grid_color);
    bars.text(x_of(tick), top + height + 18, fmt::format("{:.6g}", tick), "middle");
  }
  double y = top;
  for (std::size_t group = 0; group < groups.all().size(); ++group) {
    bars.text(margin, y + 13, groups.all()[group], "start", bold);
    y += bar_step;
    for (const BenchRow& row : bench.rows) {
      if (groups.place(group_of(row)) != group) continue;
      const double ms = time_of(row);
      const std::string color = color_of(series.place(name_of(row)), series.all().size());
      const double end = ms > 0 ? x_of(ms) : left;
      bars.text(left - 8, y + 11, name_of(row), "end");
      bars.bar(left, y, end - left, bar_height, color, row.settled != false);
      bars.text(end + 6, y + 11, milliseconds(ms));
      y += bar_step;
    }
    y += group_gap;
  }
  bars.line(left, top, left, top + height, axis_color);
  bars.line(left, top + height, right, top + height, axis_color);
  bars.text(left + plot_width / 2, top + height + 40,
            fmt::format("{}, ms{}", what, scale.logarithmic ? " (logarithmic)" : ""), "middle");
  const double bottom = footnotes(bars, bench, top + height + 48, width);
  return bars.svg(width, bottom, title);
}

}  // namespace

bool compares_blocks(const Bench& bench) {
  std::set<std::string> shapes;
  std::set<std::string> series;
  std::size_t rows = 0;
  for (const BenchRow& row : bench.rows) {
    if (row.block == BlockShape{}) continue;
    shapes.insert(block_text(row.block));
    series.insert(fmt::format("{} {} {}", row.what.scene, row.what.variant, id_of(row.what.settings.precision)));
    ++rows;
  }
  return shapes.size() > 1 && rows > series.size();
}

std::string bench_svg(const Bench& bench) {
  return compares_blocks(bench) ? rates_by_block(bench) : times_as_bars(bench);
}

}  // namespace heteroscope
