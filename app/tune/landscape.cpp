#include "app/tune/landscape.hpp"

#include <algorithm>
#include <optional>
#include <set>

#include "app/plot/svg.hpp"
#include "app/text/format.hpp"

namespace heteroscope {

namespace {

constexpr double most_times = 4;  // as slow as this, and slower, has the palette's dark end
constexpr double svg_side = 600;

/// The axes of the landscape, and whether the winner's other choices are everybody's.
struct LandscapeView {
  std::size_t across = 0;
  std::optional<std::size_t> upward;
  bool slice = false;
};

bool in_view(const TuneSpace& space, const LandscapeView& view, const TunePlaces& winner, const TunePlaces& each) {
  if (each[view.across] == not_there || (view.upward && each[*view.upward] == not_there)) return false;
  if (!view.slice) return true;
  for (std::size_t i = 0; i < space.axes.size(); ++i) {
    if (i != view.across && i != view.upward && each[i] != winner[i]) return false;
  }
  return true;
}

/// How many places of the view were tried.
std::size_t filled(const TuneSpace& space, const TuneFound& found, const LandscapeView& view) {
  const TunePlaces& winner = space.candidates[found.tried[*found.winner].candidate];
  std::set<std::pair<int, int>> places;
  for (const TuneTried& tried : found.tried) {
    const TunePlaces& each = space.candidates[tried.candidate];
    if (!tried.has_time() || !in_view(space, view, winner, each)) continue;
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

LandscapeView landscape_view(const TuneSpace& space, const TuneFound& found) {
  const TunePlaces& winner = space.candidates[found.tried[*found.winner].candidate];
  std::vector<std::size_t> sides;
  for (std::size_t i = 0; i < space.axes.size(); ++i) {
    if (!space.axes[i].whole.empty() && winner[i] != not_there) sides.push_back(i);
  }
  if (sides.size() == 2) {
    const LandscapeView blocks{.across = sides[0], .upward = sides[1], .slice = true};
    if (filled(space, found, blocks) > 2) return blocks;
  }
  const std::size_t names = names_of(space);
  LandscapeView out{.across = names, .upward = {}, .slice = false};
  std::size_t most = 0;
  for (std::size_t i = 0; i < space.axes.size(); ++i) {
    if (i == names || space.axes[i].values.size() < 2) continue;
    const LandscapeView view{.across = i, .upward = names, .slice = false};
    // numbers make a better axis than names
    const std::size_t count = filled(space, found, view) * (space.axes[i].ordered() ? 2 : 1);
    if (count <= most) continue;
    most = count;
    out = view;
  }
  return out;
}

/// The values of an axis at which something was tried, and which place of the map each has.
struct Places {
  std::vector<int> used;
  [[nodiscard]] std::size_t at(int place) const {
    return static_cast<std::size_t>(std::ranges::lower_bound(used, place) - used.begin());
  }
  [[nodiscard]] std::vector<std::string> names(const TuneAxis& axis) const {
    std::vector<std::string> out;
    for (const int place : used) out.push_back(axis.values[static_cast<std::size_t>(place)]);
    return out;
  }
};

Places places_of(const std::set<int>& used) {
  return {{used.begin(), used.end()}};
}

}  // namespace

HeatMap tune_landscape(const TuneSpace& space, const TuneFound& found) {
  HeatMap map{.value_label = "time, ms", .logarithmic = true, .least_is_bright = true};
  if (!found.winner) return map;
  const LandscapeView view = landscape_view(space, found);
  const TunePlaces& winner = space.candidates[found.tried[*found.winner].candidate];
  const double best = found.tried[*found.winner].time.ms;
  const auto up = [&](const TunePlaces& each) { return view.upward ? each[*view.upward] : 0; };
  std::set<int> across;
  std::set<int> upward;
  std::vector<std::size_t> seen;
  for (std::size_t i = 0; i < found.tried.size(); ++i) {
    const TunePlaces& each = space.candidates[found.tried[i].candidate];
    if (!found.tried[i].has_time() || !in_view(space, view, winner, each)) continue;
    across.insert(each[view.across]);
    upward.insert(up(each));
    seen.push_back(i);
  }
  const Places columns = places_of(across);
  const Places rows = places_of(upward);
  map.x_label = space.axes[view.across].label;
  map.columns = columns.names(space.axes[view.across]);
  map.rows = {""};
  if (view.upward) {
    map.y_label = space.axes[*view.upward].label;
    map.rows = rows.names(space.axes[*view.upward]);
  }
  map.cells.resize(map.columns.size() * map.rows.size());
  map.scale = PlotScale{best, most_times * best, true};
  for (const std::size_t i : seen) {
    const TuneTried& tried = found.tried[i];
    const TunePlaces& each = space.candidates[tried.candidate];
    HeatMap::Cell& cell = map.cells[rows.at(up(each)) * map.columns.size() + columns.at(each[view.across])];
    const bool best_one = i == *found.winner || std::ranges::find(found.ties, i) != found.ties.end();
    cell.marked = cell.marked || best_one;
    if (cell.value <= tried.time.ms) continue;  // no number is not less
    cell.value = tried.time.ms;
    cell.text = format_short(tried.time.ms, 3);
  }
  return map;
}

std::string landscape_about(const TuneSpace& space, const TuneFound& found) {
  if (!found.winner) return {};
  const LandscapeView view = landscape_view(space, found);
  if (!view.slice) return "Each place shows the fastest candidate that was tried there";
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

PlotFigure landscape_figure(const TuneSpace& space, const TuneFound& found, const std::string& title,
                            const std::string& about) {
  const PlotStyle& style = svg_style();
  PlotFigure out{.title = title, .width = svg_side + 2 * figure_margin + 160, .pictures = {}, .drawing = {}};
  double top = put_heading(out.drawing, title, about, out.width);
  if (const std::string common = landscape_about(space, found); !common.empty())
    top = put_paragraph(out.drawing, common, top, out.width) + 1.5 * style.line;
  lay_out(tune_landscape(space, found), {figure_margin, top, out.width - figure_margin, top + svg_side}, style,
          out.drawing);
  out.height = top + svg_side + figure_margin;
  return out;
}

}  // namespace heteroscope
