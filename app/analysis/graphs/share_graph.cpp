#include "app/analysis/graphs/share_graph.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "app/analysis/reading.hpp"
#include "app/plot/svg.hpp"
#include "app/results/row_columns.hpp"
#include "app/text/table.hpp"

namespace heteroscope {

namespace {

constexpr double shares_width = 600;
constexpr double shares_height = 430;
constexpr std::size_t least_shares = 3;

/// Rows whose frames were shared by one share each, and those of other ways to share.
struct Shared {
  std::vector<const ResultRow*> by_hand, others;
};

bool by_share(const ResultRow& row) {
  return has(row, column::split) && !std::holds_alternative<std::string>(row.at(column::split).value);
}

double share(const ResultRow& row) {
  return row.number(column::split);
}

double frame_ms(const ResultRow& row) {
  return row.number(column::shared_by_frame_ms);
}

std::vector<Shared> shared_in(const Result& result) {
  std::vector<Shared> out;
  // scenes of such rows are their shares
  const auto alike = [](const ResultRow& a, const ResultRow& b) {
    return same_in(a, b,
                   {column::variant, column::precision, column::stage, column::width, column::height, column::steps,
                    column::memory});
  };
  const auto of = [&](const ResultRow& row) -> Shared& {
    const auto known = std::ranges::find_if(out, [&](const Shared& each) { return alike(*each.by_hand.front(), row); });
    return known != out.end() ? *known : out.emplace_back();
  };
  for (const ResultRow& row : result.rows) {
    if (has(row, column::shared_by_frame_ms) && by_share(row)) of(row).by_hand.push_back(&row);
  }
  std::erase_if(out, [](const Shared& each) { return each.by_hand.size() < least_shares; });
  for (const ResultRow& row : result.rows) {
    if (!has(row, column::shared_by_frame_ms) || by_share(row)) continue;
    for (Shared& each : out) {
      if (alike(*each.by_hand.front(), row)) each.others.push_back(&row);
    }
  }
  for (Shared& each : out) std::ranges::stable_sort(each.by_hand, {}, [](const ResultRow* row) { return share(*row); });
  return out;
}

PlotScale times_of(const Shared& of, double ideal) {
  double least = ideal;
  double largest = ideal;
  for (const ResultRow* row : of.by_hand) {
    least = std::min(least, frame_ms(*row));
    largest = std::max(largest, frame_ms(*row));
  }
  return round_scale(least, largest, true);
}

/// What lies below the axis is left out.
PlotLine share_line(const Shared& of, const PlotScale& scale, const std::string& label,
                    const std::function<double(const ResultRow&)>& ms) {
  PlotLine out{.label = label, .points = {}};
  for (const ResultRow* row : of.by_hand) {
    if (ms(*row) >= scale.low) out.points.push_back({100 * share(*row), ms(*row), std::nullopt});
  }
  return out;
}

Graph graph_of(const Shared& of, std::size_t number) {
  const ResultRow& best =
      **std::ranges::min_element(of.by_hand, {}, [](const ResultRow* row) { return frame_ms(*row); });
  const std::vector<ResultRow> participants = rows_of(best.data, column::shared_by_participants);
  const double ideal = best.number(column::shared_by_ideal_ms);
  const PlotStyle& style = svg_style();
  Plot plot{.x = {.label = "share, %", .scale = PlotScale{0, 100, false}},
            .y = {.label = "time, ms (logarithmic)", .logarithmic = true, .scale = times_of(of, ideal)},
            .legend = Legend::beside};
  for (std::size_t i = 0; i < participants.size(); ++i) {
    const auto ms = [i](const ResultRow& row) {
      const std::vector<ResultRow> all = rows_of(row.data, column::shared_by_participants);
      return i < all.size() ? all[i].number(column::participant::ms) : 0;
    };
    plot.lines.push_back(share_line(of, *plot.y.scale, participants[i].text(column::participant::participant), ms));
    plot.lines.back().color = series_color(i, participants.size());
    plot.lines.back().marker = marker_of(i + 1);
  }
  plot.lines.push_back(share_line(of, *plot.y.scale, "frame", frame_ms));
  plot.lines.back().color = style.text;
  plot.lines.back().marker = marker_of(0);
  plot.lines.back().width = 2.5;
  plot.guides.push_back({.at = ideal, .color = style.axis, .label = "ideal, " + milliseconds(ideal)});
  for (std::size_t i = 0; i < of.others.size(); ++i) {
    const ResultRow& row = *of.others[i];
    plot.guides.push_back({.at = frame_ms(row),
                           .color = series_color(participants.size() + i, participants.size() + of.others.size()),
                           .label = fmt::format("{}, {}", row.text(column::split), milliseconds(frame_ms(row)))});
  }
  plot.guides.push_back({.at = 100 * share(best),
                         .upward = true,
                         .color = style.axis,
                         .label = fmt::format("{:.4g} %: {}", 100 * share(best), milliseconds(frame_ms(best)))});
  Graph out{.id = number == 0 ? "shares" : fmt::format("shares-{}", number + 1),
            .title = fmt::format(
                "time of a frame by the share of {}",
                participants.size() > 2 ? "the GPUs" : participants.front().text(column::participant::participant)),
            .about = fmt::format(
                "{}, {}. A frame takes as long as its slowest processor, plus collecting the rows. The ideal is "
                "the time that the processors could reach together if all rows cost the same.",
                best.text(column::variant), best.text(column::precision)),
            .words = in_words(plot),
            .drawing = {},
            .width = shares_width + legend_width(plot, style) + 16,
            .height = shares_height};
  lay_out(plot, {0, 0, out.width, shares_height}, style, out.drawing);
  return out;
}

}  // namespace

std::vector<Graph> times_over_share(const Result& result) {
  std::vector<Graph> out;
  for (const Shared& each : shared_in(result)) out.push_back(graph_of(each, out.size()));
  return out;
}

}  // namespace heteroscope
