#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/commands/bench/rows.hpp"
#include "app/commands/machine.hpp"
#include "app/plot/svg.hpp"

/// What stands around the plots of a benchmark.
namespace heteroscope {

/// Texts in the order in which they came first.
class Names {
 public:
  std::size_t place(const std::string& name);
  [[nodiscard]] const std::vector<std::string>& all() const { return all_; }

 private:
  std::vector<std::string> all_;
};

/// A variant, and with how many threads it ran where it ran with several counts.
std::string variant_text(const Bench& bench, const BenchRow& row);

/// The title, and below it the size and the machine; returns where the plot begins.
double heading(Drawing& out, const Bench& bench, std::string_view title, double width);
/// What is to be known about the rows, below the plot; returns the picture's height.
double footnotes(Drawing& out, const Bench& bench, double y, double width);

}  // namespace heteroscope
