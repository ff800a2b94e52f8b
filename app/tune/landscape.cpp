#include "app/tune/landscape.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>

#include "app/plot/layout.hpp"
#include "app/plot/svg.hpp"
#include "core/color/palette.hpp"

namespace heteroscope {

namespace {

constexpr double most_times = 4;  // as slow as this, and slower, has the palette's dark end
constexpr double svg_side = 560;

bool timed(const TuneTried& tried) {
  return tried.fate == TuneFate::slower || tried.fate == TuneFate::checked;
}

/// The axes of the landscape, and whether the winner's other choices are everybody's.
struct View {
  std::size_t across = 0;
  std::optional<std::size_t> upward;
  bool slice = false;
};

bool in_view(const TuneSpace& space, const View& view, const TunePlaces& winner, const TunePlaces& each) {
  if (each[view.across] == not_there || (view.upward && each[*view.upward] == not_there)) return false;
  if (!view.slice) return true;
  for (std::size_t i = 0; i < space.axes.size(); ++i) {
    if (i != view.across && i != view.upward && each[i] != winner[i]) return false;
  }
  return true;
}

/// How many places of the view were tried.
std::size_t filled(const TuneSpace& space, const TuneFound& found, const View& view) {
  const TunePlaces& winner = space.candidates[found.tried[*found.winner].candidate];
  std::set<std::pair<int, int>> places;
  for (const TuneTried& tried : found.tried) {
    const TunePlaces& each = space.candidates[tried.candidate];
    if (!timed(tried) || !in_view(space, view, winner, each)) continue;
    places.emplace(each[view.across], view.upward ? each[*view.upward] : 0);
  }
  return places.size();
}

/// The axis of variants: the one of names with the most of them.
std::size_t names_of(const TuneSpace& space) {
  std::size_t out = 0;
  std::size_t most = 0;
  for (std::size_t i = 0; i < space.axes.size(); ++i) {
    const bool variants = space.axes[i].id.ends_with("variant");
    const std::size_t count = space.axes[i].values.size() + (variants ? 1000 : 0);
    if (space.axes[i].ordered() || count <= most) continue;
    most = count;
    out = i;
  }
  return out;
}

View view_of(const TuneSpace& space, const TuneFound& found) {
  const TunePlaces& winner = space.candidates[found.tried[*found.winner].candidate];
  std::vector<std::size_t> sides;
  for (std::size_t i = 0; i < space.axes.size(); ++i) {
    if (!space.axes[i].whole.empty() && winner[i] != not_there) sides.push_back(i);
  }
  if (sides.size() == 2) {
    const View blocks{.across = sides[0], .upward = sides[1], .slice = true};
    if (filled(space, found, blocks) > 2) return blocks;
  }
  const std::size_t names = names_of(space);
  View out{.across = names, .upward = {}, .slice = false};
  std::size_t most = 0;
  for (std::size_t i = 0; i < space.axes.size(); ++i) {
    if (i == names || space.axes[i].values.size() < 2) continue;
    const View view{.across = i, .upward = names, .slice = false};
    // numbers make a better axis than names
    const std::size_t count = filled(space, found, view) * (space.axes[i].ordered() ? 2 : 1);
    if (count <= most) continue;
    most = count;
    out = view;
  }
  return out;
}

/// Of how many times as long as the best: bright is fast.
std::uint32_t color_of(double slower) {
  const auto& table = palettes().front().table;
  const double share = 1 - std::clamp(std::log(slower) / std::log(most_times), 0.0, 1.0);
  return table[static_cast<std::size_t>(share * static_cast<double>(table.size() - 1))];
}

/// The axis' values at which something was tried, one beside the other.
struct Places {
  std::vector<int> used;
  [[nodiscard]] double at(int place) const {
    return static_cast<double>(std::ranges::lower_bound(used, place) - used.begin());
  }
};

void describe(PlotAxis& axis, const TuneAxis& of, const Places& places) {
  axis.label = of.label;
  axis.scale = PlotScale{0, static_cast<double>(std::max<std::size_t>(places.used.size(), 1)), false};
  for (const int place : places.used)
    axis.marks.push_back({places.at(place) + 0.5, of.values[static_cast<std::size_t>(place)]});
}

}  // namespace

Plot tune_landscape(const TuneSpace& space, const TuneFound& found, std::uint32_t mark) {
  Plot plot{.id = "landscape", .empty = "Nothing has been measured yet."};
  if (!found.winner) return plot;
  const View view = view_of(space, found);
  const TunePlaces& winner = space.candidates[found.tried[*found.winner].candidate];
  const double best = found.tried[*found.winner].time.ms;
  std::map<std::pair<int, int>, double> cells;
  std::set<int> across;
  std::set<int> upward;
  for (const TuneTried& tried : found.tried) {
    const TunePlaces& each = space.candidates[tried.candidate];
    if (!timed(tried) || !in_view(space, view, winner, each)) continue;
    const std::pair key(each[view.across], view.upward ? each[*view.upward] : 0);
    double& ms = cells.try_emplace(key, tried.time.ms).first->second;
    ms = std::min(ms, tried.time.ms);
    across.insert(key.first);
    upward.insert(key.second);
  }
  const Places columns{{across.begin(), across.end()}};
  const Places rows{{upward.begin(), upward.end()}};
  for (const auto& [key, ms] : cells) {
    const double x = columns.at(key.first);
    const double y = rows.at(key.second);
    plot.boxes.push_back({{x, x + 1}, {y, y + 1}, color_of(std::max(ms / best, 1.0))});
  }
  describe(plot.x, space.axes[view.across], columns);
  if (view.upward) {
    describe(plot.y, space.axes[*view.upward], rows);
  } else {
    plot.y.scale = PlotScale{0, 1, false};
    plot.y.marks = {{0.5, ""}};
  }
  for (const double times : {1.0, 1.1, 1.5, 2.0, most_times}) {
    const std::string words = times == 1 ? "best" : times == most_times ? fmt::format("{} × and more", times) : fmt::format("{} ×", times);
    plot.lines.push_back({.label = words, .color = color_of(times), .points = {}, .width = 9});
  }
  if (in_view(space, view, winner, winner)) {
    plot.lines.push_back({.label = {},
                          .color = mark,
                          .marker = Marker::cross,
                          .points = {{columns.at(winner[view.across]) + 0.5,
                                      view.upward ? rows.at(winner[*view.upward]) + 0.5 : 0.5}}});
  }
  return plot;
}

std::string landscape_about(const TuneSpace& space, const TuneFound& found) {
  if (!found.winner) return {};
  const View view = view_of(space, found);
  if (!view.slice) return "each place has the fastest that was tried there";
  const TunePlaces& winner = space.candidates[found.tried[*found.winner].candidate];
  std::string out;
  for (std::size_t i = 0; i < space.axes.size(); ++i) {
    if (i == view.across || i == view.upward || winner[i] == not_there || space.axes[i].values.size() < 2) continue;
    const TuneAxis& axis = space.axes[i];
    out += (out.empty() ? "" : ", ") + (axis.ordered() ? axis.label + " " : std::string()) +
           axis.values[static_cast<std::size_t>(winner[i])];
  }
  return out;
}

std::string landscape_svg(const TuneSpace& space, const TuneFound& found, const std::string& title,
                          const std::string& about) {
  const PlotStyle& style = svg_style();
  const double width = svg_side + 2 * figure_margin + 60;
  Drawing out;
  double top = put_heading(out, title, about, width);
  if (const std::string common = landscape_about(space, found); !common.empty())
    top = put_paragraph(out, common, top, width) + 1.5 * style.line;
  lay_out(tune_landscape(space, found, style.text), {figure_margin, top, width - figure_margin, top + svg_side}, style, out);
  return svg(out, width, top + svg_side + figure_margin, title);
}

}  // namespace heteroscope
