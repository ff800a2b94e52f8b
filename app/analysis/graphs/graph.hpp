#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/plot/bar_chart.hpp"
#include "app/plot/figure.hpp"
#include "app/plot/layout.hpp"
#include "app/results/result.hpp"

namespace heteroscope {

/// A picture of a result's figures, without what stands around it.
struct Graph {
  std::string id;                ///< by which it is asked for: "roofline"
  std::string title;             ///< "time by side"
  std::string about;             ///< how it is read
  std::string words;             ///< what is seen in it, for those who do not see it
  Drawing drawing;               ///< from the origin on
  std::vector<Plot> plots;       ///< of which it is laid out, beside each other and with the same lines
  std::optional<BarChart> bars;  ///< or of which
  double width = 0, height = 0;
};

/// A graph has found nothing to show where it has no width.
inline bool is_there(const Graph& graph) {
  return graph.width > 0;
}

/// Plots two by two, so that each can be read where a page is no wider than text, and a legend of the first one beside
/// them where `legend` says so.
struct PlotGrid {
  std::vector<Plot> plots;
  double width = 420, height = 340;  ///< of each
  bool legend = true;
};
/// Lays them out and says in words what they show.
void lay_out(const PlotGrid& grid, Graph& to);

/// A plot's lines in words: "simd: 1.2 at 256 to 97 at 2048; …".
std::string in_words(const Plot& plot);

/// Those that the result has enough for, the main one first. None is without anything to compare.
std::vector<Graph> graphs_of(const Result& result);

/// The graph as a figure: with the title of what was measured and the machine above it, and what is to be known about
/// the rows below. Without `title`: the result's own.
PlotFigure standing_alone(const Graph& graph, const Result& result);
PlotFigure standing_alone(const Graph& graph, const Result& result, const std::string& title);

}  // namespace heteroscope
