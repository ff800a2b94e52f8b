#pragma once

#include <algorithm>

#include "core/participants/row_source.hpp"

namespace heteroscope {

/// Cuts rows (or pieces) into bands that take about 8 ms each, going by what the bands before took.
class Bands final : public RowSource {
 public:
  /// `guess_ms`: what one of the parts takes, as long as nothing is known. `most`: of parts in a band; 0: any number.
  Bands(Rows parts, double guess_ms, int most = 0)
      : left_(parts), most_(most > 0 ? most : parts.count()), wanted_(std::max(1.0, band_ms / guess_ms)) {}

  /// All parts have been taken.
  [[nodiscard]] bool done() const override { return left_.empty(); }
  /// The next band has all parts that are left.
  [[nodiscard]] bool takes_all() const { return next_count() >= left_.count(); }
  /// How many bands may be under way: a part that takes longer than a band should is waited for alone.
  [[nodiscard]] int most_under_way() const override { return wanted_ < 2 ? 1 : 2; }

  Rows take() override {
    const Rows band{left_.begin, left_.begin + next_count()};
    left_.begin = band.end;
    return band;
  }
  void took(int parts, double ms) override {
    part_ms_ = std::max(ms / parts, 1e-9);
    wanted_ = std::clamp(band_ms / part_ms_, 1.0, std::max(4.0 * parts, wanted_));
  }
  /// The time of each part of the last band; 0: none has ended.
  [[nodiscard]] double part_ms() const { return part_ms_; }

 private:
  static constexpr double band_ms = 8;  // two under way and one being noticed stay under the 30 ms of a cancel

  [[nodiscard]] int next_count() const {
    const double left = left_.count();
    // a sliver at the end would cost a launch of its own
    return std::min(static_cast<int>(left <= 1.25 * wanted_ ? left : wanted_), std::max(most_, 1));
  }

  Rows left_;
  int most_;
  double wanted_;
  double part_ms_ = 0;
};

}  // namespace heteroscope
