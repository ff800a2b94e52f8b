#pragma once

#include <memory>
#include <vector>

#include "app/window/features/bench/view.hpp"
#include "app/window/model/ui/ui.hpp"

namespace heteroscope {

/// The rows of a result as a table that is sorted by its column headings. Where there is no room for all columns, the
/// least important ones are left out; a row's tooltip has them all.
class BenchTable {
 public:
  /// Draws the table in the rest of the ImGui window, where it scrolls; with `whole` it is as high as its rows.
  void draw(const Ui& ui, const std::shared_ptr<const BenchView>& view, bool whole);

 private:
  void follow(const std::shared_ptr<const BenchView>& view);
  void choose_columns(float room, float gap);
  void heads();
  void line(const Ui& ui, const BenchView& view, const BenchLine& line) const;

  std::shared_ptr<const BenchView> of_;
  float letters_ = 0;                  // the height of the font for which widths were measured
  std::vector<float> widths_;          // of all columns, in pixels
  std::vector<std::size_t> shown_;     // places of the columns that have room
  std::vector<std::size_t> in_order_;  // places of the lines, as they are sorted
  BenchOrder order_;
};

}  // namespace heteroscope
