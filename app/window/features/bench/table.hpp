#pragma once

#include <memory>
#include <vector>

#include "app/window/features/bench/view.hpp"
#include "app/window/model/ui/ui.hpp"

namespace heteroscope {

/// The rows of a result as a table that is sorted by its heads. Columns that have no room are left out, those that can
/// be spared first; a row's tooltip has them all.
class BenchTable {
 public:
  /// Fills what is left of the ImGui window, and scrolls; with `whole` it is as high as it needs.
  void draw(const Ui& ui, const std::shared_ptr<const BenchView>& view, bool whole);

 private:
  void follow(const std::shared_ptr<const BenchView>& view);
  void choose_columns(float room, float gap);
  void heads();
  void line(const Ui& ui, const BenchView& view, const BenchLine& line) const;

  std::shared_ptr<const BenchView> of_;
  float letters_ = 0;                  // the font's height that widths are of
  std::vector<float> widths_;          // of all columns
  std::vector<std::size_t> shown_;     // columns
  std::vector<std::size_t> in_order_;  // lines
  BenchOrder order_;
};

}  // namespace heteroscope
